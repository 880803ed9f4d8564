/** Submits the form to the authority. Without scripts, the signer presses the button. */
const form = document.querySelector<HTMLFormElement>('form[data-auto-submit]');
// Makes Back lead to the signing page, not to this response.
history.replaceState(null, '', location.href);
form?.submit();
