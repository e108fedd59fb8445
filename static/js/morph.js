/* Morphing keeps what a person is doing: focus stays, half-typed text stays, open menus stay.
 *
 * Needs idiomorph before it. The inline form of these settings would need eval, which the
 * content policy forbids, so they are set here, once, for every `morph` swap.
 */
(() => {
  "use strict";

  if (!window.Idiomorph) return;
  Object.assign(Idiomorph.defaults, { ignoreActiveValue: true });

  const callbacks = Idiomorph.defaults.callbacks;

  // What the browser or a person set on an element, and no server knows, is left alone.
  const KEPT = { DETAILS: ["open"], DIALOG: ["open"] };
  const WRITTEN = "textarea, input:is([type=text], [type=search], :not([type]))";
  const isHalfTyped = (node) => node.matches(WRITTEN) && node.value !== node.defaultValue;
  callbacks.beforeAttributeUpdated = (name, node) => {
    if (name === "value" && isHalfTyped(node)) return false;
    if (KEPT[node.tagName]?.includes(name)) return false;
    if (name === "data-selected" || name === "aria-pressed") return !node.closest("[data-keep-selection]");
    return true;
  };

  // Not morphed: what is being animated out of the page (flip.js removes it), and what a script or
  // a person fills and no push knows better (data-keep; a push may still take it away whole).
  const OURS = "[data-ghost], [data-keep]";
  callbacks.beforeNodeMorphed = (node) => !(node instanceof Element && node.matches(OURS));
})();
