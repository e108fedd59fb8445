/* Copying: [data-copy="text"], or [data-copy-from="id of the source"]; links become absolute.
 *
 * An input with data-path shows the full address of that path. A check mark confirms the copy. If
 * the clipboard is unavailable (plain http), the input is selected for copying by hand.
 */
(() => {
  "use strict";

  const complete = () => {
    for (const input of document.querySelectorAll("input[data-path]")) {
      input.value = new URL(input.dataset.path, location.href).href;
    }
  };

  const tick = (button, done) => {
    const picture = button.querySelector("use");
    const names = done ? ["#ui-copy", "#ui-check"] : ["#ui-check", "#ui-copy"];
    picture?.setAttribute("href", picture.getAttribute("href").replace(...names));
    button.toggleAttribute("data-copied", done);
  };

  const copy = async (button) => {
    const from = document.getElementById(button.dataset.copyFrom);
    const text = from?.value ?? from?.textContent ?? button.dataset.copy;
    from?.select?.();
    if (!navigator.clipboard) return;
    await navigator.clipboard.writeText(text);
    tick(button, true);
    setTimeout(() => tick(button, false), 1500);
  };

  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-copy], [data-copy-from]");
    if (button) copy(button).catch(() => {});
  });
  document.addEventListener("htmx:after:swap", complete);
  complete();
})();
