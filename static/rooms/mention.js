/* Mentions: after "@" and a letter, the names of those who read here; arrows, Enter, Tab or a click
 * put one into the text. The field is a combobox, [data-names] its source, #talk-names its list.
 */
(() => {
  "use strict";

  const WORD = /(?:^|\s)@([\p{L}\p{N}._-]{1,30})$/u;
  const list = () => document.getElementById("talk-names");
  const fieldOf = (target) => target.closest?.("input[data-names]");
  let asked = "";

  const written = (field) => field.value.slice(0, field.selectionStart);
  const close = (field) => {
    asked = "";
    list().hidden = true;
    list().replaceChildren();
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  };

  const choose = (field, at) => {
    for (const [number, one] of [...list().children].entries()) one.setAttribute("aria-selected", String(number === at));
    field.setAttribute("aria-activedescendant", `talk-name-${at}`);
  };

  const show = (field, names) => {
    list().replaceChildren(...names.map((name, at) => Object.assign(document.createElement("li"), {
      role: "option", id: `talk-name-${at}`, textContent: name,
    })));
    list().hidden = false;
    field.setAttribute("aria-expanded", "true");
    choose(field, 0);
  };

  const look = async (field) => {
    const start = WORD.exec(written(field))?.[1];
    if (!start) return close(field);
    asked = start;
    const answer = await fetch(`${field.dataset.names}?q=${encodeURIComponent(start)}`).catch(() => null);
    const names = answer?.ok ? (await answer.json()).names : [];
    if (asked !== start || !list()) return; // more was typed meanwhile, or the talk was closed
    if (names.length) show(field, names);
    else close(field);
  };

  const take = (field, name) => {
    const [before, after] = [written(field), field.value.slice(field.selectionStart)];
    const text = before.replace(/@[^@]*$/, `@${name} `);
    field.value = text + after;
    field.setSelectionRange(text.length, text.length);
    close(field);
    field.focus();
  };

  const isOpen = () => list() && !list().hidden;
  const chosen = () => [...list().children].findIndex((one) => one.getAttribute("aria-selected") === "true");

  document.addEventListener("input", ({ target }) => {
    if (fieldOf(target)) look(target);
  });

  document.addEventListener("keydown", (event) => {
    const field = fieldOf(event.target);
    if (!field || !isOpen() || event.isComposing) return; // an input method has its own Enter
    const last = list().children.length - 1;
    const moves = { ArrowDown: chosen() < last ? chosen() + 1 : 0, ArrowUp: chosen() > 0 ? chosen() - 1 : last };
    if (event.key in moves) choose(field, moves[event.key]);
    else if (event.key === "Enter" || event.key === "Tab") take(field, list().children[chosen()].textContent);
    else if (event.key === "Escape") close(field);
    else return;
    event.preventDefault();
  });

  document.addEventListener("mousedown", (event) => {
    const one = event.target.closest?.("#talk-names > li");
    if (!one) return;
    event.preventDefault(); // the field keeps the focus
    take(document.querySelector("input[data-names]"), one.textContent);
  });

  document.addEventListener("focusout", ({ target }) => {
    if (fieldOf(target) && isOpen()) close(target);
  });
})();
