/* The hall's screen turns its own pages: nobody in front of it can scroll.
 *
 * What does not fit continues to the right, in columns of equal width; turning a page scrolls there. Lists beside each
 * other turn by themselves; if one list at a time fills the stage, the stage goes on to the next after its last page.
 */
(() => {
  "use strict";

  const REST = 10_000; // ms to read a page from ten metres
  const stage = () => document.querySelector(".hall__stage");
  const stepOf = (node) => node.clientWidth + (Number.parseFloat(getComputedStyle(node).columnGap) || 0);
  const isAtEnd = (node) => node.scrollLeft + node.clientWidth >= node.scrollWidth - 1;

  // Show the next page, or the first one after the last; tell whether it began anew.
  const turn = (node) => {
    const wasAtEnd = isAtEnd(node);
    node.scrollLeft = wasAtEnd ? 0 : node.scrollLeft + stepOf(node);
    return wasAtEnd;
  };

  const isShown = (list) => {
    const [box, frame] = [list.getBoundingClientRect(), stage().getBoundingClientRect()];
    return box.left < frame.right - 1 && box.right > frame.left + 1;
  };

  const lists = () => [...document.querySelectorAll(".hall__stage [data-turns]")];

  const number = () => {
    for (const list of lists()) {
      const step = stepOf(list);
      const pages = Math.ceil((list.scrollWidth - 1) / step);
      const told = pages > 1 ? `${1 + Math.ceil((list.scrollLeft - 1) / step)} / ${pages}` : "";
      list.parentElement.querySelector("[data-page]").textContent = told;
    }
  };

  // A screen that sleeps shows nothing; browsers let go of the lock whenever the page is hidden.
  const stayAwake = () => {
    if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {}); // a battery that runs low may refuse
  };

  document.addEventListener("visibilitychange", stayAwake);
  document.addEventListener("htmx:after:swap", number);
  stayAwake();
  number();
  setInterval(() => {
    const begunAnew = lists().filter(isShown).map(turn);
    if (begunAnew.every(Boolean)) turn(stage());
    number();
  }, REST);
})();
