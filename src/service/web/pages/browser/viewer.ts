import { clear, draw } from './reader/draw.ts';
import type { LoadedDocument } from './reader/load.ts';
import { loadDocument } from './reader/load.ts';
import { showPosition, watchNear } from './reader/near.ts';
import { offerSearch } from './reader/search.ts';
import type { Outline, Sheet } from './reader/sheets.ts';
import { buildSheets, filled } from './reader/sheets.ts';
import { pageTexts } from './reader/text.ts';
import { offerZoom } from './reader/zoom.ts';

function showPart(sheet: Sheet, part: Element): void {
  part.scrollIntoView({ block: 'center', inline: 'center' });
  sheet.element.focus({ preventScroll: true });
}

function linkPlaces(sheets: readonly Sheet[]): void {
  const list = document.querySelector<HTMLElement>('[data-places]');
  const places = sheets.flatMap((sheet) => sheet.yours.map((part) => ({ sheet, part })));
  if (!list || places.length === 0) return;
  const links = places.map(({ sheet, part }, index) => {
    const link = document.createElement('a');
    const values = { page: sheet.number, number: index + 1, count: places.length };
    link.href = `#${sheet.element.id}`;
    link.textContent = filled(list.dataset.place, values);
    link.setAttribute('aria-label', filled(list.dataset.label, values));
    link.addEventListener('click', (event) => {
      event.preventDefault();
      showPart(sheet, part);
    });
    return link;
  });
  list.querySelector('[data-links]')?.replaceChildren(...links);
}

/** Leads around the signer's places. The button keeps the focus, to be pressed again. */
function offerNextPlace(sheets: readonly Sheet[]): void {
  const button = document.querySelector<HTMLButtonElement>('[data-next-place]');
  const said = button?.parentElement?.querySelector('output');
  const places = sheets.flatMap(({ number, yours }) => yours.map((part) => ({ number, part })));
  if (!button || !said || places.length === 0) return;
  let shown = -1;
  button.onclick = () => {
    shown = (shown + 1) % places.length;
    const place = places[shown];
    if (!place) return;
    place.part.scrollIntoView({ block: 'center', inline: 'center' });
    const values = { page: place.number, number: shown + 1, count: places.length };
    said.textContent = filled(button.dataset.nextPlace, values);
  };
  button.hidden = false;
}

/** Shows the tools; their button toggles the search. */
function offerTools(viewer: HTMLElement): void {
  const tools = viewer.querySelector<HTMLElement>('[data-tools]');
  const button = tools?.querySelector<HTMLButtonElement>('[data-find]');
  const form = tools?.querySelector<HTMLFormElement>('[data-search]');
  if (!tools || !button || !form) return;
  tools.hidden = false;
  const open = (isOpen: boolean) => {
    form.hidden = !isOpen;
    button.setAttribute('aria-expanded', String(isOpen));
    (isOpen ? form.querySelector('input') : button)?.focus();
    if (!isOpen) for (const mark of viewer.querySelectorAll('.hit')) mark.remove();
  };
  button.onclick = () => open(form.hidden !== false);
  form.onkeydown = ({ key }) => {
    if (key === 'Escape') open(false);
  };
}

/** Shows a message: a status in the place of the document's facts, an alert above the pages. */
function say(viewer: HTMLElement, words: string, role: 'status' | 'alert'): HTMLElement {
  viewer.querySelector('[data-said]')?.remove();
  const facts = viewer.querySelector<HTMLElement>('[data-facts]');
  const isStatus = role === 'status';
  if (facts) facts.hidden = isStatus && words !== '';
  const line = document.createElement(isStatus ? 'span' : 'p');
  if (!words) return line;
  line.dataset.said = '';
  line.className = isStatus ? '' : 'alert';
  line.setAttribute('role', role);
  line.textContent = words;
  if (isStatus) facts?.after(line);
  else viewer.querySelector('[data-sheets]')?.before(line);
  return line;
}

/** Shows a status with a progress bar; returns the function to update it, from 0 to 1. */
function showProgress(viewer: HTMLElement, label = ''): (share: number) => void {
  const line = say(viewer, label, 'status');
  const bar = document.createElement('progress');
  bar.setAttribute('aria-label', label);
  // Screen readers follow the bar: announcing each percentage would be too much.
  const number = document.createElement('span');
  number.setAttribute('aria-hidden', 'true');
  line.append(' ', number, bar);
  return (share) => {
    bar.value = share;
    number.textContent = `${Math.floor(share * 100)}%`;
  };
}

/** The signing form. Its button waits until the document is loaded, or opened as a PDF. */
const form = document.querySelector<HTMLFormElement>('form[data-consent]');
const button = form?.querySelector('button');
const wait = document.createElement('p');

/** Disables the button until the document can have been read. */
function holdConsent(viewer: HTMLElement): void {
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
function allowConsent(read: 'pages' | 'pdf'): void {
  if (!form || !button?.disabled) return;
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = 'read';
  field.value = read;
  form.append(field);
  button.disabled = false;
  wait.remove();
}

/** Marks a submitted form's button as busy, and disables it. Reloads a page restored by Back. */
function showBusy(): void {
  for (const form of document.forms) {
    form.addEventListener('submit', (event) => {
      const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
      // Waits for other handlers: a disabled button wouldn't submit, and a search cancels the
      // event.
      setTimeout(() => {
        if (event.defaultPrevented || !button) return;
        button.setAttribute('aria-busy', 'true');
        button.disabled = true;
      });
    });
  }
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}

/** Draws the document by page; loads nothing until it scrolls near. */
const host = document.querySelector<HTMLElement>('[data-viewer]');

async function readOutline(url: string): Promise<Outline> {
  const answer = await fetch(url, { cache: 'no-store' });
  if (answer.ok) return await answer.json();
  // An unread body would keep its connection.
  await answer.body?.cancel();
  throw new Error(`The pages failed with status ${answer.status}.`);
}

async function show(viewer: HTMLElement): Promise<void> {
  const { loading, preparing, pages = '' } = viewer.dataset;
  const progress = showProgress(viewer, loading);
  const outline = await readOutline(pages);
  const sheets = buildSheets(viewer, outline);
  linkPlaces(sheets);
  offerNextPlace(sheets);
  const loaded = await loadDocument(viewer.dataset, outline, progress);
  const texts = keepDrawn(viewer, loaded, sheets);
  await loaded.whole;
  const prepared = showProgress(viewer, preparing);
  for (const { number } of sheets) {
    await loaded.file.getPage(number);
    prepared(number / sheets.length);
  }
  say(viewer, '', 'status');
  allowConsent('pages');
  // A search repeats what failed here.
  await texts.all(sheets).then(
    () => viewer.setAttribute('data-complete', ''),
    () => undefined,
  );
}

/** Keeps nearby pages drawn, and offers the tools; returns the pages' texts. */
function keepDrawn(viewer: HTMLElement, loaded: LoadedDocument, sheets: readonly Sheet[]) {
  const { file, whole } = loaded;
  const texts = pageTexts(viewer.dataset.text ?? '', viewer.dataset);
  const drawNear = (sheet: Sheet) => void draw(file, sheet).catch(() => fail(viewer));
  const fitAll = () => {
    for (const sheet of sheets) sheet.fitText();
    for (const sheet of sheets) if (sheet.isNear) drawNear(sheet);
  };
  const byElement = new Map<Element, Sheet>(sheets.map((sheet) => [sheet.element, sheet]));
  const stop = watchNear([...byElement.keys()], (element, isNear) => {
    const sheet = byElement.get(element);
    if (!sheet) return;
    sheet.isNear = isNear;
    if (!isNear) {
      clear(sheet);
      texts.leave(sheet);
      return;
    }
    drawNear(sheet);
    void texts.lay(sheet);
  });
  whole.catch(stop);
  window.onresize = fitAll;
  fitAll();
  offerTools(viewer);
  offerZoom(viewer, fitAll);
  offerSearch(viewer, { sheets, texts, currentPage: showPosition(viewer, sheets) });
  return texts;
}

function fail(viewer: HTMLElement): void {
  const line = say(viewer, viewer.dataset.failed ?? '', 'alert');
  const again = document.createElement('button');
  again.type = 'button';
  again.className = 'retry';
  again.textContent = viewer.dataset.retry ?? '';
  again.addEventListener('click', () => load(viewer));
  line.append(again);
}

const load = (viewer: HTMLElement) => void show(viewer).catch(() => fail(viewer));

if (host) {
  holdConsent(host);
  // Who draws up a document needs its pages, however far below the form they are
  const near = document.querySelector('[data-draft]') ?? host.querySelector('[data-sheets]');
  const stop = watchNear([near ?? host], (_, isNear) => {
    if (!isNear) return;
    stop();
    load(host);
  });
}
showBusy();
