import { showBusy } from './busy.ts';
import { allowConsent, holdConsent } from './consent.ts';
import { clear, draw } from './reader/draw.ts';
import type { LoadedDocument } from './reader/load.ts';
import { loadDocument } from './reader/load.ts';
import { showPosition, watchNear } from './reader/near.ts';
import { linkPlaces } from './reader/places.ts';
import { say, showProgress } from './reader/say.ts';
import { offerSearch } from './reader/search.ts';
import type { Outline, Sheet } from './reader/sheets.ts';
import { buildSheets } from './reader/sheets.ts';
import { pageTexts } from './reader/text.ts';
import { offerTools } from './reader/tools.ts';
import { offerZoom } from './reader/zoom.ts';

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
  const { loading = '', pages = '' } = viewer.dataset;
  const line = say(viewer, loading, 'status');
  const outline = await readOutline(pages);
  const sheets = buildSheets(viewer, outline);
  linkPlaces(sheets);
  const progress = showProgress(line, loading);
  const loaded = await loadDocument(viewer.dataset, outline, progress);
  const texts = keepDrawn(viewer, loaded, sheets);
  await loaded.whole;
  for (const { number } of sheets) await loaded.file.getPage(number);
  say(viewer, '', 'status');
  allowConsent('pages');
  await texts.all(sheets);
  viewer.dataset.complete = '';
}

/** Keeps nearby pages drawn, and offers the tools; returns the pages' texts. */
function keepDrawn(viewer: HTMLElement, loaded: LoadedDocument, sheets: readonly Sheet[]) {
  const { file, whole } = loaded;
  const texts = pageTexts(loaded);
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
    void texts.lay(sheet).catch(() => fail(viewer));
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
  const stop = watchNear([host.querySelector('[data-sheets]') ?? host], (_, isNear) => {
    if (!isNear) return;
    stop();
    load(host);
  });
}
showBusy();
