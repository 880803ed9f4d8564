/** Known before the PDF is loaded. Sizes are in points. */
export interface Outline {
  readonly sheets: readonly (readonly [width: number, height: number])[];
  readonly places: readonly SheetPlace[];
  /** URL of the PDF; contains its hash. */
  readonly pdf: string;
  readonly bytes: number;
}

/** Of a missing signature, from the page's top left. */
interface SheetPlace {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly name: string;
  readonly isYou: boolean;
}

export interface Sheet {
  readonly element: HTMLElement;
  readonly number: number;
  /** Marks of this signer's places. */
  readonly yours: readonly Element[];
  /** Finished or not; undefined while the page is far away. */
  canvas: HTMLCanvasElement | undefined;
  stopDrawing: (() => void) | undefined;
  isNear: boolean;
  /** Scales the text layer with the page. */
  fitText(): void;
}

const SVG = 'http://www.w3.org/2000/svg';

function svg(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** Fills in placeholders, as in `Page {page} of {pages}`. */
export const filled = (words = '', values: Readonly<Record<string, number>>): string =>
  words.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/** In points; smaller in narrow places. */
const LABEL_SIZE = 12;
const LETTERS_ACROSS = 10;
const INSET = 6;

function mark({ x, y, width, height, name, isYou }: SheetPlace, yours: string): SVGElement {
  const group = svg('g', { class: isYou ? 'yours' : 'theirs' });
  const size = Math.min(LABEL_SIZE, width / LETTERS_ACROSS);
  const label = svg('text', { x: x + INSET, y: y + INSET + size, 'font-size': size });
  label.textContent = isYou ? yours : name;
  const clip = svg('svg', { x, y, width, height, viewBox: `${x} ${y} ${width} ${height}` });
  clip.append(label);
  group.append(svg('rect', { x, y, width, height, rx: 4 }), clip);
  return group;
}

/** An empty sheet per page, with marks for signatures. */
export function buildSheets(viewer: HTMLElement, { sheets, places }: Outline): Sheet[] {
  const { page = '', yours = '' } = viewer.dataset;
  const built = sheets.map(([width, height], index): Sheet => {
    const number = index + 1;
    const element = document.createElement('figure');
    element.className = 'sheet';
    element.id = `page-${number}`;
    element.tabIndex = -1;
    element.setAttribute('role', 'group');
    element.setAttribute('aria-label', filled(page, { page: number, pages: sheets.length }));
    const svgMarks = svg('svg', { viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' });
    svgMarks.append(...places.filter((one) => one.page === number).map((one) => mark(one, yours)));
    element.append(svgMarks);
    const fitText = () =>
      element.style.setProperty('--total-scale-factor', String(element.clientWidth / width));
    const own = [...svgMarks.querySelectorAll('.yours')];
    const state = { canvas: undefined, stopDrawing: undefined, isNear: false };
    return { element, number, yours: own, fitText, ...state };
  });
  viewer.querySelector('[data-sheets]')?.replaceChildren(...built.map(({ element }) => element));
  return built;
}
