/* Scroll the deal and the end of a match into view.
 *
 * On a phone the page of a table is long: a player who got ready at its foot would otherwise start
 * the match scrolled past the count, and one who played from the hand would miss the end: the
 * result is a sheet at the foot, so the table's top is what stands above it. Within a stage nothing
 * scrolls automatically.
 */
(() => {
  "use strict";

  const stage = () => document.getElementById("stage")?.dataset.stage;
  let before = stage();

  const settle = () => {
    const [was, now] = [before, stage()];
    before = now;
    if (was === now || !["live", "over"].includes(now)) return;
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
    window.scrollTo({ top: 0, behavior });
  };

  document.addEventListener("htmx:after:swap", settle);
})();
