import type { PDF } from '@libpdf/core';
import { PdfName } from '@libpdf/core';
import type { PdfProblem } from '../../pdf-errors.ts';
import { fail, PdfError } from '../../pdf-errors.ts';
import type { FormField } from '../../signing/form-fields.ts';
import { formFields } from '../../signing/form-fields.ts';
import type { RevisionChain } from '../xref/chain.ts';
import { loadChain, loadSigned, readChain } from '../xref/chain.ts';
import { compareEvidence, isLeftOver } from './compare-evidence.ts';
import { compareForm } from './compare-form.ts';
import { compareInfo, compareMetadata } from './compare-metadata.ts';
import { comparePages } from './compare-pages.ts';
import type { ChangeLevel } from './comparison.ts';
import { Comparison, changed, exceeds } from './comparison.ts';
import { numbersIn } from './equal.ts';
import type { Ground } from './ground.ts';
import { addLocks, groundOf } from './ground.ts';
import type { State } from './sections.ts';
import { checkEnd, endOf, firstState, marksIn, nextState, readAppended } from './sections.ts';

/** Numbers of objects that are referenced but do not exist. */
type Missing = ReadonlySet<number>;

function addMissing(state: State, from: Iterable<number>, missing: Set<number>): void {
  for (const id of from) if (state.get(id) === undefined) missing.add(id);
}

function missingIn(state: State): Missing {
  const missing = new Set<number>();
  const seen = new Set<number>();
  const open = [state.trailer.get('Root'), state.trailer.get('Info')].flatMap(numbersIn);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const next = numbersIn(state.get(id));
    addMissing(state, [id, ...next], missing);
    open.push(...next);
  }
  return missing;
}

/** Throws PdfError CHANGED if a missing object is supplied, which changes what refers to it. */
function stillMissing(missing: Missing, after: State, written: ReadonlySet<number>): Missing {
  const supplied = [...written].find((id) => missing.has(id) && after.get(id) !== undefined);
  if (supplied !== undefined) fail('CHANGED', 'something that was missing was supplied later');
  const all = new Set(missing);
  for (const id of written) addMissing(after, numbersIn(after.get(id)), all);
  return all;
}

/** The highest level among the changes between two states, and the first change at that level. */
interface RevisionStep {
  readonly level: ChangeLevel;
  readonly what: string | undefined;
}

const COMPARED = ['AcroForm', 'Pages', 'DSS', 'Metadata', 'Version', 'Extensions'];

/** Throws PdfError CHANGED, FIELD_LOCKED or STRAY_OBJECT for a change that no rule permits. */
function compareStates(
  before: State,
  after: State,
  { written, ground }: { readonly written: ReadonlySet<number>; readonly ground: Ground },
): RevisionStep {
  const c = new Comparison(before, after, written);
  const [rootBefore, rootAfter] = [before.trailer.get('Root'), after.trailer.get('Root')];
  const catalog = c.pair(rootBefore, rootAfter, { what: 'the catalogue', role: 'catalogue' });
  if (catalog === undefined) return changed('the catalogue');
  c.sameExcept(catalog, COMPARED, 'the catalogue');
  const at = (key: string) => [catalog.before.get(key), catalog.after.get(key)] as const;
  const version = after.read(catalog.after.get('Version'));
  if (version !== undefined && !(version instanceof PdfName)) changed('the version');
  for (const key of ['Version', 'Extensions']) {
    const value = catalog.after.get(key);
    c.explain(value, 'metadata', `/${key}`);
    c.add(after.read(value), `/${key}`);
  }
  const fields = compareForm(c, catalog, ground);
  const [pages, pagesNow] = at('Pages');
  comparePages(c, { before: pages, after: pagesNow }, fields);
  compareEvidence(c, ...at('DSS'));
  compareMetadata(c, ...at('Metadata'));
  compareInfo(c, before.trailer.get('Info'), after.trailer.get('Info'));
  c.settle((id) => isLeftOver(c, id));
  return c.result;
}

/** The field of a signature or document timestamp, and the end of the bytes that it covers. */
export interface SignedState {
  readonly field: string;
  readonly end: number;
}

/** The changes after each signature, in order; the last step ends with the file. */
export interface Changes {
  readonly steps: readonly RevisionStep[];
  /** The forbidden change, and the signature it came after, from 1. */
  readonly problem?: PdfProblem & { readonly after: number };
}

/** Errors of files that cannot be read, at all or within the limits. */
const UNREAD: ReadonlySet<string> = new Set(['UNREADABLE', 'ENCRYPTED', 'STREAM_SIZE', 'FILTER']);

/** Only names: reading the signatures themselves would be slow. */
function signedNames(pdf: PDF): string[] {
  const isSigned = ({ dict, type }: FormField) =>
    type === 'Sig' && dict.has('V') && dict.get('V')?.type !== 'null';
  return [...formFields(pdf)].filter(isSigned).map(({ name }) => name);
}

/** Every state has exactly the signatures that were made by then. */
function checkSignatures(pdf: PDF, signed: readonly SignedState[]): void {
  const found = signedNames(pdf);
  const isThere = signed.every(({ field }) => found.includes(field));
  if (!isThere || found.length !== signed.length) {
    fail('BYTE_RANGE', 'a signature is not in the state of the file that it covers');
  }
}

function checkEnds(file: Buffer, signed: readonly SignedState[]): void {
  let last = 0;
  for (const { end } of signed) {
    if (end <= last) fail('BYTE_RANGE', 'two signatures cover the same state of the file');
    checkEnd(file, end);
    last = end;
  }
}

/** A signature removed from the form before another one is made would make that seem the first. */
async function checkFirst(file: Buffer, { end }: SignedState): Promise<void> {
  const isAlone = file.indexOf('/ByteRange') === file.lastIndexOf('/ByteRange', end);
  if (isAlone) return;
  for (const mark of marksIn(file, { from: 0, to: end })) {
    // The first part of a linearised file cannot be read by itself.
    const pdf =
      mark.end < end ? await loadSigned(file.subarray(0, mark.end)).catch(() => null) : null;
    if (pdf !== null && signedNames(pdf).length > 0) {
      fail('SIGNATURE_REMOVED', 'an earlier signature was taken out of it');
    }
  }
}

interface JudgedRevision {
  readonly pdf: PDF;
  readonly chain: RevisionChain;
  readonly state: State;
  readonly missing: Missing;
  readonly ground: Ground;
  readonly end: number;
}

async function readFirst(file: Buffer, { field, end }: SignedState): Promise<JudgedRevision> {
  const covered = file.subarray(0, end);
  const chain = readChain(covered);
  const pdf = await loadChain(covered, chain);
  const state = firstState(pdf);
  const ground = addLocks(groundOf(pdf), pdf, field);
  return { pdf, chain, state, missing: missingIn(state), ground, end };
}

/** Compares a signed state with each revision appended to it; each must be permitted by itself. */
async function readNext(
  file: Buffer,
  { ground, end, ...first }: JudgedRevision,
  next: SignedState,
): Promise<{ readonly signed: JudgedRevision; readonly step: RevisionStep }> {
  let { pdf, chain, state, missing } = first;
  let step: RevisionStep = { level: 'none', what: undefined };
  for await (const appended of readAppended(file, { from: end, to: next.end }, chain)) {
    const after = nextState(state, appended);
    missing = stillMissing(missing, after, appended.written);
    const one = compareStates(state, after, { written: appended.written, ground });
    if (ground.isFinal && exceeds(one.level, 'evidence')) {
      fail('NOT_PERMITTED', `${one.what} was changed, although a signature permits no changes`);
    }
    if (exceeds(one.level, step.level)) step = one;
    [pdf, chain, state] = [appended.pdf, appended.chain, after];
  }
  const locks = addLocks(ground, pdf, next.field);
  return { signed: { pdf, chain, state, missing, ground: locks, end: next.end }, step };
}

async function* stepsOf(
  file: Buffer,
  signed: readonly SignedState[],
): AsyncGenerator<RevisionStep> {
  const [first, ...others] = signed;
  if (first === undefined) return;
  checkEnds(file, signed);
  await checkFirst(file, first);
  let current = await readFirst(file, first);
  checkSignatures(current.pdf, [first]);
  for (const [index, other] of others.entries()) {
    const { signed: next, step } = await readNext(file, current, other);
    current = next;
    checkSignatures(next.pdf, signed.slice(0, index + 2));
    yield step;
  }
  const end = endOf(file);
  if (current.end >= end) return;
  const rest = await readNext(file, current, { field: '', end });
  checkSignatures(rest.signed.pdf, signed);
  yield rest.step;
}

/**
 * Compares every signed state with the next one, and the last with the file (ISO 32000-2,
 * 12.8.2.2): any change that no rule permits is a problem. `signed` is sorted by `end`.
 * Throws PdfError and LibPDF's errors for unreadable files, which says nothing about changes.
 */
export async function analyseChanges(
  file: Buffer,
  signed: readonly SignedState[],
): Promise<Changes> {
  const steps: RevisionStep[] = [];
  try {
    for await (const step of stepsOf(file, signed)) steps.push(step);
    return { steps };
  } catch (error) {
    if (!(error instanceof PdfError) || UNREAD.has(error.code)) throw error;
    const { code, message } = error;
    return { steps, problem: { code, message, after: steps.length + 1 } };
  }
}
