/* The boards' cards are as large as lets every board be whole, in steps of an eighth of a rem.
 *
 * Sets --zr-card; table.css says how large cards may become on which screen.
 */
(() => {
  "use strict";

  const [LEAST, MOST] = [11, 48]; // eighths of a rem
  const html = document.documentElement;
  const parts = () => [...document.querySelectorAll(".zr, .zr-own, .zr:not(:has(.is-opened)) > .zr-far")];
  const isWhole = () => parts().every((part) => part.scrollHeight <= part.clientHeight + 1);

  const fit = () => {
    let [least, most] = [LEAST, MOST];
    while (least < most) {
      const size = Math.ceil((least + most) / 2);
      html.style.setProperty("--zr-card", `${size / 8}rem`);
      if (isWhole()) least = size;
      else most = size - 1;
    }
    html.style.setProperty("--zr-card", `${least / 8}rem`);
  };

  // A card on its way is measured where it lands (table.css): outside its board it is no reason to shrink.
  const landed = (measure) => {
    html.setAttribute("data-fitting", "");
    measure();
    html.removeAttribute("data-fitting");
  };

  // The hand grows and shrinks with what is selected: the boards give way to it, but do not pulsate.
  const watch = new ResizeObserver(() => landed(() => isWhole() || fit()));

  const changed = () => {
    watch.disconnect();
    const pane = document.querySelector(".zr");
    if (!pane) return;
    watch.observe(pane);
    landed(fit);
  };

  document.addEventListener("htmx:after:swap", changed);
  addEventListener("resize", changed);
  changed();
})();
