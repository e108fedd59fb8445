/* Vibrate when it becomes the player's turn, on devices that can.
 *
 * [data-vibrate] is the switch (on the preferences page), stored on this device; turning it on
 * vibrates once, so that one knows what to expect.
 */
(() => {
  "use strict";

  const KEY = "kibitz.vibrate";
  const PATTERN = [60, 60, 60]; // ms
  const inputs = () => [...document.querySelectorAll("[data-vibrate]")];

  const wanted = () => {
    try {
      return localStorage.getItem(KEY) === "on";
    } catch {
      return false; // nothing is stored on this device: never enabled
    }
  };

  const keep = (on) => {
    try {
      localStorage.setItem(KEY, on ? "on" : "off");
    } catch {
      // It cannot be stored: the switch shows the actual state.
    }
  };

  const show = () => {
    for (const input of inputs()) Object.assign(input, { checked: wanted(), disabled: !navigator.vibrate });
  };

  document.addEventListener("change", ({ target }) => {
    if (!target.matches?.("[data-vibrate]")) return;
    keep(target.checked);
    if (wanted()) navigator.vibrate(PATTERN);
    show();
  });
  show();

  const isTurn = () => document.querySelector("#stage[data-my-turn]") !== null;
  let was = isTurn();
  document.addEventListener("htmx:after:swap", () => {
    const now = isTurn();
    if (now && !was && wanted()) navigator.vibrate?.(PATTERN);
    was = now;
  });
})();
