/** Takes the signer on to the authority at once; without scripts they press the button. */
document.querySelector<HTMLFormElement>('form[data-auto-submit]')?.submit();
