/* A lesson's next step is read before it is played: where the teacher stands above the table (on a
 * phone), the page goes back to what it says, however far down the card was that was played.
 */
(() => {
  "use strict";

  const step = () => document.querySelector(".lesson")?.dataset.step;
  let shown = step();

  document.addEventListener("htmx:finally:swap", () => {
    if (step() === shown) return;
    shown = step();
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
    document.querySelector(".lesson")?.scrollIntoView({ behavior });
  });
})();
