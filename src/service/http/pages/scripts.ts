/** Takes the signer on to the authority at once; without scripts they press the button. */
export const SUBMIT_SCRIPT = `addEventListener('pageshow', (event) => {
  if (!event.persisted) document.querySelector('form[data-auto-submit]')?.submit();
});
`;

/** Asks now and then whether there is news, and shows it; without scripts the page reloads by itself. */
export const POLL_SCRIPT = `const { url, seen } = document.querySelector('[data-poll]').dataset;
const NEXT_MS = 4000;
async function look() {
  try {
    const answer = await fetch(url, { cache: 'no-store' });
    if (answer.ok && (await answer.text()) !== seen) return location.reload();
  } catch {}
  setTimeout(look, NEXT_MS);
}
setTimeout(look, NEXT_MS);
`;
