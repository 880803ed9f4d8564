/** Draws up a document. Without it, buttons ask the server; signatures go into white space. */
import { Places } from './draft-places.ts';
import { arrangeRows } from './draft-rows.ts';

const upload = document.querySelector<HTMLInputElement>('form[data-upload] input[type=file]');
const draft = document.querySelector<HTMLElement>('[data-draft]');
if (upload) checkSize(upload);
const sheets = document.querySelector<HTMLElement>('[data-sheets]');
if (draft && sheets) {
  const places = new Places(draft, sheets);
  arrangeRows(draft, () => places.show());
  checkAsTyped(draft);
}

/** Says at once that a file is too large: the server would only say it after the upload. */
function checkSize(field: HTMLInputElement): void {
  const { most, tooLarge = '' } = field.dataset;
  field.addEventListener('change', () => {
    const size = field.files?.[0]?.size ?? 0;
    field.setCustomValidity(size > Number(most) ? tooLarge : '');
    field.reportValidity();
  });
}

/** Marks a field that was left with a wrong value, until it is right, in the browser's words. */
function checkAsTyped(form: HTMLElement): void {
  const check = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement)) return;
    const isWrong = target.value !== '' && !target.validity.valid;
    const isLeft = target !== document.activeElement;
    if (isWrong && !isLeft && !target.hasAttribute('aria-invalid')) return;
    target.toggleAttribute('aria-invalid', isWrong);
    if (isWrong) target.setAttribute('aria-invalid', 'true');
    showProblem(target, isWrong ? target.validationMessage : '');
  };
  form.addEventListener('focusout', check);
  form.addEventListener('input', check);
}

function showProblem(field: HTMLInputElement, problem: string): void {
  const id = `problem-${field.name}`;
  let line = document.getElementById(id);
  if (!line && problem !== '') {
    line = document.createElement('p');
    line.id = id;
    line.className = 'problem';
    field.closest('label')?.after(line);
    field.setAttribute('aria-describedby', id);
  }
  if (line) line.textContent = problem;
  if (line) line.hidden = problem === '';
}
