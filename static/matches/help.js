/* The help panel at the table: loaded when opened, and again whenever the table has moved on.
 *
 * #help is a <details> with data-url; its [data-help] receives the response.
 */
(() => {
  "use strict";

  const panel = () => document.getElementById("help");
  const version = () => document.getElementById("stage")?.dataset.version;
  let shown = null;

  const ask = () => {
    const box = panel();
    if (!box?.open || shown === version()) return;
    shown = version();
    htmx.ajax("GET", box.dataset.url, { source: box, target: box.querySelector("[data-help]"), swap: "innerHTML" });
  };

  document.addEventListener("toggle", ({ target }) => {
    if (target === panel()) ask();
  }, true);
  document.addEventListener("htmx:error", ({ detail }) => {
    if (detail.ctx?.sourceElement === panel()) shown = null;
  });
  document.addEventListener("htmx:after:swap", ask);
  ask();
})();
