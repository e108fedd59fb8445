/* Details behind a row, loaded on demand: an explanation of a place, the actions on an entry.
 *
 * a[data-box] is a link to a page with the details. Pressed here, it opens in #box instead. A
 * standings row that is hovered or focused is prefetched, and its tie-breaks show what they are
 * sums of. The cache is cleared when the page changes; an open box is then redrawn.
 */
(() => {
  "use strict";

  const REST = 150; // ms that the pointer rests on a row before it is prefetched
  const known = new Map(); // responses, or promises of them, by address
  let shown = null;
  let resting;

  const box = () => document.getElementById("box");
  const rowOf = (node) => node.closest?.(".standings tbody tr");
  const linkOf = (row) => row?.querySelector(".why-button");

  const load = async (url) => {
    const answer = await fetch(url, { headers: { "HX-Request": "true" } });
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.text();
  };

  const ask = (url) => {
    if (!known.has(url)) {
      const asked = load(url);
      known.set(url, asked);
      asked.catch(() => known.delete(url));
    }
    return known.get(url);
  };

  const tell = async (link) => {
    const asked = ask(link.href);
    const held = document.createElement("template");
    held.innerHTML = await asked;
    if (known.get(link.href) !== asked) return; // the standings have changed: so has the row
    const sums = [...held.content.querySelectorAll("dt")].map(({ dataset }) => dataset.sum);
    rowOf(link).querySelectorAll(".tie-break").forEach((cell, at) => {
      if (sums[at]) cell.title = sums[at];
    });
  };

  const fill = async (url, swap) => {
    shown = url;
    const text = await ask(url);
    if (shown === url) await htmx.swap({ sourceElement: box(), target: box().firstElementChild, text, swap });
  };

  const open = async (link) => {
    await fill(link.href, "innerHTML");
    box().showPopover({ source: link });
    box().focus();
  };

  const look = (link) => {
    if (link) tell(link).catch(() => {});
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-box]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(link).catch(() => location.assign(link.href));
  });

  document.addEventListener("pointerover", ({ target, pointerType }) => {
    clearTimeout(resting);
    if (pointerType === "mouse") resting = setTimeout(look, REST, linkOf(rowOf(target)));
  });

  document.addEventListener("focusin", ({ target }) => {
    if (target.matches(".why-button")) look(target);
  });

  document.addEventListener("htmx:after:swap", ({ target }) => {
    if (target === box()) return;
    known.clear();
    if (box()?.matches(":popover-open")) fill(shown, "innerMorph").catch(() => box().hidePopover());
  });
})();
