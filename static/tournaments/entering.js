/* The box in which directors write names, one to a line: a suggestion that is pressed replaces the
 * line being written, and the next one begins. Only that line is asked about: a pasted list makes no
 * address.
 */
(() => {
  "use strict";

  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    const box = ctx.sourceElement;
    if (box.id === "names") ctx.request.body.set("names", box.value.split("\n").at(-1));
  });

  document.addEventListener("click", ({ target }) => {
    const name = target.closest("#suggested [data-name]")?.dataset.name;
    if (!name) return;
    const box = document.getElementById("names");
    box.value = `${box.value.slice(0, box.value.lastIndexOf("\n") + 1)}${name}\n`;
    document.getElementById("suggested").replaceChildren();
    box.focus();
  });
})();
