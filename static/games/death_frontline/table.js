/* The battlefield: choosing a card or a unit shows what it could do, before anything is sent.
 *
 * [data-front] holds data-choices and data-info (display.py says their shapes); every cell is
 * [data-cell="x,y"], every held card a button named "card". A choice puts classes on cells (is-…)
 * and, where one more click carries it out, data-action, which static/matches/act.js sends.
 * What needs a last word goes into [data-plan] with a button. Drag (mouse, pen), click and keyboard
 * all come down to the same clicks. Words are in the templates.
 */
(() => {
  "use strict";

  const root = () => document.querySelector("[data-front]");
  const plan = () => root()?.querySelector("[data-plan]");
  const part = (name) => plan().querySelector(`[data-part="${name}"]`);
  const cells = () => [...root().querySelectorAll("[data-cell]")];
  const cellAt = (key) => root().querySelector(`[data-cell="${key}"]`);
  const pair = (key) => key.split(",").map(Number);
  const nameOf = (key) => cellAt(key)?.dataset.name ?? "";
  const version = () => document.getElementById("stage")?.dataset.version ?? "";
  const show = (node, on) => { if (node) node.hidden = !on; };

  const nothing = () => ({ card: "", held: "", unit: "", target: "", layer: "", group: [], advance: "" });
  let chosen = nothing();
  let choices = {};
  let info = {};
  let drawnVersion = null;

  const cardChoice = () => choices.cards?.[chosen.card] ?? {};
  const attacksOn = (key) => (choices.attacks ?? []).filter((one) => one.cell === key);
  const attack = () => attacksOn(chosen.target).find((one) => one.layer === chosen.layer);
  const attackerOf = (target, key) => target.attackers.find((one) => one.cell === key);
  const isAttacker = (key) => (choices.attacks ?? []).some((one) => attackerOf(one, key));
  const waysOf = (key) => cardChoice().skill?.ways?.[key] ?? (chosen.card ? [] : choices.units?.[key]?.ways ?? []);

  // --- what a group would come to --------------------------------------------------------------

  const strength = (target, group) => {
    const members = group.map((key) => attackerOf(target, key)).filter(Boolean);
    const value = members.reduce((sum, one) => sum + one.value, 0);
    const defence = members.some((one) => one.breaches) ? target.breached : target.defence;
    return { value, defence, destroys: value > defence, members };
  };

  // The fewest troops that destroy the target, the weakest that will do; all if nobody can.
  const smallestGroup = (target) => {
    const sorted = [...target.attackers].sort((a, b) => b.value - a.value);
    for (let size = 1; size <= sorted.length; size += 1) {
      const group = sorted.slice(0, size).map((one) => one.cell);
      if (!strength(target, group).destroys) continue;
      for (const last of sorted.slice(size).reverse()) {
        const thriftier = [...group.slice(0, -1), last.cell];
        if (strength(target, thriftier).destroys) return thriftier;
      }
      return group;
    }
    return sorted.map((one) => one.cell);
  };

  // --- choosing --------------------------------------------------------------------------------

  const chooseCard = (button) => {
    const again = chosen.held === button.id;
    chosen = nothing();
    if (!again) Object.assign(chosen, { card: button.value, held: button.id });
    draw();
    root().querySelector("[data-board]").scrollIntoView({ block: "nearest", behavior: "instant" });
  };

  const chooseUnit = (key) => {
    const again = chosen.unit === key;
    chosen = { ...nothing(), card: chosen.card, held: chosen.held, unit: again ? "" : key };
  };

  const toggleAttacker = (key) => {
    const target = attack();
    if (target && !attackerOf(target, key)) chosen = nothing();
    chosen.group = chosen.group.includes(key) ? chosen.group.filter((one) => one !== key) : [...chosen.group, key];
    chosen.unit = chosen.group.at(-1) ?? "";
  };

  const chooseTarget = (key, layer) => {
    const options = attacksOn(key);
    const target = options.find((one) => one.layer === layer) ?? options[0];
    Object.assign(chosen, { target: key, layer: target.layer, advance: "" });
    chosen.group = chosen.group.filter((one) => attackerOf(target, one));
    if (!chosen.group.length) chosen.group = smallestGroup(target);
    chosen.unit = "";
  };

  const chooseSkillTarget = (key) => {
    const skill = cardChoice().skill;
    if (skill.ways) return skill.ways[key] ? chooseUnit(key) : undefined;
    if (skill.blocks) return chooseBlock(skill.blocks, key);
    const options = (skill.targets ?? []).filter((one) => one.cell === key);
    if (options.length) Object.assign(chosen, { target: key, layer: options[0].layer ?? "" });
  };

  // Any cell of a block chooses it; the same cell again chooses the next block that holds it.
  const chooseBlock = (blocks, key) => {
    const holding = blocks.filter((one) => one.cells.includes(key));
    const at = holding.findIndex((one) => one.cell === chosen.target);
    chosen.target = holding[(at + 1) % holding.length].cell;
  };

  const chooseCell = (cell) => {
    const key = cell.dataset.cell;
    if (cardChoice().skill) chooseSkillTarget(key);
    else if (isAttacker(key)) toggleAttacker(key);
    else if (attacksOn(key).length) chooseTarget(key, chosen.layer);
    else {
      chosen = nothing();
      if (cell.dataset.unit || cell.dataset.facility) chosen.unit = key;
    }
    draw();
  };

  // --- drawing ---------------------------------------------------------------------------------

  const MARKS = ["is-chosen", "is-legal", "is-deadly", "is-target", "is-aim", "is-joiner", "in-range", "is-supplied", "is-covered", "is-mover"];

  const clear = () => {
    for (const cell of cells()) {
      cell.classList.remove(...MARKS);
      for (const name of ["action", "confirm", "confirmYes"]) delete cell.dataset[name];
    }
  };

  const mark = (keys, name) => {
    for (const key of keys ?? []) cellAt(key)?.classList.add(name);
  };

  const offer = (key, action, deadly) => {
    const cell = cellAt(key);
    if (!cell) return;
    cell.classList.add("is-legal");
    cell.dataset.action = JSON.stringify(action);
    if (!deadly) return;
    const words = plan().querySelector("[data-words-mine]").dataset;
    cell.classList.add("is-deadly");
    Object.assign(cell.dataset, { confirm: words.wordsMine, confirmYes: words.wordsGo });
  };

  const wayAction = (way) => {
    const head = chosen.card ? { type: "skill", card: chosen.card } : { type: "move" };
    return { ...head, from: pair(chosen.unit), path: way.path };
  };

  const endOf = (way) => way.path.at(-1).join(",");

  const offerWays = (ways) => {
    for (const way of [...ways].sort((a, b) => b.path.length - a.path.length)) offer(endOf(way), wayAction(way), way.deadly);
  };

  const offerPlaces = () => {
    for (const type of ["deploy", "build"]) {
      for (const key of cardChoice()[type] ?? []) offer(key, { type, card: chosen.card, to: pair(key) });
    }
  };

  const markSkill = (skill) => {
    if (skill?.ways && !chosen.unit) mark(Object.keys(skill.ways), "is-mover");
    mark(skill?.targets?.map((one) => one.cell), "is-aim");
    mark(skill?.blocks?.find((one) => one.cell === chosen.target)?.cells, "is-target");
    if (skill?.targets) mark([chosen.target].filter(Boolean), "is-target");
  };

  const markAttack = () => {
    mark(chosen.group, "is-chosen");
    const target = attack();
    if (target) {
      mark([target.cell], "is-target");
      mark(target.attackers.map((one) => one.cell).filter((key) => !chosen.group.includes(key)), "is-joiner");
    } else if (chosen.group.length) {
      const all = (choices.attacks ?? []).filter((one) => chosen.group.every((key) => attackerOf(one, key)));
      mark(all.map((one) => one.cell), "is-aim");
    }
  };

  const markUnit = () => {
    if (!chosen.unit) return;
    const about = info[chosen.unit] ?? {};
    mark([chosen.unit], "is-chosen");
    mark(about.reach, "in-range");
    mark(about.suppliers, "is-supplied");
    mark(about.covers, "is-covered");
    offerWays(waysOf(chosen.unit));
  };

  const drawHeld = () => {
    for (const button of document.querySelectorAll('.held button[name="card"]')) {
      button.setAttribute("aria-pressed", String(button.id === chosen.held));
    }
  };

  const draw = () => {
    if (!root()) return;
    clear();
    drawHeld();
    offerPlaces();
    markSkill(cardChoice().skill);
    if (!chosen.card) markAttack();
    markUnit();
    if (plan()) drawPlan();
  };

  // --- the plan: words and figures --------------------------------------------------------------

  const about = () => {
    const held = chosen.held && document.getElementById(chosen.held);
    const key = chosen.target || chosen.unit || chosen.group[0];
    const source = held || (key && cellAt(key));
    const spoken = (source?.querySelector("[data-spoken]") ?? source?.querySelector(".visually-hidden"))?.textContent ?? "";
    const more = source?.closest("[data-about]")?.dataset.about ?? "";
    return [spoken.replace(/^[:;] /, ""), more].filter(Boolean).join(". ").replace(/\s+/g, " ");
  };

  const drawPlan = () => {
    const busy = Boolean(chosen.card || chosen.unit || chosen.target || chosen.group.length);
    const breaking = choices.breakthroughs?.length > 0;
    show(part("hint"), !busy);
    show(part("body"), busy || breaking);
    plan().querySelector("[data-about-here]").textContent = about();
    for (const button of plan().querySelectorAll("[data-send]")) show(button, false);
    drawSupply();
    drawSum();
    drawLayers();
    drawAdvance();
    drawWays();
    drawRest();
  };

  const drawSupply = () => {
    const cell = chosen.unit ? cellAt(chosen.unit) : null;
    const suppliers = info[chosen.unit]?.suppliers ?? [];
    const lacking = Boolean(cell?.querySelector(".card__state--supply"));
    show(part("supplied"), Boolean(cell) && suppliers.length > 0);
    show(part("unsupplied"), lacking);
    part("supplied").querySelector("[data-suppliers]").textContent = suppliers.map(nameOf).join(", ");
  };

  const figures = () => {
    const target = attack();
    if (target && chosen.group.length) return strength(target, chosen.group);
    const aim = cardChoice().skill?.targets?.find((one) => one.cell === chosen.target && one.layer === chosen.layer);
    return aim && "attack" in aim ? { value: aim.attack, defence: aim.defence, destroys: aim.destroyed } : null;
  };

  const drawSum = () => {
    const sum = figures();
    show(part("sum"), Boolean(sum));
    show(part("destroys"), sum?.destroys);
    show(part("holds"), sum && !sum.destroys);
    if (!sum) return;
    plan().querySelector("[data-attack]").textContent = sum.value;
    plan().querySelector("[data-defence]").textContent = sum.defence;
  };

  const layersHere = () => (cardChoice().skill?.targets ?? choices.attacks ?? [])
    .filter((one) => one.cell === chosen.target && one.layer).map((one) => one.layer);

  const drawLayers = () => {
    const layers = layersHere();
    show(part("layers"), layers.length > 1);
    for (const radio of part("layers").querySelectorAll("input")) radio.checked = radio.value === chosen.layer;
  };

  const drawAdvance = () => {
    const sum = chosen.card ? null : figures();
    const able = sum?.destroys ? sum.members.filter((one) => one.advances) : [];
    if (!able.some((one) => one.cell === chosen.advance)) chosen.advance = "";
    show(part("advance"), able.length > 0);
    const box = plan().querySelector("[data-advances]");
    box.replaceChildren(box.firstElementChild, ...able.map((one) => advanceLabel(one)));
    box.querySelector("input").checked = !chosen.advance;
  };

  const advanceLabel = ({ cell, deadly }) => {
    const label = document.createElement("label");
    const radio = Object.assign(document.createElement("input"), { type: "radio", name: "front-advance", value: cell });
    radio.checked = cell === chosen.advance;
    label.append(radio, `${nameOf(cell)}${deadly ? " ✕" : ""}`);
    return label;
  };

  // Two ways to one cell differ only where one of them enters a minefield on its way.
  const drawWays = () => {
    const ways = chosen.unit ? waysOf(chosen.unit) : [];
    const mined = ways.filter(({ path }) => path.length > 1 && cellAt(path[0].join(","))?.dataset.facility === "enemy");
    show(part("ways"), mined.length > 0);
    const via = plan().querySelector("[data-words-via]").dataset.wordsVia;
    plan().querySelector("[data-ways]").replaceChildren(...mined.map((way) => {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "quiet" });
      button.textContent = `${nameOf(endOf(way))} ${via} ${nameOf(way.path[0].join(","))}`;
      button.dataset.action = JSON.stringify(wayAction(way));
      return button;
    }));
  };

  const send = (kind, action) => {
    const button = plan().querySelector(`[data-send="${kind}"]`);
    button.dataset.action = JSON.stringify(action);
    show(button, true);
  };

  const drawRest = () => {
    const choice = cardChoice();
    const target = attack();
    const block = choice.skill?.blocks?.find((one) => one.cell === chosen.target);
    show(part("joiners"), Boolean(target) && target.attackers.some((one) => !chosen.group.includes(one.cell)));
    show(part("targets"), Boolean(choice.skill?.targets || choice.skill?.blocks || chosen.group.length) && !chosen.target);
    show(part("places"), Boolean(choice.deploy || choice.build || (chosen.unit && waysOf(chosen.unit).length)));
    show(part("movers"), Boolean(choice.skill?.ways) && !chosen.unit);
    show(part("block"), Boolean(block));
    if (block) {
      plan().querySelector("[data-hits]").textContent = block.hits;
      plan().querySelector("[data-destroyed]").textContent = block.destroyed.map(nameOf).join(", ") || "0";
    }
    offerSending(choice, target, block);
  };

  const offerSending = (choice, target, block) => {
    const skill = { type: "skill", card: chosen.card };
    if (choice.swap) send("swap", { type: "swap_draw", card: chosen.card });
    else if (choice.skill?.plain) send("skill", skill);
    else if (block) send("skill", { ...skill, target: pair(block.cell) });
    else if (choice.skill?.targets && chosen.target) {
      send("skill", { ...skill, target: pair(chosen.target), ...(chosen.layer && { layer: chosen.layer }) });
    } else if (target && chosen.group.length) {
      const advance = chosen.advance ? pair(chosen.advance) : null;
      send("attack", { type: "attack", from: chosen.group.map(pair), target: pair(target.cell), layer: target.layer, advance });
    } else if (choices.breakthroughs?.length) {
      const from = choices.breakthroughs.includes(chosen.unit) ? chosen.unit : choices.breakthroughs[0];
      send("breakthrough", { type: "breakthrough", from: pair(from) });
      mark([from], "is-chosen");
    }
  };

  // --- clicks ----------------------------------------------------------------------------------

  document.addEventListener("click", (event) => {
    if (!root()) return;
    const { target } = event;
    const card = target.closest('.held button[name="card"]');
    const cell = target.closest("[data-cell]");
    if (card) {
      chooseCard(card);
      if (event.detail === 0) focusOn(root().querySelector(".is-legal, .is-aim, .is-mover"));
    } else if (target.closest("[data-clear]")) {
      chosen = nothing();
      draw();
    } else if (cell && !cell.dataset.action) chooseCell(cell);
  });

  document.addEventListener("change", ({ target }) => {
    if (target.name === "front-layer") {
      if (chosen.card) chosen.layer = target.value;
      else chooseTarget(chosen.target, target.value);
      draw();
    }
    if (target.name === "front-advance") {
      chosen.advance = target.value;
      draw();
    }
  });

  // --- keyboard: arrows go over the field, Escape lets go --------------------------------------

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
      chosen = nothing();
      draw();
    }
  });

  document.addEventListener("focusin", ({ target }) => {
    const cell = target.closest?.("[data-cell]");
    if (!cell) return;
    focusKey = cell.dataset.cell;
    rove();
  });

  // --- drag: what is dragged is chosen, what it is dropped on is clicked ------------------------

  const FAR = 8;
  let drag = null;

  const draggable = (target) => target.closest?.('.held button[name="card"], [data-cell][data-unit="own"]');

  const begin = () => {
    const { source } = drag;
    const isChosen = source.dataset.cell ? chosen.unit === source.dataset.cell || chosen.group.includes(source.dataset.cell) : chosen.held === source.id;
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

  // --- passing by itself, if this player asked for it at this match ----------------------------

  const PAUSE = 700;
  let passedAt = "";

  const autoKey = () => `kibitz.front.auto-pass.${root().dataset.seatKey}`;
  const wantsAuto = () => {
    try {
      return localStorage.getItem(autoKey()) === "yes";
    } catch {
      return false;
    }
  };

  const autoPass = () => {
    const now = version();
    if (!("onlyPass" in root().dataset) || !wantsAuto() || passedAt === now) return;
    passedAt = now;
    setTimeout(() => {
      if (version() === now && wantsAuto()) document.getElementById("front-pass")?.click();
    }, PAUSE);
  };

  document.addEventListener("change", ({ target }) => {
    if (!target.matches?.("[data-auto-pass]")) return;
    try {
      if (target.checked) localStorage.setItem(autoKey(), "yes");
      else localStorage.removeItem(autoKey());
    } catch {
      target.checked = false;
    }
    autoPass();
  });

  // --- every push ------------------------------------------------------------------------------

  const settle = () => {
    if (!root()) return;
    choices = JSON.parse(root().dataset.choices || "{}");
    info = JSON.parse(root().dataset.info || "{}");
    if (drawnVersion !== version()) chosen = nothing();
    drawnVersion = version();
    rove();
    draw();
    const auto = root().querySelector("[data-auto-pass]");
    if (auto) auto.checked = wantsAuto();
    autoPass();
  };

  document.addEventListener("htmx:oobAfterSwap", settle);
  document.addEventListener("htmx:afterSettle", settle);
  document.addEventListener("DOMContentLoaded", settle);
})();
