/* Turn indicators outside the position: a mark in the title, a sentence; also the log's end.
 *
 * #stage[data-my-turn] marks the title with the words in that attribute, and #turn-alert announces
 * them once when the turn comes.
 */
(() => {
  "use strict";

  const stage = () => document.getElementById("stage");

  // The tab's icon is marked as well, for people with many tabs who do not read titles.
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

  // A page opened during one's turn has it in its title, which is read first.
  let told = Boolean(stage()?.dataset.myTurn);
  const tellTurn = () => {
    const words = stage()?.dataset.myTurn ?? "";
    const alert = document.getElementById("turn-alert");
    if (alert && (!words || !told)) alert.textContent = words;
    told = Boolean(words);
  };

  // The log stays scrolled to its end, unless its reader has scrolled back.
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
