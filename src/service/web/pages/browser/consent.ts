/** The signing form. Its button waits until the document is loaded, or opened as a PDF. */
const form = document.querySelector<HTMLFormElement>('form[data-consent]');
const button = form?.querySelector('button');
const wait = document.createElement('p');

/** Disables the button until the document can have been read. */
export function holdConsent(viewer: HTMLElement): void {
  // Browsers that can't tell show a checkbox, which tells instead.
  if (!form || !button || form.querySelector('input[type=checkbox][name=read]')) return;
  button.disabled = true;
  wait.className = 'hint wait';
  wait.setAttribute('role', 'status');
  wait.textContent = form.dataset.wait ?? '';
  button.after(wait);
  for (const link of viewer.querySelectorAll<HTMLAnchorElement>('a[target=_blank]'))
    link.addEventListener('click', () => allowConsent('pdf'));
}

/** Enables the button, and reports how the document could be read. Only the first report counts. */
export function allowConsent(read: 'pages' | 'pdf'): void {
  if (!form || !button?.disabled) return;
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = 'read';
  field.value = read;
  form.append(field);
  button.disabled = false;
  wait.remove();
}
