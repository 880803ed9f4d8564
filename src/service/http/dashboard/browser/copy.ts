/** Adds a button to each text that is there to be taken away, which copies it. */
function addButton(text: HTMLElement): void {
  const { copy = '', copied = '' } = text.dataset;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet copy';
  button.textContent = copy;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text.textContent ?? '');
    button.textContent = copied;
  });
  text.after(button);
}

// Browsers offer the clipboard to pages over HTTPS and of this machine only.
if (navigator.clipboard) document.querySelectorAll<HTMLElement>('[data-copy]').forEach(addButton);
