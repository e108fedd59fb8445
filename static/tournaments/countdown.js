/* The time left in an arena, a round or a break: [data-left] holds seconds from when the server wrote them.
 *
 * Each redraw brings fresh seconds, so only the server's clock matters. A clock that [data-goes-on] counts its overtime;
 * one that [data-stands] is paused.
 */
(() => {
  "use strict";

  const ends = new WeakMap(); // by element: the server's values, and when they run out on this clock
  const two = (n) => String(n).padStart(2, "0");

  const endOf = (node) => {
    const { left, drawn } = node.dataset;
    const told = `${left} ${drawn}`;
    if (ends.get(node)?.told !== told) ends.set(node, { told, at: Date.now() + 1000 * Number(left) });
    return ends.get(node).at;
  };

  const unit = (n, of) => new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: of }).format(n);

  const words = (seconds) => {
    if (seconds >= 2 * 86400) return `${unit(Math.floor(seconds / 86400), "day")} ${unit(Math.floor(seconds / 3600) % 24, "hour")}`;
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  };

  const leftOf = (node) => {
    if ("stands" in node.dataset) return Number(node.dataset.left);
    return Math.ceil((endOf(node) - Date.now()) / 1000);
  };

  const tick = () => {
    for (const node of document.querySelectorAll("[data-left]")) {
      const left = leftOf(node);
      const isOver = left < 0 && ("goesOn" in node.dataset || "stands" in node.dataset);
      const text = isOver ? `+${words(-left)}` : words(Math.max(0, left));
      if (node.textContent !== text) node.textContent = text;
      node.closest(".countdown")?.classList.toggle("is-over", isOver);
    }
  };

  document.addEventListener("htmx:after:swap", tick);
  tick();
  setInterval(tick, 250);
})();
