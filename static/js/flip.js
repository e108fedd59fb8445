/* Move cards: a card whose place differs before and after a push is animated between the two.
 *
 * Markup: data-flip="key" on a card; cards with the same key look the same (several cards may share
 * a key: faces repeat). data-flip-from="id" on a card names its origin if it was not on the page: a
 * pile, a seat; on a container it applies to all cards inside. data-flip-to="id" on a card names
 * where it goes when it leaves the page. Keys are faces the viewer may see; a hidden card carries
 * none.
 *
 * Listens to htmx: positions are recorded before a socket message or a response is swapped in;
 * afterwards, once all other handlers have run, the differences are animated. Nothing moves if
 * --speed is 0 (reduced motion, or the player's setting).
 */
(() => {
  "use strict";

  const style = () => getComputedStyle(document.documentElement);
  const duration = () => 300 * Number(style().getPropertyValue("--speed") || 1);
  const visible = (box) => box.width > 0 && box.height > 0;
  const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];

  let before = null;

  const boxOf = (element) => element.getBoundingClientRect();

  /* A morph may keep an element but change its face: then the old face has gone as well. */
  const hasGone = (old, key) => !old.card.isConnected || old.card.dataset.flip !== key;

  const take = () => {
    before = new Map();
    for (const card of document.querySelectorAll("[data-flip]")) {
      const box = boxOf(card);
      if (!visible(box)) continue;
      const list = before.get(card.dataset.flip) || [];
      list.push({ box, card, goesTo: card.dataset.flipTo, picture: card.dataset.flipTo && card.cloneNode(true) });
      before.set(card.dataset.flip, list);
    }
  };

  const placeOf = (id) => {
    const element = id && document.getElementById(id);
    const box = element && boxOf(element);
    return box && visible(box) ? box : null;
  };

  /* Take the best-matching old place: the element's own, else any of the same face that has
   * gone.
   */
  const oldPlace = (card) => {
    const list = before.get(card.dataset.flip);
    if (!list?.length) return null;
    const same = list.findIndex((old) => old.card === card);
    const gone = list.findIndex((old) => hasGone(old, card.dataset.flip));
    const index = same >= 0 ? same : gone;
    return index < 0 ? null : list.splice(index, 1)[0].box;
  };

  const travel = (card, from) => {
    const to = boxOf(card);
    if (!visible(to)) return;
    const [fromX, fromY] = middle(from);
    const [toX, toY] = middle(to);
    if (Math.hypot(fromX - toX, fromY - toY) < 4) return;
    const scale = Math.min(Math.max(from.height / to.height, 0.3), 2);
    card.setAttribute("data-travelling", "");
    const run = card.animate(
      [
        { transform: `translate(${fromX - toX}px, ${fromY - toY}px) scale(${scale})` },
        { transform: "none" },
      ],
      { duration: duration(), easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" },
    );
    const done = () => card.removeAttribute("data-travelling");
    run.finished.then(done, done);
  };

  /* A card that leaves the page for a destination: a copy of it flies there and is removed. */
  const leave = ({ box, picture: ghost, goesTo }) => {
    const to = placeOf(goesTo);
    if (!to) return;
    for (const name of ["id", "name", "value", "data-flip", "data-flip-to"]) ghost.removeAttribute(name);
    ghost.setAttribute("data-ghost", "");
    ghost.setAttribute("aria-hidden", "true");
    ghost.inert = true;
    Object.assign(ghost.style, { position: "fixed", margin: "0", left: `${box.left}px`, top: `${box.top}px`, zIndex: "20" });
    document.body.append(ghost);
    const [fromX, fromY] = middle(box);
    const [toX, toY] = middle(to);
    const run = ghost.animate(
      [{ transform: "none" }, { transform: `translate(${toX - fromX}px, ${toY - fromY}px) scale(0.5)`, opacity: 0.3 }],
      { duration: duration(), easing: "ease-in" },
    );
    run.finished.then(() => ghost.remove(), () => ghost.remove());
  };

  const play = () => {
    if (!before) return;
    const cards = [...document.querySelectorAll("[data-flip]:not([data-ghost])")];
    if (duration() > 0) {
      const moved = cards.map((card) => [card, oldPlace(card) || placeOf(card.closest("[data-flip-from]")?.dataset.flipFrom)]);
      // A card that stayed in place has used up its old place, so the rest are new or moved.
      for (const [card, from] of moved) if (from) travel(card, from);
      for (const [key, list] of before) {
        for (const old of list) if (old.goesTo && hasGone(old, key)) leave(old);
      }
    }
    before = null;
  };

  // A press on a moving card means this card, wherever it is on release.
  document.addEventListener("pointerdown", ({ target, pointerId }) => {
    target.closest("[data-travelling]")?.setPointerCapture(pointerId);
  });

  document.addEventListener("htmx:before:swap", take);
  document.addEventListener("htmx:finally:swap", play);

  window.Kibitz = Object.assign(window.Kibitz || {}, { flip: { take, play } });
})();
