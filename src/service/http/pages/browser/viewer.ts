import { draw } from './draw.ts';
import type { Outline, Sheet } from './sheets.ts';
import { buildSheets, markJump } from './sheets.ts';

/** Shows the document page by page once its place comes near: nothing of it is loaded before. */
const host = document.querySelector<HTMLElement>('[data-viewer]');
const NEAR = { rootMargin: '100% 0px' };

/** Calls back when an element comes near the part of the page that shows, and when it goes. */
function watch(elements: readonly Element[], moved: (element: Element, isNear: boolean) => void) {
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) moved(target, isIntersecting);
  }, NEAR);
  for (const element of elements) observer.observe(element);
  return () => observer.disconnect();
}

async function readOutline(url: string): Promise<Outline> {
  const answer = await fetch(url, { cache: 'no-store' });
  if (!answer.ok) throw new Error(`The pages are answered by ${answer.status}.`);
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

/** Says how it goes, above the pages: by the way, or loud where it did not go. */
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
