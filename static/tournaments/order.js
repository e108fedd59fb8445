/* Places by tapping names, best first: the k-th name tapped gets place k, and the last one left the rest.
 *
 * [data-place] is a name in .ruling__seat, beside its place. Once all have a place, a tap begins anew.
 */
(() => {
  "use strict";

  const seatOf = (name) => name.closest(".ruling__seat");
  const placeOf = (name) => seatOf(name).querySelector("[name^=rank-]");
  const isThere = (name) => !seatOf(name).querySelector("[name^=absent-]:checked");

  document.addEventListener("click", ({ target }) => {
    const tapped = target.closest("[data-place]");
    if (!tapped) return;
    const names = [...tapped.form.querySelectorAll("[data-place]")].filter(isThere);
    if (!names.includes(tapped)) return;
    if (names.every((name) => placeOf(name).value)) for (const name of names) placeOf(name).value = "";
    if (placeOf(tapped).value) return;
    const open = names.filter((name) => !placeOf(name).value && name !== tapped);
    placeOf(tapped).value = names.length - open.length;
    if (open.length === 1) placeOf(open[0]).value = names.length;
  });
})();
