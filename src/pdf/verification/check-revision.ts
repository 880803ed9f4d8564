import type { PDF } from '@libpdf/core';
import { PdfDict, PdfRef, PdfStream } from '@libpdf/core';
import { fail } from '../errors.ts';
import { readDict, readName, readNumber, readText } from '../read-object.ts';
import type { Span } from './revision-objects.ts';
import { lastXref, revisionObjects } from './revision-objects.ts';
import { differingKeys } from './same-object.ts';

/** One appended revision, with the document before and after it. */
export interface Revision extends Span {
  readonly before: PDF;
  readonly after: PDF;
  /** The field that it signs. */
  readonly field: string;
  /** The first signature's revision may also enter /Perms into the catalogue. */
  readonly isFirst: boolean;
}

const WIDGET = /^(esign_(?:\d\d|seal))(_mark_\d\d)?$/;

function rootOf(pdf: PDF): string {
  return String(pdf.context.info.trailer.getRef('Root'));
}

/** A revision continues the one before it, with the same catalogue and nothing hidden between. */
function checkTrailer(file: Buffer, { from, before, after }: Revision): void {
  const { trailer } = after.context.info;
  const previous = readNumber(after, trailer.get('Prev'));
  if (previous !== lastXref(file, from) || trailer.has('XRefStm')) {
    fail('HIDDEN_REVISION', 'something was appended between two signatures');
  }
  if (rootOf(before) !== rootOf(after) || trailer.has('Encrypt')) {
    fail('CATALOG_CHANGED', 'the document was replaced by another within the file');
  }
}

/** The object that a changed entry of a widget refers to. */
function filledBy(after: PDF, widget: PdfDict, key: string): number {
  const appearance = readDict(after, widget.get('AP'));
  const value = key === 'AP' ? appearance?.get('N') : widget.get('V');
  const isPlain = key === 'V' || appearance?.size === 1;
  if (!isPlain || !(value instanceof PdfRef)) {
    fail('WIDGET_CHANGED', `a signature field was filled in with an unusual /${key}`);
  }
  return value.objectNumber;
}

type Filled = { readonly owner: string; readonly fills: readonly number[] };

function checkWidget(revision: Revision, id: number): Filled {
  const ref = PdfRef.of(id, 0);
  const [was, is] = [revision.before.getObject(ref), revision.after.getObject(ref)];
  const isDict = was instanceof PdfDict && is instanceof PdfDict;
  if (!isDict || was instanceof PdfStream || is instanceof PdfStream) {
    fail('NOT_OWN_WIDGET', `object ${id} was changed by a signature`);
  }
  const owner = WIDGET.exec(readText(revision.before, was.get('T')) ?? '');
  if (owner?.[1] === undefined || readName(revision.before, was.get('Subtype')) !== 'Widget') {
    fail('NOT_OWN_WIDGET', `object ${id}, no signature field, was changed by a signature`);
  }
  const keys = differingKeys(was, is);
  const allowed = owner[2] === undefined ? ['AP', 'V'] : ['AP'];
  if (was.has('V') || keys.some((key) => !allowed.includes(key))) {
    fail('WIDGET_CHANGED', `${owner[0]} was changed beyond being filled in: ${keys.join(', ')}`);
  }
  return { owner: owner[1], fills: keys.map((key) => filledBy(revision.after, is, key)) };
}

/** The catalogue of the first signed revision gains the certification that the field holds, no more. */
function checkCatalog({ before, after }: Revision): number[] {
  const keys = differingKeys(before.getCatalog(), after.getCatalog());
  const permissions = readDict(after, after.getCatalog().get('Perms'));
  const certified = permissions?.get('DocMDP');
  const isOnlyCertification = permissions?.size === 1 && certified instanceof PdfRef;
  if (before.getCatalog().has('Perms') || keys.join() !== 'Perms' || !isOnlyCertification) {
    fail('CATALOG_CHANGED', `the document's catalogue was changed: ${keys.join(', ')}`);
  }
  return [certified.objectNumber];
}

/**
 * Checks that a revision does no more than fill in the empty widgets of the signer whose signature ends
 * it. A revision of a signature thus cannot change pages, other fields or earlier signatures. Throws PdfError.
 */
export function checkRevision(file: Buffer, revision: Revision): void {
  checkTrailer(file, revision);
  const written = revisionObjects(file, revision);
  const root = revision.before.context.info.trailer.getRef('Root')?.objectNumber;
  const isOld = (id: number) => revision.before.getObject(PdfRef.of(id, 0)) !== null;
  const mayCertify = (id: number) => revision.isFirst && id === root;
  const old = written.filter(isOld);
  const filled = old.filter((id) => !mayCertify(id)).map((id) => checkWidget(revision, id));
  if (filled.length === 0 || filled.some(({ owner }) => owner !== revision.field)) {
    fail('OTHER_FIELD', `a revision filled in other fields than ${revision.field}, which it signs`);
  }
  const fills = new Set(filled.flatMap((item) => item.fills));
  const certified = old.some(mayCertify) ? checkCatalog(revision) : [];
  const fresh = written.filter((id) => !isOld(id));
  const stray =
    [...fresh, ...certified].find((id) => !fills.has(id)) ??
    [...fills].find((id) => !fresh.includes(id));
  if (stray !== undefined) fail('STRAY_OBJECT', `object ${stray} has no place in a signature`);
}
