/* Notify players of their turn through the browser while the page is in the background.
 *
 * [data-notify] is the switch (on the preferences page), stored on this device; setting it asks the
 * browser for permission. The text comes from #stage[data-my-turn] and the page's title, never from
 * a card. The notification is withdrawn when the player returns to the page, or when the turn is
 * over.
 */
(() => {
  "use strict";

  const KEY = "kibitz.notify";
  const TAG = "kibitz-turn";
  const can = "Notification" in window;
  const title = document.title;

  const wanted = () => {
    try {
      return localStorage.getItem(KEY) === "on" && can && Notification.permission === "granted";
    } catch {
      return false; // nothing stored on this device: never enabled
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
    for (const input of document.querySelectorAll("[data-notify]")) input.checked = wanted();
  };

  const refuse = () => {
    const help = document.querySelector("[data-refused]");
    if (help) help.textContent = help.dataset.refused;
  };

  document.addEventListener("change", async ({ target }) => {
    if (!target.matches?.("[data-notify]")) return;
    keep(target.checked);
    if (target.checked && (!can || (await Notification.requestPermission()) !== "granted")) refuse();
    show();
  });
  show();

  // --- a turn ----------------------------------------------------------------------------------

  let told = null;
  const turn = () => document.querySelector("#stage[data-my-turn]");

  const tell = async (words) => {
    const about = { body: title, tag: TAG, icon: "/favicon.ico", data: { url: location.href.split("#")[0] } };
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) await worker.showNotification(words, about);
    else told = new Notification(words, about);
  };

  const takeBack = async () => {
    told?.close();
    told = null;
    const worker = await navigator.serviceWorker?.getRegistration();
    for (const one of (await worker?.getNotifications({ tag: TAG })) ?? []) one.close();
  };

  let was = Boolean(turn());
  const settle = () => {
    const now = turn();
    if (now && !was && document.hidden && wanted()) tell(now.dataset.myTurn);
    if (!now && was) takeBack();
    was = Boolean(now);
  };
  document.addEventListener("htmx:after:swap", settle);
  document.addEventListener("visibilitychange", () => document.hidden || takeBack());
})();
