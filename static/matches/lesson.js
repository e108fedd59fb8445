/* Have players read a lesson's next step before they play it.
 *
 * Where the teacher is above the table (on a phone), the page scrolls back to the teacher's text,
 * however far down the played card was.
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
