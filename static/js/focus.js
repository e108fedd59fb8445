/* Focus survives every push: what goes on standing there keeps it, and what goes away hands it on.
 *
 * Morphing keeps the focus of what stays. When the control that has it is taken away, hidden or
 * disabled, the focus goes to the next control that stood after it and still stands, else to the
 * one before: in the same group if there is one, else in the same section, else to the page's main
 * part. Never to the top of the page. Nothing scrolls for it. [data-go-on] in the same section goes
 * before: a control that says what is done next here, though it may have come only now.
 */
(() => {
  "use strict";

  const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex]";
  const GROUP = "[data-hand], [role=group], [role=toolbar], .action-bar, form";
  const SECTION = "#stage, #side, section, aside";

  const isUsable = (node) => node.isConnected && !node.disabled && !node.closest("[inert]") && node.checkVisibility();
  const isNowhere = () => [null, document.body, document.documentElement].includes(document.activeElement);

  let held = null; // { node, section, circles }: what has the focus, and the controls around it, nearest first

  const note = () => {
    const node = document.activeElement;
    if (isNowhere()) return;
    const scopes = [node.closest(GROUP), node.closest(SECTION), document.getElementById("main")];
    const circles = scopes.filter(Boolean).map((scope) => {
      const all = [...scope.querySelectorAll(CONTROLS)];
      const at = all.indexOf(node);
      return [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0)).reverse()];
    });
    held = { node, circles, section: node.closest(SECTION) };
  };

  const handOn = () => {
    const goOn = [...(held.section?.querySelectorAll("[data-go-on]") ?? [])];
    const next = [...goOn, ...held.circles.flat()].find((node) => node.tabIndex >= 0 && isUsable(node));
    (next ?? document.getElementById("main"))?.focus({ preventScroll: true });
  };

  const mend = () => {
    if (held && !isUsable(held.node) && (isNowhere() || document.activeElement === held.node)) handOn();
  };

  let had = null; // what had the focus when a push came: if nothing has it afterwards, the push took it
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
  // When all others have heard of it (htmx:after:swap): they, too, hide and show controls.
  document.addEventListener("htmx:finally:swap", giveBack);
  for (const name of ["click", "keydown"]) document.addEventListener(name, () => requestAnimationFrame(mend));
})();
