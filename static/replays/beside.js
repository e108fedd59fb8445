/* Several replays of one deal: the arrow keys press the bar's links, which work without this script. */
(() => {
  "use strict";

  const KEYS = { ArrowLeft: "replay-back", ArrowRight: "replay-on", Home: "replay-first", End: "replay-last" };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
    const link = document.getElementById(KEYS[event.key]);
    if (!link?.href || event.target.closest("input, textarea, select")) return;
    event.preventDefault();
    link.click();
  });
})();
