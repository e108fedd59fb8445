/* Drop-down menus (<details class="drop">) close on Escape, a click elsewhere, or losing focus. */
(() => {
  "use strict";

  const open = () => document.querySelectorAll("details.drop[open]");

  document.addEventListener("click", ({ target }) => {
    for (const menu of open()) if (!menu.contains(target)) menu.open = false;
  });

  document.addEventListener("focusin", ({ target }) => {
    for (const menu of open()) if (!menu.contains(target)) menu.open = false;
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of open()) {
      menu.open = false;
      if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
    }
  });
})();
