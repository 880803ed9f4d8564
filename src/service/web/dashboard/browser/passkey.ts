/** Handles the passkey forms. Without support for passkeys, they stay hidden. */
const forms = document.querySelectorAll<HTMLFormElement>('form[data-passkey]');
const isAble =
  'PublicKeyCredential' in globalThis &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function' &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function';

async function answerOf(form: HTMLFormElement): Promise<string> {
  const reply = await fetch(form.action, { cache: 'no-store' });
  if (!reply.ok) throw new Error(`${reply.status}`);
  const options = await reply.json();
  const credential = await (form.dataset.passkey === 'create'
    ? navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
      })
    : navigator.credentials.get({
        publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
      }));
  return JSON.stringify(credential);
}

async function answer(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector('button');
  const alert = form.querySelector<HTMLElement>('[role=alert]');
  const field = form.querySelector<HTMLInputElement>('input[name=answer]');
  if (!button || !alert || !field) return;
  alert.hidden = true;
  button.disabled = true;
  try {
    field.value = await answerOf(form);
    form.submit();
  } catch {
    alert.hidden = false;
  }
  button.disabled = false;
}

if (isAble) {
  for (const form of forms) {
    form.hidden = false;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void answer(form);
    });
  }
  for (const hint of document.querySelectorAll<HTMLElement>('[data-unable]')) hint.hidden = true;
}
