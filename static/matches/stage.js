/* Scroll the deal and the result into view.
 *
 * On a phone the page of an open table is long: a player who got ready at its foot would otherwise
 * start the match scrolled past the count; and a result may be above the hand just played from.
 * Within a stage nothing scrolls automatically.
 */
(() => {
  "use strict";

  const stage = () => document.getElementById("stage")?.dataset.stage;
  let before = stage();

  // Align a result taller than the window to its top, where the winner is named.
  const bring = (result, behavior) => {
    const room = innerHeight - parseFloat(getComputedStyle(result).scrollMarginTop);
    result.scrollIntoView({ block: result.offsetHeight < room ? "center" : "start", behavior });
  };

  const settle = () => {
    const [was, now] = [before, stage()];
    before = now;
    if (was === now) return;
    const result = document.getElementById("result");
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
    if (now === "live") window.scrollTo({ top: 0, behavior });
    else if (now === "over" && result) bring(result, behavior);
  };

  document.addEventListener("htmx:after:swap", settle);
})();
