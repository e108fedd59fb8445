/* Morphing keeps what a person is doing: focus stays, half-typed text stays, open menus stay.
 *
 * Needs htmx before it, whose morph asks here at every node and attribute. Not morphed at all
 * (<meta name="htmx-config">, base.html): [data-ghost], which is being animated out of the page
 * (flip.js removes it), and [data-keep], which a script or a person fills and no push knows better;
 * a push may still take it away whole.
 */
(() => {
  "use strict";

  const WRITTEN = "textarea, input:is([type=text], [type=search], :not([type]))";
  const isHalfTyped = (node) => node.matches(WRITTEN) && node.value !== node.defaultValue;
  const isHeld = (node) => node === document.activeElement || isHalfTyped(node);

  // What the browser or a person set on an element, and no server knows, is left alone.
  const isKept = (node, name) => {
    if (name === "value") return node.matches("input") && isHeld(node);
    if (name === "open") return node.matches("details, dialog");
    if (name === "data-selected" || name === "aria-pressed") return node.closest("[data-keep-selection]") !== null;
    return false;
  };

  // Once somebody has used a field, what it holds does not follow its attributes by itself.
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
