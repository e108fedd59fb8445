"""Whether everything on a page that may be clicked can be: hit where it stands, and whole."""

from __future__ import annotations

from playwright.sync_api import Page as Tab

# Where a control may be seen now: the window less what scrolls or clips. A control out of that is
# scrolled to. One in it must be what a click on its middle hits, before and after.
OUT_OF_REACH = r"""(within) => {
  const CONTROLS = "a[href], button, summary, select, textarea, [role=button], " +
    "input:not([type=hidden])";
  const shown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !one.closest(".visually-hidden, .skip-link, [inert]")
    && getComputedStyle(one).pointerEvents !== "none";
  const boxOf = (one) => one.getClientRects()[0];

  const clips = (node, axis) => getComputedStyle(node)[`overflow${axis}`] !== "visible";
  const frame = (one) => {
    const { clientWidth: right } = document.documentElement;
    const room = { left: 0, top: 0, right, bottom: innerHeight };
    const narrow = (from, to, box) => {
      room[from] = Math.max(room[from], box[from]);
      room[to] = Math.min(room[to], box[to]);
    };
    let inside = one;
    for (let node = one.parentElement; node && node !== document.body; node = node.parentElement) {
      if (getComputedStyle(inside).position === "fixed" || inside.matches(":popover-open")) break;
      inside = node;
      const box = node.getBoundingClientRect();
      if (clips(node, "X")) narrow("left", "right", box);
      if (clips(node, "Y")) narrow("top", "bottom", box);
    }
    return room;
  };

  const wordsOf = (one) => one.textContent.replace(/\s+/g, " ").trim().slice(0, 30);
  const name = (one) =>
    `${one.tagName.toLowerCase()}#${one.id}.${one.getAttribute("class")} “${wordsOf(one)}”`;
  const belongs = (one, hit) => [one, ...(one.labels ?? [])].some((part) => part.contains(hit));
  const at = (one) => {
    const box = boxOf(one);
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const room = frame(one);
    const inside = x > room.left && x < room.right && y > room.top && y < room.bottom;
    return { box, room, inside, hit: document.elementFromPoint(x, y) };
  };
  // What nobody can scroll, scrollIntoView scrolls all the same.
  const unscroll = (one) => {
    for (let node = one.parentElement; node; node = node.parentElement) {
      const style = getComputedStyle(node);
      if (style.overflowX === "hidden") node.scrollLeft = 0;
      if (style.overflowY === "hidden") node.scrollTop = 0;
    }
  };
  const under = (hit) => (hit ? name(hit.closest(CONTROLS) ?? hit) : "nothing");

  const found = [];
  // A lesson's page scrolls beneath the hand: under its words a phone has no room for a pane.
  // What is open lies over the rest, and closes by a click beside it.
  const scope = document.querySelector(":popover-open") ?? document.querySelector(within);
  const controls = [...scope.querySelectorAll(CONTROLS)]
    .filter((one) => shown(one) && boxOf(one)?.width);
  scrollTo({ top: 0, behavior: "instant" });
  for (const one of controls) {
    const { inside, hit } = at(one);
    const isBeneath = inside && !belongs(one, hit) && !hit?.closest(".is-lesson .hand-area");
    if (isBeneath) found.push(`${name(one)} lies under ${under(hit)}`);
  }
  for (const one of controls) {
    one.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    unscroll(one);
    const { box, room, hit } = at(one);
    const isCut = box.left < room.left - 2 || box.right > room.right + 2;
    if (!belongs(one, hit)) found.push(`${name(one)} cannot be reached for ${under(hit)}`);
    else if (isCut) found.push(`${name(one)} is cut at a side`);
  }
  scrollTo({ top: 0, behavior: "instant" });
  return found;
}
"""


def out_of_reach(tab: Tab, within: str = "body") -> list[str]:
    """Return the controls that lie under something, are cut, or cannot be scrolled to."""
    found: list[str] = tab.evaluate(OUT_OF_REACH, within)
    return found
