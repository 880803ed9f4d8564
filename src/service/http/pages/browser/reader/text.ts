import type { LoadedDocument } from './load.ts';
import type { Sheet } from './sheets.ts';

/** Pieces of text that stay in place over all pages; beyond them, only pages that are near have theirs in place. */
const MOST_PIECES = 20_000;

/** The text of the pages: for screen readers, for search, and for the browser's own find. */
export interface PageTexts {
  /** Lays the text over its page, where it is found, selected and read aloud. */
  lay(sheet: Sheet): Promise<HTMLElement>;
  /** Keeps the text of a page that is no longer near: in place, or plain once there is much of it. */
  leave(sheet: Sheet): void;
  /** The text of every page, in order; reads what has not been read. */
  all(sheets: readonly Sheet[]): Promise<string[]>;
}

/** One page's text: its layer while it is in place, and its words. */
interface PageText {
  readonly container: HTMLElement;
  readonly words: string;
  readonly pieces: number;
  isPlain: boolean;
}

/** The text of a layer; a line ends with a line feed. */
function wordsOf(container: Node): string {
  let words = '';
  for (const node of nodesOf(container)) words += node instanceof Text ? node.data : '\n';
  return words;
}

/** Texts and line breaks, in order. */
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

/** The text that holds a character of the words, and where. */
function spotOf(container: Node, character: number): [text: Text, offset: number] | undefined {
  let at = character;
  for (const node of nodesOf(container)) {
    const length = node instanceof Text ? node.data.length : 1;
    if (at < length) return node instanceof Text ? [node, at] : undefined;
    at -= length;
  }
  return undefined;
}

/** The range of a layer from one place in its words to another; neither is at a line's end. */
export function rangeOf(container: Node, start: number, end: number): Range {
  const range = document.createRange();
  const [first, last] = [spotOf(container, start), spotOf(container, end - 1)];
  if (first) range.setStart(...first);
  if (last) range.setEnd(last[0], last[1] + 1);
  return range;
}

/** Reads the pages' text as it is asked for, each page once at a time. */
export function pageTexts({ lib, file }: LoadedDocument): PageTexts {
  const texts = new Map<Sheet, Promise<PageText>>();
  let pieces = 0;

  async function read(sheet: Sheet): Promise<PageText> {
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

  function textOf(sheet: Sheet): Promise<PageText> {
    const text = texts.get(sheet) ?? read(sheet);
    texts.set(sheet, text);
    return text;
  }

  function flatten(sheet: Sheet, text: PageText): void {
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
