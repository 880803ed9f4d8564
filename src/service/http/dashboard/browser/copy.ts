/** Adds a button to each text that is there to be taken away, which copies it. */
function addButton(box: HTMLElement): void {
  const { copy = '', copied = '' } = box.dataset;
  const text = box.textContent ?? '';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet';
  button.textContent = copy;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = copied;
  });
  box.append(button);
}

// Browsers offer the clipboard to pages over HTTPS and of this machine only.
if (navigator.clipboard) document.querySelectorAll<HTMLElement>('[data-copy]').forEach(addButton);
