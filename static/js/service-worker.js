/* Show kept pages, or the offline page, when a page cannot be loaded; and push messages when they come.
 *
 * The server prepends `ICON`, `FILES` (the offline page first, then its assets), `STATIC` (where static files are)
 * and `CACHE`. Every page and every response comes from the server, so that nobody sees somebody else's
 * hand, or an outdated one. Without a connection, the copies of keep.js answer: what anonymous visitors
 * are sent. CACHE differs by language: see offline.js.
 */
(() => {
  "use strict";

  const [PAGE] = FILES;
  const kept = (url, cacheName) => caches.match(url, { cacheName, ignoreVary: true });

  // A replay's address may name a position: its page goes there (replay.js), and asks for it with
  // HX-Request. Kept positions are closed ones, which don't say how long the match is.
  const keptPage = async ({ pathname }) => await kept(pathname, "kibitz-kept-pages") ?? kept(PAGE, CACHE);
  const keptMove = ({ pathname, searchParams }) => {
    const [ply, as] = ["ply", "as"].map((name) => searchParams.get(name));
    return kept(`${pathname}?ply=${ply}&as=${as}`);
  };
  const orError = async (answer) => await answer ?? Response.error();

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
    const url = new URL(request.url);
    if (request.method !== "GET" || url.origin !== location.origin) return;
    if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => keptPage(url)));
    else if (url.pathname.startsWith(STATIC)) event.respondWith(fetch(request).catch(() => orError(kept(url.pathname))));
    else if (request.headers.has("HX-Request")) event.respondWith(fetch(request).catch(() => orError(keptMove(url))));
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
