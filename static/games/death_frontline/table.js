/* The battlefield: choosing a card or a unit shows what it could do, before anything is sent.
 *
 * #options holds data-choices and data-info (display.py documents their shapes); every cell is
 * [data-cell="x,y"], every held card a button named "card". A choice sets classes on cells (is-…)
 * and, where one more click carries it out, data-action, which static/matches/act.js sends. Actions
 * that need confirmation go into [data-plan] with a button. Drag (mouse, pen), click and keyboard
 * all end in the same clicks. The wording is in the templates. Related: table-board.js (shared
 * data), table-plan.js (the plan), table-hands.js (keyboard, drag, automatic passing).
 */
(() => {
  "use strict";

  const F = Kibitz.front;
  const { root, options, plan, cells, cellAt, pair, version, nothing, cardChoice, attacksOn, attack, attackerOf, isAttacker, waysOf, smallestGroup } = F;
  let drawnVersion = null;

  // --- choosing --------------------------------------------------------------------------------

  const chooseCard = (button) => {
    const again = F.chosen.held === button.id;
    F.chosen = nothing();
    if (!again) Object.assign(F.chosen, { card: button.value, held: button.id });
    draw();
    root().querySelector("[data-board]").scrollIntoView({ block: "nearest", behavior: "instant" });
  };

  const chooseUnit = (key) => {
    const again = F.chosen.unit === key;
    F.chosen = { ...nothing(), card: F.chosen.card, held: F.chosen.held, unit: again ? "" : key };
  };

  const toggleAttacker = (key) => {
    const target = attack();
    if (target && !attackerOf(target, key)) F.chosen = nothing();
    F.chosen.group = F.chosen.group.includes(key) ? F.chosen.group.filter((one) => one !== key) : [...F.chosen.group, key];
    F.chosen.unit = F.chosen.group.at(-1) ?? "";
  };

  const chooseTarget = (key, layer) => {
    const options = attacksOn(key);
    const target = options.find((one) => one.layer === layer) ?? options[0];
    Object.assign(F.chosen, { target: key, layer: target.layer, advance: "" });
    F.chosen.group = F.chosen.group.filter((one) => attackerOf(target, one));
    if (!F.chosen.group.length) F.chosen.group = smallestGroup(target);
    F.chosen.unit = "";
  };

  const chooseSkillTarget = (key) => {
    const skill = cardChoice().skill;
    if (skill.ways) return skill.ways[key] ? chooseUnit(key) : undefined;
    if (skill.blocks) return chooseBlock(skill.blocks, key);
    const options = (skill.targets ?? []).filter((one) => one.cell === key);
    if (options.length) Object.assign(F.chosen, { target: key, layer: options[0].layer ?? "" });
  };

  // Any cell of a block chooses it; the same cell again chooses the next block that contains it.
  const chooseBlock = (blocks, key) => {
    const holding = blocks.filter((one) => one.cells.includes(key));
    const at = holding.findIndex((one) => one.cell === F.chosen.target);
    F.chosen.target = holding[(at + 1) % holding.length].cell;
  };

  const chooseCell = (cell) => {
    const key = cell.dataset.cell;
    if (cardChoice().skill) chooseSkillTarget(key);
    else if (isAttacker(key)) toggleAttacker(key);
    else if (attacksOn(key).length) chooseTarget(key, F.chosen.layer);
    else {
      F.chosen = nothing();
      if (cell.dataset.unit || cell.dataset.facility) F.chosen.unit = key;
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
    const head = F.chosen.card ? { type: "skill", card: F.chosen.card } : { type: "move" };
    return { ...head, from: pair(F.chosen.unit), path: way.path };
  };

  const endOf = (way) => way.path.at(-1).join(",");

  const offerWays = (ways) => {
    for (const way of [...ways].sort((a, b) => b.path.length - a.path.length)) offer(endOf(way), wayAction(way), way.deadly);
  };

  const offerPlaces = () => {
    for (const type of ["deploy", "build"]) {
      for (const key of cardChoice()[type] ?? []) offer(key, { type, card: F.chosen.card, to: pair(key) });
    }
  };

  const markSkill = (skill) => {
    if (skill?.ways && !F.chosen.unit) mark(Object.keys(skill.ways), "is-mover");
    mark(skill?.targets?.map((one) => one.cell), "is-aim");
    mark(skill?.blocks?.find((one) => one.cell === F.chosen.target)?.cells, "is-target");
    if (skill?.targets) mark([F.chosen.target].filter(Boolean), "is-target");
  };

  const markAttack = () => {
    mark(F.chosen.group, "is-chosen");
    const target = attack();
    if (target) {
      mark([target.cell], "is-target");
      mark(target.attackers.map((one) => one.cell).filter((key) => !F.chosen.group.includes(key)), "is-joiner");
    } else if (F.chosen.group.length) {
      const all = (F.choices.attacks ?? []).filter((one) => F.chosen.group.every((key) => attackerOf(one, key)));
      mark(all.map((one) => one.cell), "is-aim");
    }
  };

  const markUnit = () => {
    if (!F.chosen.unit) return;
    const about = F.info[F.chosen.unit] ?? {};
    mark([F.chosen.unit], "is-chosen");
    mark(about.reach, "in-range");
    mark(about.suppliers, "is-supplied");
    mark(about.covers, "is-covered");
    offerWays(waysOf(F.chosen.unit));
  };

  const drawHeld = () => {
    for (const button of document.querySelectorAll('.held button[name="card"]')) {
      button.setAttribute("aria-pressed", String(button.id === F.chosen.held));
    }
  };

  // An attacker's button shows whether it is selected.
  const drawAttackers = () => {
    for (const cell of cells()) {
      const key = cell.dataset.cell;
      const button = cell.querySelector("button");
      if (F.chosen.card || !isAttacker(key)) button.removeAttribute("aria-pressed");
      else button.setAttribute("aria-pressed", String(F.chosen.group.includes(key)));
    }
  };

  const draw = () => {
    if (!root()) return;
    clear();
    drawHeld();
    drawAttackers();
    offerPlaces();
    markSkill(cardChoice().skill);
    if (!F.chosen.card) markAttack();
    markUnit();
    if (plan()) F.drawPlan();
  };

  Object.assign(F, { draw, mark, wayAction, endOf });

  // --- clicks ----------------------------------------------------------------------------------

  document.addEventListener("click", (event) => {
    if (!root()) return;
    const { target } = event;
    const card = target.closest('.held button[name="card"]');
    const cell = target.closest("[data-cell]");
    if (card) {
      chooseCard(card);
      if (event.detail === 0) F.focusOn(root().querySelector(".is-legal, .is-aim, .is-mover"));
    } else if (target.closest("[data-clear]")) {
      F.chosen = nothing();
      draw();
    } else if (cell && !cell.dataset.action) chooseCell(cell);
  });

  document.addEventListener("change", ({ target }) => {
    if (target.name === "front-layer") {
      if (F.chosen.card) F.chosen.layer = target.value;
      else chooseTarget(F.chosen.target, target.value);
      draw();
    }
    if (target.name === "front-advance") {
      F.chosen.advance = target.value;
      draw();
    }
  });

  // --- every push ------------------------------------------------------------------------------

  const settle = () => {
    if (!root()) return;
    const { choices, info } = options();
    F.choices = JSON.parse(choices || "{}");
    F.info = JSON.parse(info || "{}");
    if (drawnVersion !== version()) F.chosen = nothing();
    drawnVersion = version();
    F.rove();
    draw();
    F.standOnHand();
    const auto = root().querySelector("[data-front-auto]");
    if (auto) auto.checked = F.wantsAuto();
    F.autoPass();
  };

  document.addEventListener("htmx:after:swap", settle);
  document.addEventListener("DOMContentLoaded", settle);
})();
