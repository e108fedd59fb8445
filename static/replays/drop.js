/* A record file may be dropped anywhere on the page; it is handled like a chosen one. */
(() => {
  "use strict";

  const form = document.querySelector("form[data-drop]");
  if (!form) return;
  const input = form.querySelector("input[type=file]");
  form.querySelector("[data-drop-hint]").hidden = false;

  const carries = (event) => event.dataTransfer?.types.includes("Files");

  document.addEventListener("dragover", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    form.classList.add("is-over");
  });

  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) form.classList.remove("is-over");
  });

  document.addEventListener("drop", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    form.classList.remove("is-over");
    if (!event.dataTransfer.files.length) return;
    input.files = event.dataTransfer.files;
    form.requestSubmit();
  });
})();
