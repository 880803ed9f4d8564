/** Submits the form to the authority immediately; without scripts the signer presses the button. */
const form = document.querySelector<HTMLFormElement>('form[data-auto-submit]');
// Going back then leads to the signing page instead of this response to a form.
history.replaceState(null, '', location.href);
form?.submit();
