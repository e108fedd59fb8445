/* Make horizontally scrolling elements scrollable by keyboard.
 *
 * A wide table gets a tab stop, but only while it is wider than its container.
 */
(() => {
  "use strict";

  const SCROLLERS = ".table-wrap, .paper-sheet, pre, [data-scrolls]";

  const look = () => {
    for (const box of document.querySelectorAll(SCROLLERS)) {
      if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };

  for (const name of ["htmx:after:swap", "toggle"]) document.addEventListener(name, look, true);
  window.addEventListener("resize", look);
  look();
})();
