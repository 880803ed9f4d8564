import { fail } from '../../pdf-errors.ts';

/** A value as all readers agree on it: nothing is repaired, and no dictionary key occurs twice. */
export type Written =
  | { readonly type: 'number'; readonly value: number; readonly isWhole: boolean }
  | { readonly type: 'name'; readonly value: string }
  | { readonly type: 'reference'; readonly id: number; readonly generation: number }
  | { readonly type: 'array'; readonly items: readonly Written[] }
  | { readonly type: 'dictionary'; readonly entries: WrittenDict }
  | { readonly type: 'string' | 'word' };

export type WrittenDict = ReadonlyMap<string, Written>;

const SPACE = '\\0\\t\\n\\f\\r ';
/** Characters that end a number, a name or a word. */
const END = `(?=[${SPACE}()<>[\\]{}/%]|$)`;
const token = (pattern: string) => new RegExp(pattern, 'y');

const WHITE = token(`[${SPACE}]*`);
const NUMBER = token(`[+-]?(?:\\d{1,15}\\.?\\d{0,15}|\\.\\d{1,15})${END}`);
const REFERENCE = token(`(\\d{1,10})[${SPACE}]+(\\d{1,5})[${SPACE}]+R${END}`);
const NAME = token(`/([^${SPACE}()<>[\\]{}/%]*)`);
const HEXADECIMAL = token(`<[\\da-fA-F${SPACE}]*>`);
const WORD = token(`(?:true|false|null)${END}`);
const PLAIN = token('[^()\\\\]*');
const ESCAPED = token('\\\\[^]');
const MAX_DEPTH = 64;

/** For what programs may read differently, no matter who wrote it. Throws PdfError UNREADABLE. */
export function unclear(what: string): never {
  fail('UNREADABLE', what);
}

/** Resolves a name's escapes (ISO 32000-2, 7.3.5). */
function unescaped(name: string): string {
  return name.replace(/#(..?)?/g, (_, digits: string | undefined) =>
    /^[\da-f]{2}$/i.test(digits ?? '') && digits !== '00'
      ? String.fromCharCode(Number.parseInt(digits ?? '', 16))
      : unclear('a name in it is malformed'),
  );
}

const numberOf = (text: string): Written => ({
  type: 'number',
  value: Number(text),
  isWhole: !text.includes('.'),
});

/** Reads PDF syntax strictly; one character is one byte. Anything else: PdfError UNREADABLE. */
export class Syntax {
  readonly #text: string;
  at: number;

  constructor(text: string, at = 0) {
    this.#text = text;
    this.at = at;
  }

  skipSpace(): void {
    this.take(WHITE);
  }

  get isAtEnd(): boolean {
    return this.at >= this.#text.length;
  }

  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.at += match[0].length;
    return match;
  }

  /** Expects no white space before the dictionary. */
  dictionary(): WrittenDict {
    const value = this.value();
    return value.type === 'dictionary' ? value.entries : unclear('a dictionary in it is missing');
  }

  /** Expects no white space before the value. */
  value(depth = 0): Written {
    if (depth > MAX_DEPTH) unclear('its objects are nested too deeply');
    const reference = this.take(REFERENCE);
    if (reference) {
      const [, id, generation] = reference.map(Number);
      return { type: 'reference', id: id ?? 0, generation: generation ?? 0 };
    }
    const number = this.take(NUMBER);
    if (number) return numberOf(number[0]);
    const name = this.take(NAME);
    if (name) return { type: 'name', value: unescaped(name[1] ?? '') };
    if (this.take(HEXADECIMAL)) return { type: 'string' };
    return this.take(WORD) ? { type: 'word' } : this.#container(depth);
  }

  #container(depth: number): Written {
    const [first, second] = [this.#text[this.at], this.#text[this.at + 1]];
    if (first === '(') return this.#string();
    this.at += first === '<' ? 2 : 1;
    if (first === '[') return { type: 'array', items: this.#items(']', depth) };
    if (first !== '<' || second !== '<') return unclear('an object in it is malformed');
    return { type: 'dictionary', entries: this.#entries(this.#items('>>', depth)) };
  }

  #items(end: string, depth: number): Written[] {
    const items: Written[] = [];
    for (this.skipSpace(); !this.#text.startsWith(end, this.at); this.skipSpace()) {
      items.push(this.value(depth + 1));
    }
    this.at += end.length;
    return items;
  }

  #entries(items: readonly Written[]): WrittenDict {
    const entries = new Map<string, Written>();
    for (let at = 0; at < items.length; at += 2) {
      const [key, value] = [items[at], items[at + 1]];
      if (key?.type !== 'name' || value === undefined) unclear('a dictionary in it is malformed');
      if (entries.has(key.value)) unclear('a dictionary in it has a key twice');
      // Readers take an annotation's flags 2.0 for 2, or for 0.
      if (key.value === 'F' && value.type === 'number' && !value.isWhole) {
        unclear('the flags of an annotation in it are no whole number');
      }
      entries.set(key.value, value);
    }
    return entries;
  }

  #string(): Written {
    let depth = 0;
    do {
      this.take(PLAIN);
      if (this.take(ESCAPED)) continue;
      if (this.isAtEnd) unclear('a text in it does not end');
      depth += this.#text[this.at] === '(' ? 1 : -1;
      this.at += 1;
    } while (depth > 0);
    return { type: 'string' };
  }
}

/** Undefined if the entry is missing or something else. */
export function numberIn(dict: WrittenDict, key: string): number | undefined {
  const value = dict.get(key);
  return value?.type === 'number' ? value.value : undefined;
}

export function nameIn(dict: WrittenDict, key: string): string | undefined {
  const value = dict.get(key);
  return value?.type === 'name' ? value.value : undefined;
}

/** The natural numbers of an array; undefined if any item is something else. */
export function naturalsIn(dict: WrittenDict, key: string): number[] | undefined {
  const value = dict.get(key);
  if (value?.type !== 'array') return undefined;
  const numbers = value.items.map((item) => (item.type === 'number' ? item.value : -1));
  return numbers.every((one) => Number.isSafeInteger(one) && one >= 0) ? numbers : undefined;
}
