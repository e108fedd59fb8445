/* Show the offline page when a page cannot be loaded, and push messages when they come.
 *
 * The server prepends `ICON`, `FILES` (the offline page first, then its assets) and `CACHE`. Only those
 * files are ever cached; every page and every response comes from the server, so that nobody sees
 * somebody else's hand, or an outdated one. CACHE differs by language: see offline.js.
 */
(() => {
  "use strict";

  const [PAGE] = FILES;
  const kept = (url) => caches.open(CACHE).then((cache) => cache.match(url, { ignoreVary: true }));

  self.addEventListener("install", (event) => {
    const fill = caches.open(CACHE).then((cache) => cache.addAll(FILES));
    event.waitUntil(fill.then(() => self.skipWaiting()));
  });

  self.addEventListener("activate", (event) => {
    const clear = caches.keys().then((names) => Promise.all(
      names.filter((name) => name.startsWith("kibitz-offline-") && name !== CACHE).map((name) => caches.delete(name)),
    ));
    event.waitUntil(clear.then(() => self.clients.claim()));
  });

  self.addEventListener("fetch", (event) => {
    const { request } = event;
    const { pathname, origin } = new URL(request.url);
    if (request.method !== "GET" || origin !== location.origin) return;
    if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept(PAGE)));
    else if (FILES.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(pathname)));
  });

  // A message is declarative JSON (accounts/devices), or `{"withdraw": tag}`. A visible page shows
  // notices itself, and the table that it is about; a test is always shown.
  const windows = () => self.clients.matchAll({ type: "window" });
  const pathOf = (url) => new URL(url, location.origin).pathname;

  const setBadge = (count) => navigator.setAppBadge?.(count).catch(() => {});

  const show = async ({ title, body, navigate, tag, app_badge: badge }) => {
    setBadge(badge);
    const open = await windows();
    const isThere = (one) => tag.startsWith("notice:") || pathOf(one.url) === pathOf(navigate);
    const isSeen = open.some((one) => one.visibilityState === "visible" && isThere(one));
    if (tag === "test" || !isSeen) {
      await self.registration.showNotification(title, {
        body, tag, icon: ICON, data: { url: navigate },
      });
    }
    for (const one of open) one.postMessage({ shown: tag });
  };

  const takeBack = async (tag, badge) => {
    setBadge(badge);
    for (const one of await self.registration.getNotifications({ tag })) one.close();
  };

  self.addEventListener("push", (event) => {
    const { notification, withdraw, app_badge: badge } = event.data.json();
    event.waitUntil(notification ? show(notification) : takeBack(withdraw, badge));
  });

  self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const { url } = event.notification.data;
    const go = windows().then((open) => {
      const there = open.find((one) => pathOf(one.url) === pathOf(url));
      return there ? there.focus() : self.clients.openWindow(url);
    });
    event.waitUntil(go);
  });
})();
