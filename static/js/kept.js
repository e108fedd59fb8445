/* On the offline page: list the pages that this device keeps (keep.js), and remove them. */
(() => {
  "use strict";

  const box = document.getElementById("kept");
  if (!box || !window.caches) return;

  const titleOf = async (answer) => {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.title.replace(/ · Kibitz$/, "");
  };

  const list = async () => {
    const cache = await caches.open("kibitz-kept-pages");
    for (const { url } of (await cache.keys()).reverse()) {
      const link = document.createElement("a");
      link.href = new URL(url).pathname;
      link.textContent = await titleOf(await cache.match(url, { ignoreVary: true }));
      const line = document.createElement("li");
      line.append(link);
      box.querySelector("ul").append(line);
      box.hidden = false;
    }
  };

  box.querySelector("button").addEventListener("click", async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("kibitz-kept-"));
    await Promise.all(names.map((name) => caches.delete(name)));
    box.hidden = true;
  });
  list();
})();
