/* Offer sounds once, to a player at their first table on a device that has chosen nothing yet.
 *
 * <template id="sound-offer"> holds a popover with the switch [data-sound="on"], which sound.js
 * serves and stores; [data-close] declines, which is stored as well.
 * Playing on without an answer closes it until the next table.
 */
(() => {
  "use strict";

  const KEY = "kibitz.sound";
  const SEEN = 1500; // ms

  const hasChosen = () => {
    try {
      return localStorage.getItem(KEY) !== null;
    } catch {
      return true; // nothing can be stored: it would be offered at every table
    }
  };

  if (hasChosen() || document.documentElement.dataset.sounds === "on") return;
  const offer = document.getElementById("sound-offer").content.firstElementChild.cloneNode(true);
  document.getElementById("main").append(offer);
  offer.showPopover();

  document.getElementById("match").addEventListener("click", () => offer.remove(), { once: true });
  offer.addEventListener("change", () => setTimeout(() => offer.remove(), SEEN));
  offer.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-close]")) return;
    if (!hasChosen()) localStorage.setItem(KEY, JSON.stringify({ on: false }));
    offer.remove();
  });
})();
