/* Defaults for all htmx requests.
 *
 * Requests that scripts make with values (htmx.ajax) send only these, without the fields inside
 * their source element. A form's token stays out of URLs, which proxies log. A refusal or a failure
 * is not part of a page, so it is not swapped in.
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
