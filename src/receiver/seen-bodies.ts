import type { ReceivedRequest } from './received-delivery.ts';

/** Bodies of a generation. Two are remembered, so a repeat is known over at least so many others. */
const GENERATION = 5000;
/** Places for them: a power of two, and so many more that one is free at once. */
const PLACES = 16_384;
/** How much of a key is remembered: 96 bits, of which no two are alike by chance. */
const WORDS = 3;
const DIGITS_OF_A_WORD = 8;
const PREFIX = 'sha256='.length;

/** A generation of bodies, by the beginnings of their keys. */
class Generation {
  readonly #words = new Int32Array(PLACES * WORDS);
  /** 0 where no body is. */
  readonly #numbers = new Float64Array(PLACES);
  readonly #times = new Float64Array(PLACES);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The place of a body, or the one that it would get. */
  placeOf(words: Int32Array): number {
    let place = (words[0] ?? 0) & (PLACES - 1);
    while (this.#numbers[place] !== 0 && !this.#isAt(place, words)) {
      place = (place + 1) & (PLACES - 1);
    }
    return place;
  }

  numberAt(place: number): number {
    return this.#numbers[place] ?? 0;
  }

  timeAt(place: number): number {
    return this.#times[place] ?? 0;
  }

  put(words: Int32Array, { number, at }: { number: number; at: number }): void {
    const place = this.placeOf(words);
    this.#words.set(words, place * WORDS);
    this.#numbers[place] = number;
    this.#times[place] = at;
    this.#size += 1;
  }

  clear(): void {
    this.#numbers.fill(0);
    this.#size = 0;
  }

  #isAt(place: number, words: Int32Array): boolean {
    for (let word = 0; word < WORDS; word += 1) {
      if (this.#words[place * WORDS + word] !== words[word]) return false;
    }
    return true;
  }
}

/**
 * The bodies seen so far, by keys that are the same for the same bytes: `sha256=` and hexadecimal digits. Numbers the
 * deliveries and knows repeats. Numbers in a table, since objects that live on are what costs most to collect.
 */
export class SeenBodies {
  #younger = new Generation();
  #older = new Generation();
  readonly #words = new Int32Array(WORDS);
  #count = 0;

  /** Counts a delivery that came at a time, in milliseconds; names the first with the same bytes, null for that itself. */
  add(key: string, at: number): ReceivedRequest['duplicateOf'] {
    this.#count += 1;
    this.#read(key);
    const first = this.#find(this.#younger, at) ?? this.#find(this.#older, at);
    if (first) return first;
    if (this.#younger.size === GENERATION) this.#age();
    this.#younger.put(this.#words, { number: this.#count, at });
    return null;
  }

  /** How many deliveries came; the number of the last one. */
  get count(): number {
    return this.#count;
  }

  /** How many bodies are remembered. */
  get size(): number {
    return this.#younger.size + this.#older.size;
  }

  /** Reads digits of a key; faster than to cut it in pieces. */
  #read(key: string): void {
    for (let word = 0; word < WORDS; word += 1) {
      const from = PREFIX + word * DIGITS_OF_A_WORD;
      let value = 0;
      for (let at = from; at < from + DIGITS_OF_A_WORD; at += 1) {
        const code = key.charCodeAt(at);
        value = (value << 4) | ((code & 0xf) + (code >> 6) * 9);
      }
      this.#words[word] = value;
    }
  }

  #find(generation: Generation, at: number): ReceivedRequest['duplicateOf'] {
    const place = generation.placeOf(this.#words);
    const number = generation.numberAt(place);
    if (number === 0) return null;
    return { number, afterMs: Math.max(0, at - generation.timeAt(place)) };
  }

  #age(): void {
    const emptied = this.#older;
    emptied.clear();
    this.#older = this.#younger;
    this.#younger = emptied;
  }
}
