const rowsIn = (list: HTMLElement): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>(':scope > [data-row]'),
];

/** Adds, removes and moves signers in the page, by buttons and by dragging their headings. */
export function arrangeRows(draft: HTMLElement, show: () => void): void {
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
