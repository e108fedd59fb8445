/* What all requests by htmx have in common.
 *
 * What scripts ask for with values (htmx.ajax) carries these, and nothing of the fields that stand
 * in its source. A form's token stays out of addresses, which proxies write down. A refusal
 * or a failure is no part of a page: it is not swapped in.
 */
(() => {
  "use strict";

  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (ctx.values) ctx.request.body = new URLSearchParams(ctx.values);
    if (ctx.request.method === "GET") ctx.request.body?.delete("csrfmiddlewaretoken");
  });

  document.addEventListener("htmx:after:request", (event) => {
    if (event.detail.ctx.response.status >= 400) event.preventDefault();
  });
})();
