/* When the cards are dealt, and when the result comes, it is in sight.
 *
 * On a phone the page of an open table is long: who got ready at its foot would otherwise see the
 * match begin below the count; and a result may stand above the hand one has just played from.
 * Within a stage nothing scrolls by itself.
 */
(() => {
  "use strict";

  const stage = () => document.getElementById("stage")?.dataset.stage;
  let before = stage();

  // One that is higher than the window begins at its top: who has won stands there.
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
