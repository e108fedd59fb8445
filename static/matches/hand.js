/* The hand by keyboard: arrows move, Enter plays (a button's own way), digits play the nth card.
 *
 * [data-hand] holds the cards as buttons. When a push takes away the card that had the focus,
 * the focus goes to its neighbour, not to the top of the page.
 */
(() => {
  "use strict";

  const hand = () => document.querySelector("[data-hand]");
  const cards = () => [...(hand()?.querySelectorAll("button.card") ?? [])];

  let lastAt = -1;

  document.addEventListener("focusin", ({ target }) => {
    lastAt = target.closest("[data-hand]") ? cards().indexOf(target) : -1;
  });

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

  const keepFocus = () => {
    if (lastAt < 0 || document.activeElement !== document.body) return;
    const all = cards();
    all[Math.min(lastAt, all.length - 1)]?.focus({ preventScroll: true });
  };
  document.addEventListener("htmx:oobAfterSwap", keepFocus);
})();
