/* Load scripts that few pages need once the page has something for them to do.
 *
 * <meta name="later" content="script" data-when="selector" data-kept="key">: the script is loaded
 * once something on the page matches the selector, or localStorage holds that key. By then the page
 * is ready and its other scripts are loaded.
 */
(() => {
  "use strict";

  const isKept = (key) => {
    try {
      return localStorage.getItem(key) !== null;
    } catch {
      return false; // storage is forbidden: nothing is kept
    }
  };

  const look = () => {
    for (const meta of document.querySelectorAll("meta[name=later]")) {
      const { when, kept } = meta.dataset;
      if (!document.querySelector(when) && !(kept && isKept(kept))) continue;
      document.head.append(Object.assign(document.createElement("script"), { src: meta.content }));
      meta.remove();
    }
  };

  for (const name of ["DOMContentLoaded", "toggle", "htmx:after:swap"]) {
    document.addEventListener(name, look, true);
  }
})();
