/* The battlefield by keyboard and by drag, and automatic passing. All are translated into
 * clicks.
 *
 * Arrows move over the field, Escape clears the choice; dragging (mouse, pen) chooses, and dropping
 * clicks the target. [data-front-auto] is the player's setting to pass if nothing else is possible.
 */
(() => {
  "use strict";

  const F = Kibitz.front;
  const { root, options, cells, version, nothing } = F;

  // --- keyboard: arrows move over the field, Escape clears the choice --------------------------

  const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  let focusKey = "";

  const focusOn = (cell) => cell?.querySelector("button").focus();

  const rove = () => {
    const all = cells();
    const home = all.find((cell) => cell.dataset.cell === focusKey) ?? all.at(-1);
    for (const cell of all) cell.querySelector("button").tabIndex = cell === home ? 0 : -1;
  };

  const step = (cell, [down, right]) => {
    const all = cells();
    const width = Number(root().dataset.columns);
    const at = all.indexOf(cell);
    const x = (at % width) + right;
    if (x >= 0 && x < width) focusOn(all[at + down * width + right]);
  };

  document.addEventListener("keydown", (event) => {
    if (!root() || event.ctrlKey || event.metaKey || event.altKey) return;
    const cell = event.target.closest?.("[data-cell]");
    if (cell && ARROWS[event.key]) {
      step(cell, ARROWS[event.key]);
      event.preventDefault();
    } else if (event.key === "Escape" && !document.querySelector(":popover-open")) {
      F.chosen = nothing();
      F.draw();
    }
  });

  document.addEventListener("focusin", ({ target }) => {
    const cell = target.closest?.("[data-cell]");
    if (!cell) return;
    focusKey = cell.dataset.cell;
    rove();
  });

  // --- drag: what is dragged becomes F.chosen, the drop target is clicked ----------------------

  const FAR = 8;
  let drag = null;

  const draggable = (target) => target.closest?.(`.held button[name="card"], [data-cell][data-unit="${root().dataset.me}"]`);

  const begin = () => {
    const { source } = drag;
    const isChosen = source.dataset.cell ? F.chosen.unit === source.dataset.cell || F.chosen.group.includes(source.dataset.cell) : F.chosen.held === source.id;
    if (!isChosen) source.click();
    const picture = (source.querySelector(".card") ?? source).cloneNode(true);
    const box = (source.querySelector(".card") ?? source).getBoundingClientRect();
    picture.removeAttribute("id");
    picture.setAttribute("aria-hidden", "true");
    picture.inert = true;
    picture.classList.add("front__ghost");
    Object.assign(picture.style, { width: `${box.width}px`, height: `${box.height}px` });
    document.body.append(picture);
    drag.ghost = picture;
  };

  document.addEventListener("pointerdown", (event) => {
    const source = root() && event.button === 0 && event.pointerType !== "touch" && draggable(event.target);
    if (source) drag = { source, x: event.clientX, y: event.clientY, ghost: null };
  });

  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (!drag) return;
    if (!drag.ghost && Math.hypot(clientX - drag.x, clientY - drag.y) > FAR) begin();
    if (drag.ghost) Object.assign(drag.ghost.style, { left: `${clientX}px`, top: `${clientY}px` });
  });

  const drop = (event) => {
    const dropped = drag;
    drag = null;
    if (!dropped?.ghost) return;
    dropped.ghost.remove();
    const cell = event.type === "pointerup" && document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
    if (cell && cell !== dropped.source) cell.click();
  };
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", drop);
  document.addEventListener("dragstart", (event) => {
    if (draggable(event.target)) event.preventDefault();
  });

  // --- automatic passing, if the player enabled it: for this match, or always ------------------

  // As long as thinking may take, and never the same: haste would reveal that there was no choice.
  const pause = () => 1500 + Math.random() * 4000;
  let passedAt = "";

  const autoKey = () => `kibitz.front.auto-pass.${root().dataset.seatKey}`;
  const wantsAuto = () => {
    let kept = null;
    try {
      kept = localStorage.getItem(autoKey());
    } catch {
      // nothing can be stored here: the account's setting applies
    }
    return kept ? kept === "yes" : document.documentElement.dataset.autoPass === "on";
  };

  const autoPass = () => {
    const now = version();
    if (!("onlyPass" in options()) || !wantsAuto() || passedAt === now) return;
    passedAt = now;
    setTimeout(() => {
      if (version() === now && wantsAuto()) document.getElementById("front-pass")?.click();
    }, pause());
  };

  document.addEventListener("change", ({ target }) => {
    if (!target.matches?.("[data-front-auto]")) return;
    try {
      localStorage.setItem(autoKey(), target.checked ? "yes" : "no");
    } catch {
      target.checked = wantsAuto();
    }
    autoPass();
  });

  Object.assign(F, { focusOn, rove, autoPass, wantsAuto });
})();
