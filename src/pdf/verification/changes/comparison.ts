import type { PdfDict, PdfObject } from '@libpdf/core';
import { PdfArray, PdfRef, PdfStream } from '@libpdf/core';
import { fail } from '../../errors.ts';
import type { Value } from './equal.ts';
import { entriesOf, equal, numbersIn } from './equal.ts';
import type { Level } from './level.ts';
import { exceeds } from './level.ts';
import type { State } from './state.ts';

/** Throws PdfError CHANGED: a change that no rule permits. */
export function changed(what: string): never {
  fail('CHANGED', `${what} was changed`);
}

/** A dictionary before and after. */
export type Pair = { readonly before: PdfDict; readonly after: PdfDict };

type Place = { readonly id: number; readonly what: string };

/**
 * Two states of a file and what their comparison has explained so far. Rules compare the places where something may
 * change; everything else is handed to `same`, which follows references, so that one object in two places must be
 * permitted to change in both.
 */
export class Comparison {
  readonly before: State;
  readonly after: State;
  /** The objects that differ between the states: changed, new or gone. */
  readonly #changed: Set<number>;
  /** Changed objects that a rule has compared, and new ones that it permits. */
  readonly #explained = new Set<number>();
  /** Pages and fields, which many places refer to; a rule compares each of them. */
  readonly #known = new Set<number>();
  readonly #open: Place[] = [];
  #level: Level = 'none';
  #what: string | undefined;

  constructor(before: State, after: State, written: ReadonlySet<number>) {
    this.before = before;
    this.after = after;
    const differs = (id: number) => !equal(before.get(id), after.get(id));
    this.#changed = new Set([...written].filter(differs));
  }

  /** How far the changes go, and the first of those that go furthest. */
  get result(): { readonly level: Level; readonly what: string | undefined } {
    return { level: this.#level, what: this.#what };
  }

  /** Notes a permitted change. */
  permit(level: Level, what: string): void {
    if (!exceeds(level, this.#level)) return;
    this.#level = level;
    this.#what = what;
  }

  isNew(id: number): boolean {
    return this.#changed.has(id) && this.before.get(id) === undefined;
  }

  /** Whether nothing was written. */
  get isEqual(): boolean {
    return this.#changed.size === 0;
  }

  /** Values that must be equal, with everything that they refer to. */
  same(a: Value, b: Value, what: string): void {
    if (!equal(a, b)) changed(what);
    for (const id of numbersIn(b)) this.#open.push({ id, what });
  }

  /** Dictionaries, or those of streams, that must be equal but for some entries. */
  sameExcept({ before, after }: Pair, keys: readonly string[], what: string): void {
    if (before instanceof PdfStream !== after instanceof PdfStream) changed(what);
    const [a, b] = [entriesOf(before), entriesOf(after)];
    for (const key of new Set([...a.keys(), ...b.keys()])) {
      if (!keys.includes(key)) this.same(a.get(key), b.get(key), what);
    }
  }

  /**
   * The dictionaries at a place, which a rule is about to compare. Both have to be the same object; undefined if there is
   * none in both states.
   */
  pair(a: Value, b: Value, what: string): Pair | undefined {
    this.#sameReference(a, b, what);
    const [before, after] = [this.before.dict(a), this.after.dict(b)];
    if (before === undefined && after === undefined) {
      this.same(a, b, what);
      return undefined;
    }
    if (before === undefined || after === undefined) return changed(what);
    if (before instanceof PdfStream || after instanceof PdfStream) changed(what);
    this.explain(b);
    return { before, after };
  }

  /** An array that may have grown at its end, or be new; returns its items. */
  grown(a: Value, b: Value, what: string): { old: PdfObject[]; added: PdfObject[] } {
    const [before, after] = [this.before.read(a), this.after.read(b)];
    if (before === undefined && after === undefined) return { old: [], added: [] };
    if (before !== undefined) this.#sameReference(a, b, what);
    const old = before ?? new PdfArray([]);
    if (!(old instanceof PdfArray) || !(after instanceof PdfArray)) return changed(what);
    if (old.toArray().some((item, index) => !equal(item, after.at(index)))) changed(what);
    this.explain(b);
    return { old: old.toArray(), added: after.toArray().slice(old.length) };
  }

  /** An array that must be as it was, but whose items the caller compares; returns them. */
  kept(a: Value, b: Value, what: string): PdfObject[] {
    const { old, added } = this.grown(a, b, what);
    if (added.length > 0 || (a === undefined) !== (b === undefined)) changed(what);
    return old;
  }

  /** A value whose new objects are permitted; what it takes from before must be unchanged. */
  add(value: Value, what: string): void {
    const open = numbersIn(value);
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (!this.isNew(id)) this.#open.push({ id, what });
      else if (!this.#explained.has(id)) {
        this.#explained.add(id);
        open.push(...numbersIn(this.after.get(id)));
      }
    }
  }

  /** Marks the object that a value refers to as compared by the rule of its place. */
  explain(value: Value): void {
    if (value instanceof PdfRef) this.#explained.add(value.objectNumber);
  }

  /** Marks a page or field: others may refer to it, since its rule permits changes that do not matter to them. */
  know(value: Value): void {
    if (value instanceof PdfRef) this.#known.add(value.objectNumber);
  }

  /** Follows the references of everything that must be equal, then looks for changes that nothing explains. */
  settle(): void {
    const seen = new Set<number>(this.#known);
    for (let place = this.#open.pop(); place !== undefined; place = this.#open.pop()) {
      const { id, what } = place;
      if (seen.has(id)) continue;
      seen.add(id);
      if (this.#changed.has(id)) changed(what);
      this.#open.push(...numbersIn(this.after.get(id)).map((next) => ({ id: next, what })));
    }
    const stray = [...this.#changed].find((id) => !this.#explained.has(id) && !this.#isFraming(id));
    if (stray !== undefined)
      fail('STRAY_OBJECT', `object ${stray} was written, and belongs to nothing`);
  }

  /** Cross-reference streams and object streams are the framing of what was appended. */
  #isFraming(id: number): boolean {
    const object = this.after.get(id);
    if (object === undefined) return true;
    const isStream = object instanceof PdfStream && this.isNew(id);
    return isStream && ['XRef', 'ObjStm'].includes(object.getName('Type')?.value ?? '');
  }

  #sameReference(a: Value, b: Value, what: string): void {
    if ((a instanceof PdfRef || b instanceof PdfRef) && !equal(a, b)) changed(what);
  }
}
