/* Morphing preserves what a person is doing: focus, half-typed text, open menus.
 *
 * Must load after htmx, whose morph consults it for every node and attribute. Two kinds of element
 * are not morphed at all (<meta name="htmx-config">, base.html): [data-ghost], which is being
 * animated out of the page (flip.js removes it), and [data-keep], whose content belongs to a script
 * or a person; a push may still remove it entirely.
 */
(() => {
  "use strict";

  const WRITTEN = "textarea, input:is([type=text], [type=search], :not([type]))";
  const isHalfTyped = (node) => node.matches(WRITTEN) && node.value !== node.defaultValue;
  const isHeld = (node) => node === document.activeElement || isHalfTyped(node);

  // Leave alone what the browser or a person set on an element and the server does not know.
  const isKept = (node, name) => {
    if (name === "value") return node.matches("input") && isHeld(node);
    if (name === "open") return node.matches("details, dialog");
    if (name === "data-selected" || name === "aria-pressed") return node.closest("[data-keep-selection]") !== null;
    return name === "style"; // the server sends none: they are the scripts'
  };

  // Once a field has been used, its value no longer follows its attributes automatically.
  const follow = (node, fresh) => {
    if (node.matches("input")) {
      if (node.checked !== fresh.checked) node.checked = fresh.checked;
      if (node.type !== "file" && node.value !== fresh.value && !isHeld(node)) node.value = fresh.value;
    } else if (node.matches("option") && fresh.defaultSelected) node.selected = true;
  };

  htmx.registerExtension("keep", {
    htmx_before_morph_attr: (node, { attrName }) => !isKept(node, attrName),
    htmx_before_morph_node: (node, { newNode }) => {
      if (node.matches("textarea") && isHeld(node)) return false;
      follow(node, newNode);
      return true;
    },
  });
})();
