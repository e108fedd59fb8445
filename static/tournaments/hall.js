/* The hall's screen turns its own pages: nobody in front of it can scroll. */
(() => {
  "use strict";

  const REST = 10_000; // ms to read a page from ten metres
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
  const bottom = (node) => Math.floor(node.getBoundingClientRect().bottom);

  setInterval(() => {
    for (const list of document.querySelectorAll(".hall [data-turns]")) {
      const rows = [...list.querySelectorAll(":scope > li, tr")];
      const next = rows.find((row) => bottom(row) > bottom(list)) ?? rows[0];
      next?.scrollIntoView({ behavior, block: "start" });
    }
  }, REST);
})();
