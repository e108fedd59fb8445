/* Keep pages for reading offline: rules, lessons and replays that were opened.
 *
 * [data-keepable] is the path of the page to keep. It is requested again without cookies, so a copy
 * holds what an anonymous visitor is sent: nothing about the person, and no page that only they may
 * see. The service worker answers with the copies (service-worker.js); the offline page lists them (kept.js).
 *
 *   kibitz-kept-pages          pages by their path, the newest last
 *   kibitz-kept-files          static files that these pages name or have loaded
 *   kibitz-kept-moves <path>…  a cache for the positions of one replay, by ?ply=…&as=…: kept where
 *                              the site is installed, or once #keep-moves was pressed
 */
(() => {
  "use strict";

  const PAGES = "kibitz-kept-pages";
  const FILES = "kibitz-kept-files";
  const MOVES = "kibitz-kept-moves";
  const MOST = { [PAGES]: 60, [FILES]: 240 };
  const MOST_REPLAYS = 10;
  const MOST_MOVES = 400;
  const PAUSE = 300; // ms between two positions: nobody waits for them

  const path = document.querySelector("[data-keepable]")?.dataset.keepable;
  if (!path || !window.caches || !navigator.serviceWorker) return;
  const { lang } = document.documentElement;
  const STATIC = new URL("../", document.currentScript.src).pathname;
  const isInstalled = matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;

  // Past the browser's own cache, too: it may hold the page as it was sent to the person.
  const askAnonymously = (url, headers) => fetch(url, {
    credentials: "omit",
    cache: "no-store",
    redirect: "manual", // to the log-in: not a page to keep
    headers: { "Accept-Language": lang, ...headers },
  });

  const put = async (name, url, answer) => {
    const cache = await caches.open(name);
    await cache.delete(url, { ignoreVary: true }); // puts it last
    await cache.put(url, answer);
    const all = await cache.keys();
    for (const old of all.slice(0, -MOST[name])) await cache.delete(old, { ignoreVary: true });
  };

  const namedIn = (html) => html.match(new RegExp(`${STATIC}[\\w./-]+`, "g")) ?? [];
  const loaded = () => performance.getEntriesByType("resource").map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith(STATIC))
    .map(({ pathname }) => pathname);

  const filed = new Set();
  const keepFiles = async (names) => {
    for (const name of names) {
      if (filed.has(name)) continue;
      filed.add(name);
      const answer = await fetch(name, { credentials: "omit" });
      if (answer.ok) await put(FILES, name, answer);
    }
  };

  const movesOf = async (isWanted) => (await caches.keys()).filter((name) => name.startsWith(`${MOVES} `) && isWanted(name));
  const dropAll = (names) => Promise.all(names.map((name) => caches.delete(name)));

  const forget = async () => {
    await (await caches.open(PAGES)).delete(path, { ignoreVary: true });
    await dropAll(await movesOf((name) => name.startsWith(`${MOVES} ${path} `)));
  };

  /** Keep the page; resolves to its text, or to nothing where strangers can't see it (any more). */
  const keepPage = async () => {
    const answer = await askAnonymously(path);
    if (answer.status >= 500) return "";
    if (!answer.ok) {
      await forget();
      return "";
    }
    const html = await answer.clone().text();
    await keepFiles([...namedIn(html), ...loaded()]);
    await put(PAGES, path, answer);
    return html;
  };

  // --- the positions of a replay -----------------------------------------------------------------

  const parsed = (html) => new DOMParser().parseFromString(html, "text/html");
  const stepIn = (page, id) => page.getElementById(id)?.getAttribute("href");
  // In another language or after an update of the site they are kept anew.
  const moves = `${MOVES} ${path} ${lang} ${document.querySelector("link[rel=stylesheet]").href}`;

  let state = ""; // a name in the dataset of #keep-state
  let count = 0;
  let main = "";
  const show = () => {
    const [button, box] = ["keep-moves", "keep-state"].map((id) => document.getElementById(id));
    if (!button) return;
    button.hidden = !main || ["keeping", "kept"].includes(state);
    box.textContent = state ? box.dataset[state].replace("{n}", count) : "";
  };

  const keepMove = async (cache, url) => {
    const kept = await cache.match(url, { ignoreVary: true });
    const answer = kept ?? await askAnonymously(url, { "HX-Request": "true" });
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    const html = await answer.clone().text();
    if (kept) return html;
    await keepFiles(namedIn(html));
    await cache.put(url, answer);
    await new Promise((done) => setTimeout(done, PAUSE));
    return html;
  };

  const keepMoves = async () => {
    state = "keeping";
    await dropAll(await movesOf((name) => name.startsWith(`${MOVES} ${path} `) && name !== moves));
    const cache = await caches.open(moves);
    await dropAll((await movesOf(() => true)).slice(0, -MOST_REPLAYS));
    const page = parsed(main);
    const last = stepIn(page, "replay-last");
    if (last) await keepMove(cache, last);
    let url = page.getElementById("replay").dataset.at;
    for (count = 0; url && count < MOST_MOVES; count += 1) {
      show();
      url = stepIn(parsed(await keepMove(cache, url)), "replay-on");
    }
    state = "kept";
    show();
  };

  const tryMoves = () => keepMoves().catch(() => {
    state = "failed"; // no connection or no room: what is kept stays, and the button goes on from there
    show();
  });

  const begin = async () => {
    main = await keepPage();
    show();
    if (!main || !document.getElementById("keep-moves")) return;
    const isWished = isInstalled && !navigator.connection?.saveData;
    if (isWished || await caches.has(moves)) await tryMoves();
  };

  document.addEventListener("click", ({ target }) => target.closest("#keep-moves") && tryMoves());
  document.addEventListener("htmx:after:swap", show);
  begin().catch(() => {}); // no connection or no room: the copy of another visit remains
})();
