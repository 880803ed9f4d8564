import type { LoadedDocument } from './load.ts';
import type { Sheet } from './sheets.ts';

/** Above this many positioned pieces, only pages nearby keep theirs. */
const MOST_PIECES = 20_000;

/** For screen readers, our search and the browser's. */
export interface PageTexts {
  /** Places the text over its page, to be found, selected and read aloud. */
  lay(sheet: Sheet): Promise<HTMLElement>;
  /** Keeps a distant page's text: in place, or plain if there's too much. */
  leave(sheet: Sheet): void;
  /** The text of all pages, in order; reads what's missing. */
  all(sheets: readonly Sheet[]): Promise<string[]>;
}

interface ReaderText {
  readonly container: HTMLElement;
  readonly words: string;
  readonly pieces: number;
  isPlain: boolean;
}

/** Lines end with a line feed. */
function wordsOf(container: Node): string {
  let words = '';
  for (const node of nodesOf(container)) words += node instanceof Text ? node.data : '\n';
  return words;
}

function nodesOf(container: Node): Node[] {
  const walker = document.createTreeWalker(
    container,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
  );
  const nodes: Node[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text || node instanceof HTMLBRElement) nodes.push(node);
  }
  return nodes;
}

function spotOf(container: Node, character: number): [text: Text, offset: number] | undefined {
  let at = character;
  for (const node of nodesOf(container)) {
    const length = node instanceof Text ? node.data.length : 1;
    if (at < length) return node instanceof Text ? [node, at] : undefined;
    at -= length;
  }
  return undefined;
}

/** Neither end may be at a line's end. */
export function rangeOf(container: Node, start: number, end: number): Range {
  const range = document.createRange();
  const [first, last] = [spotOf(container, start), spotOf(container, end - 1)];
  if (first) range.setStart(...first);
  if (last) range.setEnd(last[0], last[1] + 1);
  return range;
}

/** Reads text on demand, each page once at a time. */
export function pageTexts({ lib, file }: LoadedDocument): PageTexts {
  const texts = new Map<Sheet, Promise<ReaderText>>();
  let pieces = 0;

  async function read(sheet: Sheet): Promise<ReaderText> {
    const page = await file.getPage(sheet.number);
    const container = document.createElement('div');
    container.className = 'text';
    const textContentSource = await page.getTextContent();
    const viewport = page.getViewport({ scale: 1 });
    await new lib.TextLayer({ textContentSource, container, viewport }).render();
    sheet.element.querySelector('.text')?.remove();
    sheet.element.append(container);
    pieces += container.childElementCount;
    const words = wordsOf(container);
    return { container, words, pieces: container.childElementCount, isPlain: false };
  }

  function textOf(sheet: Sheet): Promise<ReaderText> {
    const text = texts.get(sheet) ?? read(sheet);
    texts.set(sheet, text);
    return text;
  }

  function flatten(sheet: Sheet, text: ReaderText): void {
    if (sheet.isNear || text.isPlain || pieces <= MOST_PIECES) return;
    text.isPlain = true;
    pieces -= text.pieces;
    text.container.replaceChildren(text.words);
    text.container.removeAttribute('style');
    text.container.removeAttribute('data-main-rotation');
    text.container.className = 'text plain';
  }

  return {
    async lay(sheet) {
      if ((await textOf(sheet)).isPlain) texts.set(sheet, read(sheet));
      return (await textOf(sheet)).container;
    },
    leave: (sheet) => void texts.get(sheet)?.then((text) => flatten(sheet, text)),
    async all(sheets) {
      const words: string[] = [];
      for (const sheet of sheets) {
        const text = await textOf(sheet);
        flatten(sheet, text);
        words.push(text.words);
      }
      return words;
    },
  };
}
