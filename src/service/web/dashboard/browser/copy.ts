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

// Browsers offer the clipboard only over HTTPS and on localhost.
if (navigator.clipboard) document.querySelectorAll<HTMLElement>('[data-copy]').forEach(addButton);
