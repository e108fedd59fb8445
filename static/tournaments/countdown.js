/* The time left in an arena: [data-left] holds seconds from when the server wrote them.
 *
 * Each redraw brings fresh seconds, so only the server's clock matters.
 */
(() => {
  "use strict";

  const ends = new WeakMap(); // by element: the server's value, and when it runs out on this clock
  const two = (n) => String(n).padStart(2, "0");

  const endOf = (node) => {
    const left = node.dataset.left;
    if (ends.get(node)?.left !== left) ends.set(node, { left, at: Date.now() + 1000 * Number(left) });
    return ends.get(node).at;
  };

  const words = (seconds) => {
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  };

  const tick = () => {
    for (const node of document.querySelectorAll("[data-left]")) {
      const text = words(Math.max(0, Math.ceil((endOf(node) - Date.now()) / 1000)));
      if (node.textContent !== text) node.textContent = text;
    }
  };

  document.addEventListener("htmx:after:swap", tick);
  tick();
  setInterval(tick, 250);
})();
