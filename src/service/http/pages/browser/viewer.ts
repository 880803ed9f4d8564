import { draw } from './draw.ts';
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
  const { pages = '', engine = '', worker = '', files = '', pdf = '' } = viewer.dataset;
  const outline = await readOutline(pages);
  const sheets = buildSheets(viewer, outline);
  markJump(viewer, outline);
  const lib: typeof import('pdfjs-dist') = await import(engine);
  lib.GlobalWorkerOptions.workerSrc = worker;
  const file = await lib.getDocument({
    url: pdf,
    isEvalSupported: false,
    disableRange: true,
    useSystemFonts: false,
    cMapUrl: `${files}cmaps/`,
    standardFontDataUrl: `${files}standard_fonts/`,
    wasmUrl: `${files}wasm/`,
    iccUrl: `${files}iccs/`,
  }).promise;
  say(viewer, '', 'status');
  const fitAll = () => {
    for (const sheet of sheets) sheet.fitText();
  };
  addEventListener('resize', fitAll);
  fitAll();
  const byElement = new Map<Element, Sheet>(sheets.map((sheet) => [sheet.element, sheet]));
  watch([...byElement.keys()], (element, isNear) => {
    const sheet = byElement.get(element);
    if (sheet && isNear) void draw(lib, file, sheet).catch(() => fail(viewer));
    if (sheet && !isNear) sheet.clear();
  });
}

/** Shows a message above the pages, as a status or an alert. */
function say(viewer: HTMLElement, words: string, role: 'status' | 'alert'): void {
  viewer.querySelector('[data-said]')?.remove();
  if (!words) return;
  const line = document.createElement('p');
  line.dataset.said = '';
  line.className = role === 'alert' ? 'alert' : 'hint';
  line.setAttribute('role', role);
  line.textContent = words;
  viewer.querySelector('[data-sheets]')?.before(line);
}

const fail = (viewer: HTMLElement) => say(viewer, viewer.dataset.failed ?? '', 'alert');

if (host) {
  const stop = watch([host.querySelector('[data-sheets]') ?? host], (_, isNear) => {
    if (!isNear) return;
    stop();
    say(host, host.dataset.loading ?? '', 'status');
    show(host).catch(() => fail(host));
  });
}
