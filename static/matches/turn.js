/* Whose turn it is, beside the position: the title's mark, a sentence; and the log's end.
 *
 * #stage[data-my-turn] marks the title with the words in that attribute, and #turn-alert says them
 * when the turn comes, once.
 */
(() => {
  "use strict";

  const stage = () => document.getElementById("stage");

  // The tab's picture carries a mark as well, for whoever has many tabs and reads no titles.
  const icon = document.querySelector("link[rel=icon][data-turn]");
  const calm = icon?.href;
  const paint = (href) => {
    if (icon && icon.href !== href) icon.href = href;
  };

  const title = document.title;
  const mark = () => {
    const words = stage()?.dataset.myTurn;
    paint(words ? new URL(icon?.dataset.turn ?? "", location.href).href : calm);
    document.title = words ? `● ${words} · ${title}` : title;
  };

  // A page that is opened in one's turn has it in its title, which is read first.
  let told = Boolean(stage()?.dataset.myTurn);
  const tellTurn = () => {
    const words = stage()?.dataset.myTurn ?? "";
    const alert = document.getElementById("turn-alert");
    if (alert && (!words || !told)) alert.textContent = words;
    told = Boolean(words);
  };

  // The log stays at its end, unless its reader has scrolled back.
  let atEnd = true;
  const log = () => document.getElementById("log");
  const follow = () => {
    if (atEnd && log()) log().scrollTop = log().scrollHeight;
  };
  document.addEventListener("scroll", ({ target }) => {
    if (target.id === "log") atEnd = target.scrollHeight - target.scrollTop - target.clientHeight < 24;
  }, true);

  const settle = () => {
    mark();
    tellTurn();
    follow();
  };
  document.addEventListener("htmx:after:swap", settle);
  document.addEventListener("DOMContentLoaded", settle);
})();
