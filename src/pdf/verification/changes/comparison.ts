import type { PdfObject } from '@libpdf/core';
import { PdfArray, PdfDict, PdfRef, PdfStream } from '@libpdf/core';
import { fail } from '../../pdf-errors.ts';
import type { ComparedValue } from './equal.ts';
import { DESTINATION, entriesOf, equal, referencesIn } from './equal.ts';
import type { State } from './sections.ts';

/** From no change to one that no rule permits. */
const LEVELS = ['none', 'evidence', 'signed', 'placed', 'filled', 'other'] as const;

/**
 * `none`: nothing a reader could see. `evidence`: proof for later checks. `signed`: a signature in
 * a field that was empty at the first signature. `placed`: a visible new field, or a signature in
 * one, which may cover signed content. `filled`: form or metadata values. `other`: anything else.
 */
export type ChangeLevel = (typeof LEVELS)[number];

export function exceeds(level: ChangeLevel, other: ChangeLevel): boolean {
  return LEVELS.indexOf(level) > LEVELS.indexOf(other);
}

/** Throws PdfError CHANGED for a change that no rule permits. */
export function changed(what: string): never {
  fail('CHANGED', `${what} was changed`);
}

export type Pair = { readonly before: PdfDict; readonly after: PdfDict };

export type Role =
  | 'page'
  | 'field'
  | 'appearance'
  | 'catalogue'
  | 'form'
  | 'proof'
  | 'metadata'
  | 'list';

type ChangedPlace = { readonly id: number; readonly key: string; readonly what: string };

/** Replaces the key where a rule itself looks at a value. */
const ROOT = '/';

/** Left-over objects of a revision; each is decoded, and a stranger may write many. */
const MOST_LEFT_OVER = 50;

/** Keys that only name a page or field, without making it part of what names it. */
const NAMED_BY: Readonly<Partial<Record<Role, ReadonlySet<string>>>> = {
  page: new Set([DESTINATION, 'P', 'Pg', 'Parent', 'Kids', 'Page', 'B']),
  catalogue: new Set(['Data', 'Root']),
  field: new Set(['Annots', 'Kids', 'Fields', 'Parent', 'Obj', 'CO', 'T', 'Annot', 'IRT', 'Popup']),
};

/**
 * Two states of a file, and what has been explained so far. Rules compare the places that may
 * change; the rest goes to `same`, which follows references, so an object in two places must be
 * permitted to change in both. An object has one role.
 */
export class Comparison {
  readonly before: State;
  readonly after: State;
  /** Written objects need a rule, even if their value is unchanged. */
  readonly #written: ReadonlySet<number>;
  readonly #roles = new Map<number, Role>();
  /** New objects that a rule permits. */
  readonly #added = new Set<number>();
  readonly #open: ChangedPlace[] = [];
  #level: ChangeLevel = 'none';
  #what: string | undefined;

  constructor(before: State, after: State, written: ReadonlySet<number>) {
    this.before = before;
    this.after = after;
    const isThere = (id: number) => before.get(id) !== undefined || after.get(id) !== undefined;
    this.#written = new Set([...written].filter(isThere));
  }

  /** The highest level so far, and the first change at that level. */
  get result(): { readonly level: ChangeLevel; readonly what: string | undefined } {
    return { level: this.#level, what: this.#what };
  }

  permit(level: ChangeLevel, what: string): void {
    if (!exceeds(level, this.#level)) return;
    this.#level = level;
    this.#what = what;
  }

  /** Whether the referenced object was written, perhaps unchanged. */
  isWritten(value: ComparedValue): boolean {
    return value instanceof PdfRef && this.#written.has(value.objectNumber);
  }

  isNew(id: number): boolean {
    return this.#written.has(id) && this.before.get(id) === undefined;
  }

  /** The values must be equal, with everything that they refer to. */
  same(a: ComparedValue, b: ComparedValue, what: string): void {
    if (!equal(a, b)) changed(what);
    this.follow(b, ROOT, what);
  }

  /** Objects referenced under a key must be equal, unless they are only named there. */
  follow(value: ComparedValue, key: string, what: string): void {
    for (const one of referencesIn(value, key)) this.#open.push({ ...one, what });
  }

  /** Dictionaries, also those of streams, must be equal except for `keys`. */
  sameExcept({ before, after }: Pair, keys: readonly string[], what: string): void {
    if (before instanceof PdfStream !== after instanceof PdfStream) changed(what);
    const [a, b] = [entriesOf(before), entriesOf(after)];
    for (const key of new Set([...a.keys(), ...b.keys()])) {
      if (keys.includes(key)) continue;
      if (!equal(a.get(key), b.get(key))) changed(what);
      this.follow(b.get(key), key, what);
    }
  }

  /** Dictionaries for a rule to compare, in the same object; undefined if neither state has one. */
  pair(
    a: ComparedValue,
    b: ComparedValue,
    { what, role }: { what: string; role: Role },
  ): Pair | undefined {
    this.#sameReference(a, b, what);
    const [before, after] = [this.before.dict(a), this.after.dict(b)];
    if (before === undefined && after === undefined) {
      this.same(a, b, what);
      return undefined;
    }
    if (before === undefined || after === undefined) return changed(what);
    if (before instanceof PdfStream || after instanceof PdfStream) changed(what);
    this.explain(b, role, what);
    return { before, after };
  }

  /** Returns the items of an array that may be new, or have grown at its end. */
  grown(
    a: ComparedValue,
    b: ComparedValue,
    what: string,
  ): { old: PdfObject[]; added: PdfObject[] } {
    const [before, after] = [this.before.read(a), this.after.read(b)];
    if (before === undefined && after === undefined) return { old: [], added: [] };
    // Acrobat rewrites a list in an object of its own.
    const isMoved = b instanceof PdfRef && this.isNew(b.objectNumber);
    if (before !== undefined && !isMoved) this.#sameReference(a, b, what);
    const old = before ?? new PdfArray([]);
    if (!(old instanceof PdfArray) || !(after instanceof PdfArray)) return changed(what);
    if (old.toArray().some((item, index) => !equal(item, after.at(index)))) changed(what);
    this.explain(b, 'list', what);
    return { old: old.toArray(), added: after.toArray().slice(old.length) };
  }

  /** Returns the items of an array that must be as it was; the caller compares them. */
  kept(a: ComparedValue, b: ComparedValue, what: string): PdfObject[] {
    const { old, added } = this.grown(a, b, what);
    if (added.length > 0 || (a === undefined) !== (b === undefined)) changed(what);
    return old;
  }

  /** New objects in this value are permitted; older ones it refers to must be unchanged. */
  add(value: ComparedValue, what: string): void {
    const open = referencesIn(value, ROOT);
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      if (!this.isNew(one.id)) this.#open.push({ ...one, what });
      else if (!this.#added.has(one.id)) {
        this.#added.add(one.id);
        open.push(...referencesIn(this.after.get(one.id), one.key));
      }
    }
  }

  /** Adds an appearance with overwritten streams, which nothing else may use. */
  overwrite(appearance: ComparedValue, streams: readonly PdfRef[], what: string): void {
    if (streams.length === 0) {
      this.add(appearance, what);
      return;
    }
    this.explain(appearance, 'appearance', what);
    for (const stream of streams) {
      if (this.#roles.has(stream.objectNumber)) changed(what);
      this.explain(stream, 'appearance', what);
      this.add(this.after.read(stream), what);
    }
    for (const value of entriesOf(this.after.dict(appearance) ?? new PdfDict()).values()) {
      if (!streams.some((stream) => equal(stream, value))) this.add(value, what);
    }
  }

  /** Marks the referenced object as compared by the rule of its place. */
  explain(value: ComparedValue, role: Role, what: string): void {
    if (!(value instanceof PdfRef)) return;
    const { objectNumber: id } = value;
    if ((this.#roles.get(id) ?? role) !== role) changed(what);
    this.#roles.set(id, role);
  }

  /** Fails for changes that nothing explains. `isLeftOver` is asked about unreferenced objects. */
  settle(isLeftOver: (id: number) => boolean): void {
    const seen = new Set<number>();
    for (let place = this.#open.pop(); place !== undefined; place = this.#open.pop()) {
      const { id, key, what } = place;
      if (seen.has(id) || this.#isNamed(id, key)) continue;
      seen.add(id);
      if (this.#written.has(id)) changed(what);
      this.#open.push(...referencesIn(this.after.get(id), key).map((next) => ({ ...next, what })));
    }
    const strays = [...this.#written].filter((id) => !this.#isExplained(id));
    const stray = strays.find((id, index) => index >= MOST_LEFT_OVER || !isLeftOver(id));
    if (stray !== undefined)
      fail('STRAY_OBJECT', `object ${stray} was written, and belongs to nothing`);
  }

  /** The rule of a page or field permits changes that do not matter to what only names it. */
  #isNamed(id: number, key: string): boolean {
    const role = this.#roles.get(id);
    return role !== undefined && NAMED_BY[role]?.has(key) === true;
  }

  #isExplained(id: number): boolean {
    return this.#roles.has(id) || this.#added.has(id) || this.#isFraming(id);
  }

  /** Cross-reference and object streams only frame what was appended. */
  #isFraming(id: number): boolean {
    const object = this.after.get(id);
    if (object === undefined) return true;
    const isStream = object instanceof PdfStream && this.isNew(id);
    return isStream && ['XRef', 'ObjStm'].includes(object.getName('Type')?.value ?? '');
  }

  #sameReference(a: ComparedValue, b: ComparedValue, what: string): void {
    if ((a instanceof PdfRef || b instanceof PdfRef) && !equal(a, b)) changed(what);
  }
}
