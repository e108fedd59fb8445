/* Focus survives every push: controls that stay keep it, those that go away pass it on.
 *
 * Morphing keeps the focus of elements that stay. When the focused control is removed, hidden or
 * disabled, the focus goes to the next surviving control after it, else to the one before it: in
 * the same group if there is one; else to something new at the same table that is to be done or
 * read next ([data-go-on]); else in the same section. A section without controls takes the focus
 * itself, if it can (tabindex); the last resort is the page's main part. Never the top of the page,
 * and never a way out ([data-way-out]). Nothing scrolls for it.
 */
(() => {
  "use strict";

  const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex]";
  const GROUP = "[data-hand], [role=group], [role=toolbar], .action-bar, form";
  const SECTION = "#stage, #side, section, aside";

  const isUsable = (node) => node.isConnected && !node.disabled && !node.closest("[inert]") && node.checkVisibility();
  const isNowhere = () => [null, document.body, document.documentElement].includes(document.activeElement);

  let held = null; // { node, section, circles }: the focused node, and the controls around it, nearest first

  const around = (node, scope) => {
    const all = [...(scope?.querySelectorAll(CONTROLS) ?? [])];
    const at = all.indexOf(node);
    return [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0)).reverse()];
  };

  const note = () => {
    const node = document.activeElement;
    if (isNowhere()) return;
    const section = node.closest(SECTION);
    const circles = [node.closest(GROUP), section, document.getElementById("main")].map((scope) => around(node, scope));
    held = { node, section, circles };
  };

  const isStop = (node) => node.tabIndex >= 0 && !node.matches("[data-way-out]");

  const handOn = () => {
    const { section, circles } = held;
    const [group, near, far] = circles.map((circle) => circle.filter(isStop));
    const table = section?.closest(".play") ?? section;
    const goOn = [...(table?.querySelectorAll("[data-go-on]") ?? [])].filter((node) => !circles[2].includes(node));
    const home = section?.hasAttribute("tabindex") ? [section] : [];
    const next = [...group, ...goOn, ...near, ...home, ...far].find(isUsable);
    (next ?? document.getElementById("main"))?.focus({ preventScroll: true });
  };

  const mend = () => {
    if (held && !isUsable(held.node) && (isNowhere() || document.activeElement === held.node)) handOn();
  };

  let had = null; // focused when a push came: if nothing has focus afterwards, the push took it
  const take = () => {
    note();
    had = isNowhere() ? null : document.activeElement;
  };
  const giveBack = () => {
    if (had && isNowhere() && isUsable(had)) had.focus({ preventScroll: true });
    had = null;
    mend();
  };

  document.addEventListener("focusin", note);
  document.addEventListener("htmx:before:swap", take);
  // After all other htmx:after:swap handlers, since they hide and show controls too.
  document.addEventListener("htmx:finally:swap", giveBack);
  for (const name of ["click", "keydown"]) document.addEventListener(name, () => requestAnimationFrame(mend));
})();
