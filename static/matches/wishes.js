/* A player's table settings, from <html data-confirm-play data-auto-sort> (the account).
 *
 * data-confirm-play="on": a card of the hand that one click would play ([data-hand] [data-action])
 * is chosen by the first click and played by the second; Escape, another card or a new position
 * clears the choice. Cards that open a menu, or are selected first and then laid, take two steps
 * already. #notice carries the sentence that says so (data-again).
 *
 * data-auto-sort="off": cards keep their place in the hand and new ones go to its end. The order is
 * kept, by the cards' faces, for as long as the window is open; equal cards are interchangeable.
 */
(() => {
  "use strict";

  const wishes = document.documentElement.dataset;
  const hand = () => document.querySelector("[data-hand]");
  const version = () => document.getElementById("stage")?.dataset.version;

  // --- one click chooses, a second one plays ---------------------------------------------------

  let chosen = null;

  const cardOf = (target) => target.closest?.("[data-hand] [data-action]:not([data-confirm], [aria-disabled='true'])");
  const nameOf = (card) => card.id || card.dataset.action;
  const isChosen = (card) => chosen !== null && chosen.card === nameOf(card) && chosen.version === version();

  const show = () => {
    for (const card of hand()?.querySelectorAll("[data-action]") ?? []) {
      card.classList.toggle("is-selected", isChosen(card));
    }
  };

  const letGo = () => {
    if (chosen === null) return;
    chosen = null;
    Kibitz.tell("");
    show();
  };

  const choose = (card) => {
    chosen = { card: nameOf(card), version: version() };
    show();
    const name = (card.querySelector(".visually-hidden") ?? card).textContent.trim();
    const words = document.getElementById("notice")?.dataset.again ?? "";
    Kibitz.tell(words.replace("%(card)s", name));
  };

  // Must run before act.js, which listens on the document in the bubbling phase.
  document.addEventListener("click", (event) => {
    if (wishes.confirmPlay !== "on") return;
    const card = cardOf(event.target);
    if (!card) return letGo();
    if (isChosen(card)) {
      chosen = null;
      return;
    }
    event.stopPropagation();
    event.preventDefault();
    choose(card);
  }, true);

  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") letGo();
  });

  // --- the hand in the order of arrival --------------------------------------------------------

  const KEY = "kibitz.hand";
  const place = () => `${KEY}.${location.pathname}`;

  const read = () => {
    try {
      return JSON.parse(sessionStorage.getItem(place())) ?? [];
    } catch {
      return []; // nothing is stored here: the order starts afresh
    }
  };

  const write = (order) => {
    try {
      sessionStorage.setItem(place(), JSON.stringify(order));
    } catch {
      // The order then lasts until the page is left.
    }
  };

  let order = read();

  const cardIn = (item) => (item.matches("button.card") ? item : item.querySelector("button.card"));
  const faceOf = (item) => cardIn(item).dataset.flip || cardIn(item).value || cardIn(item).id;

  const arrange = () => {
    if (wishes.autoSort !== "off" || !hand()) return;
    const left = [...hand().children].filter(cardIn);
    const wanted = [];
    for (const face of order) {
      const at = left.findIndex((item) => faceOf(item) === face);
      if (at >= 0) wanted.push(...left.splice(at, 1));
    }
    wanted.push(...left);
    order = wanted.map(faceOf);
    write(order);
    const focused = document.activeElement;
    wanted.forEach((item, at) => {
      const there = [...hand().children].filter(cardIn)[at];
      if (there !== item) hand().insertBefore(item, there);
    });
    if (hand().contains(focused) && document.activeElement !== focused) focused.focus({ preventScroll: true });
  };

  const settle = () => {
    arrange();
    if (chosen !== null && chosen.version !== version()) letGo();
    show();
  };

  document.addEventListener("htmx:after:swap", settle);
  document.addEventListener("DOMContentLoaded", settle);
})();
