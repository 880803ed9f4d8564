/** Words and their box in points, from the page's top left; `turns` are quarters, clockwise. */
type TextPiece = readonly [
  text: string,
  x: number,
  y: number,
  width: number,
  height: number,
  turns?: number,
];

export type TextLines = readonly (readonly TextPiece[])[];

/** Where the text of a turned box begins. */
const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;

function spanOf([text, x, y, width, height, turns = 0]: TextPiece): HTMLElement {
  const [across, down] = CORNERS[turns] ?? CORNERS[0];
  const span = document.createElement('span');
  span.dir = 'auto';
  span.textContent = text;
  span.style.left = `${x + across * width}px`;
  span.style.top = `${y + down * height}px`;
  return span;
}

/** Stretches each piece to its box. All are measured before any changes. */
function stretch(layer: HTMLElement, pieces: readonly TextPiece[]): void {
  const scale = layer.getBoundingClientRect().width / layer.offsetWidth || 1;
  const spans = [...layer.querySelectorAll('span')];
  const sizes = spans.map((span) => span.getBoundingClientRect());
  for (const [index, [, , , width, height, turns = 0]] of pieces.entries()) {
    const { width: wide, height: high } = sizes[index] ?? { width: 0, height: 0 };
    const [along, thick] = turns % 2 === 0 ? [width, height] : [height, width];
    const factors = [along / (wide || 1), thick / (high || 1)].map((factor) => factor * scale);
    spans[index]?.style.setProperty('--place', `rotate(${90 * turns}deg) scale(${factors})`);
  }
}

/** Puts text over its page. Without `lines`, its words get no places. */
export function placeText(layer: HTMLElement, words: string, lines?: TextLines): void {
  layer.className = lines ? 'text' : 'text plain';
  if (!lines) {
    const span = document.createElement('span');
    span.textContent = words;
    layer.replaceChildren(span);
    return;
  }
  const nodes = lines.flatMap((line) => [
    ...line.flatMap((piece) => [' ', spanOf(piece)]).slice(1),
    document.createElement('br'),
  ]);
  layer.replaceChildren(...nodes);
  stretch(layer, lines.flat());
}

function nodesOf(layer: Node): Node[] {
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const nodes: Node[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text || node instanceof HTMLBRElement) nodes.push(node);
  }
  return nodes;
}

function spotOf(layer: Node, character: number): [text: Text, offset: number] | undefined {
  let at = character;
  for (const node of nodesOf(layer)) {
    const length = node instanceof Text ? node.data.length : 1;
    if (at < length) return node instanceof Text ? [node, at] : undefined;
    at -= length;
  }
  return undefined;
}

/** Neither end may be at a line's end. */
export function rangeOf(layer: Node, start: number, end: number): Range {
  const range = document.createRange();
  const [first, last] = [spotOf(layer, start), spotOf(layer, end - 1)];
  if (first) range.setStart(...first);
  if (last) range.setEnd(last[0], last[1] + 1);
  return range;
}
