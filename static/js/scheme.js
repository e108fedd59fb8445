/* This device's look: colour scheme, suit colours, card size, speed of motion.
 *
 * Loaded in <head> before the style sheet, so that the first paint is right. A choice is an input
 * anywhere with data-setting="scheme|deck|card-size|motion"; it sets <html data-…> and is stored in
 * localStorage. The attribute the server wrote is the account's choice; a choice made on this
 * device takes precedence until the same input is changed again.
 */
(() => {
  "use strict";

  const KEY = "kibitz.look";
  const NAMES = ["scheme", "deck", "card-size", "motion"];
  const root = document.documentElement;

  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY)) || {};
    } catch {
      return {}; // storage is forbidden or holds something else: the server's choice stands
    }
  };

  const write = (look) => {
    try {
      localStorage.setItem(KEY, JSON.stringify(look));
    } catch {
      // Private windows may refuse: the choice then lasts as long as the page.
    }
  };

  const show = () => {
    for (const input of document.querySelectorAll("[data-setting]")) {
      const value = root.getAttribute(`data-${input.dataset.setting}`);
      if (input.type === "radio") input.checked = input.value === value;
      else if (input.tagName === "SELECT") input.value = value;
    }
  };

  const look = read();
  for (const name of NAMES) if (look[name]) root.setAttribute(`data-${name}`, look[name]);

  document.addEventListener("change", ({ target }) => {
    const name = target.dataset?.setting;
    if (!NAMES.includes(name)) return;
    root.setAttribute(`data-${name}`, target.value);
    write({ ...read(), [name]: target.value });
    show();
  });
  document.addEventListener("DOMContentLoaded", show);
})();
