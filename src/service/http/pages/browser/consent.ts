/** The form to sign with: its button waits until the document was loaded, or opened as a PDF. */
const form = document.querySelector<HTMLFormElement>('form[data-consent]');
const button = form?.querySelector('button');
const wait = document.createElement('p');

/** Holds the button back until the document can have been read. */
export function holdConsent(viewer: HTMLElement): void {
  // The box for browsers that cannot tell is there: it says so itself.
  if (!form || !button || form.querySelector('input[type=checkbox][name=read]')) return;
  button.disabled = true;
  wait.className = 'hint wait';
  wait.setAttribute('role', 'status');
  wait.textContent = form.dataset.wait ?? '';
  button.after(wait);
  for (const link of viewer.querySelectorAll<HTMLAnchorElement>('a[target=_blank]'))
    link.addEventListener('click', () => allowConsent('pdf'));
}

/** Lets the signer consent, and reports how they could read the document. The first report counts. */
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
