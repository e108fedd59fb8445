/* Passkeys and security keys: what did not work is said below the button that asked for one.
 *
 * allauth's script tells nobody but the console, by allauth.error. #passkey-said carries the
 * sentences: data-missing where the browser knows no keys (or none at such an address), else
 * data-failed: none was chosen, it was refused, or the server did not answer.
 */
(() => {
  "use strict";

  const said = document.getElementById("passkey-said");
  const button = document.querySelector("#passkey_login, [id^=mfa_webauthn_]");

  const tell = (sentence) => {
    said.textContent = sentence;
  };

  button.parentElement.after(said);
  button.addEventListener("click", () => tell(""));
  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    tell(window.PublicKeyCredential ? said.dataset.failed : said.dataset.missing);
  });
})();
