/* Let the service worker keep the offline page.
 *
 * The worker's script differs by language, so a browser fetches it again when the site's language
 * has changed.
 */
(() => {
  "use strict";

  const { worker } = document.documentElement.dataset;
  if (!worker || !navigator.serviceWorker || window !== window.top) return;
  navigator.serviceWorker.register(worker).catch(() => {
    // Not allowed here (a private window, plain http): the browser's own offline page remains.
  });
})();
