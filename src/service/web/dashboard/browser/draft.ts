/** Draws up a document. Without it, buttons ask the server; signatures go into white space. */
import { Places } from './draft-places.ts';

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

function rowsIn(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(':scope > [data-row]')];
}

/** Adds, removes and moves signers in the page, by buttons and by dragging their headings. */
function arrangeRows(draft: HTMLElement, show: () => void): void {
  const list = draft.querySelector<HTMLElement>('[data-rows]');
  const add = draft.querySelector<HTMLButtonElement>('button[value=add]');
  if (!list || !add) return;
  const changed = () => {
    for (const [index, row] of rowsIn(list).entries()) {
      const legend = row.querySelector('legend');
      const words = (list.dataset.legend ?? '').replace('{order}', String(index + 1));
      if (legend) legend.textContent = words;
    }
    add.hidden = rowsIn(list).length >= Number(list.dataset.most);
    show();
  };
  draft.addEventListener('click', (event) => {
    const button = event.target instanceof Element && event.target.closest('button');
    if (!button || !arrange(list, button)) return;
    event.preventDefault();
    changed();
    if (button.isConnected && button.value !== 'add') button.focus();
  });
  offerDragging(list, changed);
}

function addRow(list: HTMLElement): void {
  const last = Math.max(0, ...rowsIn(list).map(({ dataset }) => Number(dataset.row)));
  const key = String(last + 1);
  const template = document.querySelector('template');
  const row = template?.content.firstElementChild?.cloneNode(true);
  if (!(row instanceof HTMLElement)) return;
  row.dataset.row = key;
  for (const field of row.querySelectorAll<HTMLInputElement>('[name]')) {
    field.name = field.name.replace(/-N$/, `-${key}`);
    field.value = field.value.replace(/:N$/, `:${key}`);
  }
  list.append(row);
  row.querySelector('input')?.focus();
}

function removeRow(list: HTMLElement, row: HTMLElement): void {
  row.remove();
  rowsIn(list).at(-1)?.querySelector('input')?.focus();
}

/** Does what a button says; false for a button of something else. */
function arrange(list: HTMLElement, { value }: HTMLButtonElement): boolean {
  const [what, key] = value.split(':');
  const row = rowsIn(list).find(({ dataset }) => dataset.row === key);
  if (what === 'add') addRow(list);
  else if (!row) return false;
  else if (what === 'up') row.previousElementSibling?.before(row);
  else if (what === 'down') row.nextElementSibling?.after(row);
  else if (what === 'remove') removeRow(list, row);
  return true;
}

function offerDragging(list: HTMLElement, changed: () => void): void {
  let dragged: HTMLElement | null = null;
  list.addEventListener('dragstart', ({ target, dataTransfer }) => {
    dragged = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    dataTransfer?.setData('text/plain', '');
  });
  list.addEventListener('dragover', (event) => {
    const over = event.target instanceof Element && event.target.closest('[data-row]');
    if (!dragged || !over) return;
    event.preventDefault();
    if (over === dragged) return;
    const { top, height } = over.getBoundingClientRect();
    if (event.clientY < top + height / 2) over.before(dragged);
    else over.after(dragged);
  });
  list.addEventListener('dragend', () => {
    dragged = null;
    changed();
  });
}
