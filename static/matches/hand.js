/* The hand by keyboard: arrows move, Enter plays (a button's own way), digits play the nth card.
 *
 * [data-hand] holds the cards as buttons. Where the focus goes when a push takes its card away is
 * static/js/focus.js's.
 */
(() => {
  "use strict";

  const hand = () => document.querySelector("[data-hand]");
  const cards = () => [...(hand()?.querySelectorAll("button.card") ?? [])];

  const target = (key, at, count) => {
    if (key === "ArrowRight") return (at + 1) % count;
    if (key === "ArrowLeft") return (at - 1 + count) % count;
    if (key === "Home") return 0;
    return key === "End" ? count - 1 : -1;
  };

  const isPlain = (event) => !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
  const isTyping = ({ target: at }) => at.matches?.("input, select, textarea") || at.closest?.("[popover]");

  document.addEventListener("keydown", (event) => {
    if (!isPlain(event) || isTyping(event)) return;
    const all = cards();
    if (/^[1-9]$/.test(event.key) && all[event.key - 1]) {
      all[event.key - 1].focus();
      all[event.key - 1].click();
      event.preventDefault();
    } else if (event.target.closest?.("[data-hand]")) {
      const next = target(event.key, all.indexOf(event.target), all.length);
      if (next < 0) return;
      all[next].focus();
      event.preventDefault();
    }
  });
})();
