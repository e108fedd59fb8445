/* Passkeys and security keys: errors are shown below the button that asked for one.
 *
 * allauth's script reports errors only to the console, through allauth.error. #passkey-said carries
 * the sentences: data-missing if the browser does not support keys (or not at such an address),
 * else data-failed: none was chosen, it was refused, or the server did not answer.
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
