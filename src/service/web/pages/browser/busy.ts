/** Marks a submitted form's button as busy, and disables it. Reloads a page restored by Back. */
export function showBusy(): void {
  for (const form of document.forms) {
    form.addEventListener('submit', (event) => {
      const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
      // Waits for other handlers: a disabled button wouldn't submit, and a search cancels the
      // event.
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
