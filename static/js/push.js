/* Push messages on this device: turn them on, keep the subscription known, and take messages back.
 *
 * #push-here (the page of devices) carries the site's public key, the address that takes a
 * subscription, and a sentence for each thing that can stand in the way. Elsewhere the script only
 * runs where push was turned on: localStorage remembers the key and the address.
 * The service worker shows the messages (static/js/service-worker.js).
 */
(() => {
  "use strict";

  const KEPT = "kibitz.push";
  const TEST_SECONDS = 15;
  const box = () => document.getElementById("push-here");

  const kept = () => {
    try {
      return JSON.parse(localStorage.getItem(KEPT) ?? "null");
    } catch {
      return null; // storage is forbidden, or holds something else: never turned on
    }
  };
  const keep = (value) => {
    try {
      localStorage.setItem(KEPT, JSON.stringify(value));
    } catch {
      // It can't be stored: the device is not renewed after the next log-in.
    }
  };

  const say = (name) => {
    const state = box()?.querySelector("[data-push-state]");
    if (!state) return;
    state.hidden = !name;
    state.textContent = name ? (box().dataset[name] ?? name) : "";
  };

  // --- turning it on ---------------------------------------------------------------------------

  const isIphone = /iPhone|iPad/.test(navigator.userAgent)
    || (navigator.maxTouchPoints > 1 && /Mac/.test(navigator.userAgent));
  const isSupported = () => "PushManager" in window && "serviceWorker" in navigator && "Notification" in window;

  const bytes = (key) => {
    const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  };

  const tell = async (subscription, url) => {
    const { endpoint, keys } = subscription.toJSON();
    const token = JSON.parse(document.body.getAttribute("hx-headers:inherited"))["x-csrftoken"];
    return fetch(url, {
      method: "POST",
      headers: { "x-csrftoken": token },
      body: new URLSearchParams({ endpoint, ...keys }),
    });
  };

  const sentenceIn = (page) => new DOMParser().parseFromString(page, "text/html").querySelector("[role=alert], h1")?.textContent ?? "";

  const turnOn = async () => {
    const { pushKey, pushUrl } = box().dataset;
    if ((await Notification.requestPermission()) !== "granted") return say("denied");
    let subscription;
    try {
      const worker = await navigator.serviceWorker.ready;
      const old = await worker.pushManager.getSubscription();
      if (old && kept()?.key !== pushKey) await old.unsubscribe(); // made with another key
      subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(pushKey) });
    } catch {
      return say("unreachable");
    }
    const answer = await tell(subscription, pushUrl);
    if (!answer.ok) return say(sentenceIn(await answer.text()));
    keep({ key: pushKey, url: pushUrl });
    location.reload();
  };

  const showSwitch = () => {
    if (!box()) return;
    if (!isSupported()) return say(isIphone ? "iphone" : "unsupported");
    if (Notification.permission === "denied") return say("denied");
    const button = box().querySelector("[data-push-on]");
    button.hidden = Boolean(document.querySelector("[data-push-known]"));
    button.addEventListener("click", turnOn);
    if (button.hidden) box().hidden = true;
  };

  // --- a test ----------------------------------------------------------------------------------

  let arrived = () => {};
  document.addEventListener("htmx:after:swap", () => {
    const sent = document.querySelector("[data-push-sent]");
    if (!sent) return;
    sent.removeAttribute("data-push-sent");
    const timer = setTimeout(() => { sent.textContent = box().dataset.silent; }, TEST_SECONDS * 1000);
    arrived = () => {
      clearTimeout(timer);
      sent.textContent = box().dataset.arrived;
    };
  });
  navigator.serviceWorker?.addEventListener("message", ({ data }) => data?.shown === "test" && arrived());

  // --- on every page, where push is on ---------------------------------------------------------

  // After a log-in or a new password the session is another: the site learns the device again.
  const renew = async () => {
    const known = kept();
    if (!known || document.documentElement.dataset.device !== "unknown" || !isSupported()) return;
    const worker = await navigator.serviceWorker.getRegistration();
    const subscription = await worker?.pushManager.getSubscription();
    if (subscription && Notification.permission === "granted") await tell(subscription, known.url);
  };

  // Whoever looks at a match needs no message about it.
  const takeBack = async () => {
    if (document.hidden) return;
    const worker = await navigator.serviceWorker?.getRegistration();
    for (const one of (await worker?.getNotifications()) ?? []) {
      if (one.data?.url === location.origin + location.pathname) one.close();
    }
  };

  const ready = () => {
    showSwitch();
    renew().catch(() => {}); // the next page tries again
    takeBack();
  };
  document.addEventListener("visibilitychange", takeBack);
  ready();
})();
