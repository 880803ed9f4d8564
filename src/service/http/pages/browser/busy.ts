/** Shows that a form's button works, and takes no second press. A page that Back brings from the cache reloads. */
export function showBusy(): void {
  for (const form of document.forms) {
    form.addEventListener('submit', (event) => {
      const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
      // Once all have seen the event: a disabled button would not submit, and a search stays on the page.
      setTimeout(() => {
        if (event.defaultPrevented || !button) return;
        button.setAttribute('aria-busy', 'true');
        button.disabled = true;
      });
    });
  }
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}
