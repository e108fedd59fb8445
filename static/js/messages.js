/* Messages are dismissed by their button.
 *
 * At a table, where they overlay its top, they also disappear after a move, or on their own;
 * warnings stay, and nothing disappears from under the pointer or the focus.
 */
(() => {
  "use strict";

  const SHOWN = 8000; // ms
  const list = document.getElementById("messages");

  const clear = () => {
    if (list.matches(":hover, :focus-within")) return setTimeout(clear, SHOWN);
    for (const one of list.querySelectorAll("li:not(.notice--warning, .notice--error)")) one.remove();
  };

  list.addEventListener("click", ({ target }) => {
    if (target.closest("[data-dismiss]")) target.closest("li").remove();
  });
  document.addEventListener("kibitz:played", clear);
  if (document.getElementById("match")) setTimeout(clear, SHOWN);
})();
