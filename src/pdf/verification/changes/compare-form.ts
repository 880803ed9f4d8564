import type { PdfObject } from '@libpdf/core';
import { PdfDict, PdfName, PdfNumber, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { fail } from '../../pdf-errors.ts';
import { TIMESTAMP } from '../byte-range.ts';
import type { Comparison, Pair } from './comparison.ts';
import { changed } from './comparison.ts';
import type { ComparedValue } from './equal.ts';
import { entriesOf, equal, isPlain, numbersIn } from './equal.ts';
import type { Ground } from './ground.ts';
import { compareNewField, isUnseen } from './new-field.ts';

type DefaultEntry = { readonly before: ComparedValue; readonly after: ComparedValue };

const isElsewhere = (a: ComparedValue, b: ComparedValue): boolean =>
  (a instanceof PdfRef || b instanceof PdfRef) && !equal(a, b);

/** A dictionary may gain entries, in the same object; `compare` gets the entries it had. */
function compareGrown(
  c: Comparison,
  { before: a, after: b }: DefaultEntry,
  compare: (key: string, entry: DefaultEntry) => void,
): void {
  const [before, after] = [c.before.read(a), c.after.read(b)];
  if (equal(before, after) || !isPlain(after)) {
    c.same(a, b, 'the form');
    return;
  }
  if (before !== undefined && (isElsewhere(a, b) || !isPlain(before))) changed('the form');
  c.explain(b, 'form', 'the form');
  const [old, now] = [
    isPlain(before) ? entriesOf(before) : new Map<string, ComparedValue>(),
    entriesOf(after),
  ];
  for (const [key, value] of old) compare(key, { before: value, after: now.get(key) });
  for (const [key, value] of now) if (!old.has(key)) c.add(value, 'the form');
}

/** Adds fonts, and a default style where fields have their own. Throws PdfError CHANGED. */
function compareDefaults(c: Comparison, { before, after }: Pair): void {
  const same = (_: string, entry: DefaultEntry) => c.same(entry.before, entry.after, 'the form');
  if (!(after.get('DA') instanceof PdfString))
    same('DA', { before: before.get('DA'), after: after.get('DA') });
  compareGrown(c, { before: before.get('DR'), after: after.get('DR') }, (key, entry) =>
    key === 'Font' ? compareGrown(c, entry, same) : same(key, entry),
  );
}

interface FieldPlace {
  readonly name: string;
  readonly type: string | undefined;
  /** Whether a signature fills in this field, or the field above this widget. */
  readonly isSigning: boolean;
  /** Whether it has its own style or appearance, so that the form's does not matter. */
  readonly isStyled: boolean;
}

interface Form {
  readonly c: Comparison;
  readonly ground: Ground;
  /** The top-level signature fields that are filled in now. */
  readonly signing: ReadonlySet<string>;
  readonly isRestyled: boolean;
}

type OpenField = { readonly item: PdfObject; readonly above: FieldPlace };

const MARK = /^(esign_\d\d)_mark_\d\d$/;
const TOP: FieldPlace = { name: '', type: undefined, isSigning: false, isStyled: false };
const FIELD = { what: 'the form', role: 'field' } as const;
const COMPARED = ['Parent', 'P', 'Kids', 'V', 'AP', 'AS', 'F', 'MK'];
/** Flags a signature may set in its field: Locked, LockedContents (ISO 32000-2, table 167). */
const LOCKED = (1 << 7) | (1 << 9);

function textOf(value: ComparedValue): string {
  return value instanceof PdfString ? value.asString() : '';
}

function placeOf({ c, signing }: Form, { before, after }: Pair, above: FieldPlace): FieldPlace {
  const own = textOf(c.before.read(before.get('T')));
  const name = [above.name, own].filter((part) => part !== '').join('.');
  const type = c.before.read(before.get('FT'));
  const kind = type instanceof PdfName ? type.value : above.type;
  const isEmpty = c.before.read(before.get('V')) === undefined;
  const isFilled = kind === 'Sig' && isEmpty && c.after.read(after.get('V')) !== undefined;
  const [, owner = ''] = MARK.exec(name) ?? [];
  const isMark = kind === 'Btn' && signing.has(owner);
  const isStyled = above.isStyled || before.has('DA') || before.has('AP') || kind === 'Sig';
  return { name, type: kind, isSigning: above.isSigning || isFilled || isMark, isStyled };
}

/** A signature is a new dictionary in its own object. */
function compareSignature({ c, ground }: Form, { after }: Pair, { name }: FieldPlace): void {
  const value = after.get('V');
  const dict = c.after.dict(value);
  const isOwn = value instanceof PdfRef && c.isNew(value.objectNumber);
  if (!isOwn || dict === undefined || dict instanceof PdfStream)
    changed(`the signature in ${name}`);
  // A timestamp in a signer's place would make the document look complete.
  if (dict.getName('SubFilter')?.value === TIMESTAMP) changed(`${name}, by a timestamp,`);
  // The appearance of a later field may cover signed content.
  const isHarmless = ground.signatureFields.has(name) || isUnseen(c, after);
  c.permit(isHarmless ? 'signed' : 'placed', name);
  c.add(value, name);
}

/** Streams of a field's appearance that other software overwrote with the new appearance. */
function overwrittenIn({ c, ground }: Form, a: ComparedValue, b: ComparedValue): PdfRef[] {
  const [before, after] = [c.before.dict(a), c.after.dict(b)];
  if (ground.isOurs || before === undefined || after === undefined) return [];
  const isStream = (value: ComparedValue) =>
    [c.before, c.after].every((state) => state.read(value) instanceof PdfStream);
  return [...entriesOf(after)].flatMap(([key, value]) => {
    const isSame = value instanceof PdfRef && equal(before.get(key), value);
    return isSame && c.isWritten(value) && isStream(value) ? [value] : [];
  });
}

/** A signature's appearance is new; no earlier content may show instead. */
function compareAppearance(form: Form, { before, after }: Pair, { name }: FieldPlace): void {
  const { c } = form;
  const [old, now] = [before.get('AP'), after.get('AP')];
  const overwritten = overwrittenIn(form, old, now);
  const isKept = equal(old, now);
  if (isKept && overwritten.length === 0) {
    c.same(now, now, name);
    return;
  }
  const dict = c.after.dict(now);
  const ids = new Set(overwritten.map(({ objectNumber }) => objectNumber));
  const isOwn = (id: number) => ids.has(id) || c.isNew(id);
  const isNew = isKept || numbersIn(now).every(isOwn);
  if (dict === undefined || !isNew || !numbersIn(dict).every(isOwn)) {
    changed(`the appearance of ${name}`);
  }
  c.permit('signed', name);
  c.overwrite(now, overwritten, name);
}

/** Fields other than signatures may be filled in, unless a signature locks them. */
function compareValue(form: Form, { before, after }: Pair, { name }: FieldPlace): void {
  const { c, ground } = form;
  const what = `the field ${name}`;
  for (const key of ['V', 'AP', 'AS']) {
    const [a, b] = [before.get(key), after.get(key)];
    const overwritten = key === 'AP' ? overwrittenIn(form, a, b) : [];
    if (equal(a, b) && overwritten.length === 0) c.same(b, b, what);
    else {
      if (ground.isLocked(name))
        fail('FIELD_LOCKED', `${name}, which a signature locks, was changed`);
      c.permit('filled', what);
      c.overwrite(b, overwritten, what);
    }
  }
}

function compareSigning(form: Form, pair: Pair, place: FieldPlace): void {
  const { c, ground } = form;
  const { before, after } = pair;
  if (ground.isLocked(place.name)) {
    fail('FIELD_LOCKED', `${place.name}, which a signature locks, was changed`);
  }
  c.same(before.get('AS'), after.get('AS'), place.name);
  if (equal(before.get('V'), after.get('V'))) c.same(before.get('V'), after.get('V'), place.name);
  else compareSignature(form, pair, place);
  compareAppearance(form, pair, place);
}

/** In documents of others, a signature may lock its field and add an empty /MK. */
function compareMarks(
  { c, ground }: Form,
  { before, after }: Pair,
  { name, isSigning }: FieldPlace,
): void {
  const maySet = isSigning && !ground.isOurs;
  const what = `the field ${name}`;
  const [flags, now] = [c.before.read(before.get('F')), c.after.read(after.get('F'))];
  const isLocked =
    maySet &&
    flags instanceof PdfNumber &&
    now instanceof PdfNumber &&
    (now.value & ~LOCKED) === (flags.value & ~LOCKED) &&
    (now.value & flags.value) === flags.value;
  if (!isLocked) c.same(before.get('F'), after.get('F'), what);
  const [colours, coloursNow] = [before.get('MK'), after.get('MK')];
  const isEmpty = maySet && colours === undefined && coloursNow instanceof PdfDict;
  if (!isEmpty || coloursNow.size > 0) c.same(colours, coloursNow, what);
}

function compareField(form: Form, pair: Pair, place: FieldPlace): void {
  const { c } = form;
  const { before, after } = pair;
  const what = `the field ${place.name}`;
  const isLast = !before.has('Kids');
  if (form.isRestyled && isLast && !place.isStyled) changed('the form');
  for (const key of ['Parent', 'P']) if (!equal(before.get(key), after.get(key))) changed(what);
  c.sameExcept(pair, COMPARED, what);
  compareMarks(form, pair, place);
  if (place.isSigning) compareSigning(form, pair, place);
  else if (place.type !== 'Sig') compareValue(form, pair, place);
  else for (const key of ['V', 'AP', 'AS']) c.same(before.get(key), after.get(key), what);
}

function compareFields(form: Form, items: readonly PdfObject[]): void {
  const { c } = form;
  const open: OpenField[] = items.map((item) => ({ item, above: TOP }));
  const seen = new Set<PdfDict>();
  for (let field = open.pop(); field !== undefined; field = open.pop()) {
    const pair = c.pair(field.item, field.item, FIELD);
    if (pair === undefined || seen.has(pair.after)) continue;
    seen.add(pair.after);
    const above = placeOf(form, pair, field.above);
    compareField(form, pair, above);
    const kids = c.kept(pair.before.get('Kids'), pair.after.get('Kids'), 'the form');
    for (const item of kids) open.push({ item, above });
  }
}

function signingNow(c: Comparison, items: readonly PdfObject[], ground: Ground): Set<string> {
  const names = new Set<string>();
  for (const item of items) {
    const [before, after] = [c.before.dict(item), c.after.dict(item)];
    const name = textOf(c.before.read(before?.get('T')));
    const isFilled = before?.has('V') === false && after?.has('V') === true;
    if (isFilled && ground.signatureFields.has(name)) names.add(name);
  }
  return names;
}

/** Returns the numbers of permitted new fields' widgets. Throws PdfError CHANGED, FIELD_LOCKED. */
export function compareForm(c: Comparison, catalog: Pair, ground: Ground): Set<number> {
  const [old, now] = [catalog.before.get('AcroForm'), catalog.after.get('AcroForm')];
  const pair = c.pair(old, now, { what: 'the form', role: 'form' });
  if (pair === undefined) return new Set();
  const defaults = ground.isOurs ? [] : ['DA', 'DR'];
  c.sameExcept(pair, ['Fields', 'SigFlags', ...defaults], 'the form');
  if (!ground.isOurs) compareDefaults(c, pair);
  const flags = pair.after.get('SigFlags');
  if (flags !== undefined && !(flags instanceof PdfNumber)) changed('the form');
  const fields = c.grown(pair.before.get('Fields'), pair.after.get('Fields'), 'the form');
  const signing = signingNow(c, fields.old, ground);
  const isRestyled = !equal(pair.before.get('DA'), pair.after.get('DA'));
  compareFields({ c, ground, signing, isRestyled }, fields.old);
  return new Set(fields.added.map((item) => compareNewField(c, item, ground)));
}
