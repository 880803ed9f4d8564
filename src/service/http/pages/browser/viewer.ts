import { allowConsent, holdConsent } from './consent.ts';
import { draw } from './draw.ts';
import { loadDocument } from './load.ts';
import { say, showProgress } from './say.ts';
import type { Outline, Sheet } from './sheets.ts';
import { buildSheets, markJump } from './sheets.ts';

/** Draws the document page by page; nothing is loaded until it scrolls near. */
const host = document.querySelector<HTMLElement>('[data-viewer]');
const NEAR = { rootMargin: '100% 0px' };

/** Calls back when an element scrolls near the viewport or away from it. */
function watch(elements: readonly Element[], moved: (element: Element, isNear: boolean) => void) {
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) moved(target, isIntersecting);
  }, NEAR);
  for (const element of elements) observer.observe(element);
  return () => observer.disconnect();
}

async function readOutline(url: string): Promise<Outline> {
  const answer = await fetch(url, { cache: 'no-store' });
  if (!answer.ok) throw new Error(`The pages failed with status ${answer.status}.`);
  return await answer.json();
}

async function show(viewer: HTMLElement): Promise<void> {
  const { loading = '', pages = '' } = viewer.dataset;
  const line = say(viewer, loading, 'status');
  const outline = await readOutline(pages);
  const sheets = buildSheets(viewer, outline);
  markJump(viewer, outline);
  const progress = showProgress(line, loading);
  const { lib, file, whole } = await loadDocument(viewer.dataset, outline, progress);
  const fitAll = () => {
    for (const sheet of sheets) sheet.fitText();
  };
  addEventListener('resize', fitAll);
  fitAll();
  const byElement = new Map<Element, Sheet>(sheets.map((sheet) => [sheet.element, sheet]));
  const stop = watch([...byElement.keys()], (element, isNear) => {
    const sheet = byElement.get(element);
    if (sheet && isNear) void draw(lib, file, sheet).catch(() => fail(viewer));
    if (sheet && !isNear) sheet.clear();
  });
  whole.catch(stop);
  await whole;
  for (const { number } of sheets) await file.getPage(number);
  say(viewer, '', 'status');
  allowConsent('pages');
}

/** Says that the document could not be shown, and offers to load it again. */
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
  const stop = watch([host.querySelector('[data-sheets]') ?? host], (_, isNear) => {
    if (!isNear) return;
    stop();
    load(host);
  });
}
