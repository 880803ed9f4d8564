/** Draws up a document. Without it, buttons ask the server; signatures go into white space. */
import { checkAsTyped, checkSize } from './draft/checks.ts';
import { Places } from './draft/places.ts';
import { arrangeRows } from './draft/rows.ts';

const upload = document.querySelector<HTMLInputElement>('form[data-upload] input[type=file]');
const draft = document.querySelector<HTMLElement>('[data-draft]');
if (upload) checkSize(upload);
const sheets = document.querySelector<HTMLElement>('[data-sheets]');
if (draft && sheets) {
  const places = new Places(draft, sheets);
  arrangeRows(draft, () => places.show());
  checkAsTyped(draft);
}
