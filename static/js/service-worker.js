/* Show the offline page when a page cannot be loaded. Nothing else.
 *
 * The server prepends `FILES` (the offline page first, then its assets) and `CACHE`. Only those
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

  // A click on the "it is your turn" notification opens the page that sent it.
  self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const { url } = event.notification.data ?? {};
    const show = self.clients.matchAll({ type: "window" }).then((windows) => {
      const there = windows.find((one) => one.url.split("#")[0] === url);
      return there ? there.focus() : self.clients.openWindow(url);
    });
    event.waitUntil(show);
  });
})();
