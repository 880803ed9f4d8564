import { PDF, PdfString } from '@libpdf/core';
import { expect, test } from 'vitest';
import { verifyPdf } from '../../../../src/pdf/verification/verify.ts';
import { appended, signedElsewhere, updated } from '../../../support/pdf/altered-pdfs.ts';
import { aForeignForm, FILLINGS, FORGERIES } from '../../../support/pdf/forged-documents.ts';
import { TRICKS, withTrick } from '../../../support/pdf/forged-sections.ts';
import { one, trusting, two, verdictOn } from '../../../support/pdf/signed-states.ts';

const page = '4 0 R';
const raw: [string, string, (file: Buffer) => Buffer][] = [
  ['a byte behind the end', 'NOT_WHOLE_FILE', (file) => Buffer.concat([file, Buffer.from('\0')])],
  [
    'more line ends behind the end than any program writes',
    'NOT_WHOLE_FILE',
    (file) => Buffer.concat([file, Buffer.from('\n'.repeat(40))]),
  ],
  [
    'line ends and a word behind the end',
    'NOT_WHOLE_FILE',
    (file) => Buffer.concat([file, Buffer.from('\r\n\nBT\n')]),
  ],
  [
    'a comment behind the end',
    'NOT_WHOLE_FILE',
    (file) => Buffer.concat([file, Buffer.from('%x\n')]),
  ],
  ['the file behind itself', 'HIDDEN_REVISION', (file) => Buffer.concat([file, file])],
  [
    'an update that leaves the last one out',
    'HIDDEN_REVISION',
    (file) => appended(file, [[90, '<< >>']], { prev: lastXref(one) }),
  ],
  [
    'an update off the chain',
    'HIDDEN_REVISION',
    (file) => appended(appended(file, []), [], { prev: lastXref(file) }),
  ],
  [
    'an update without its end',
    'HIDDEN_REVISION',
    (file) => {
      const hidden = appended(file, [[90, '<< >>']], { hide: true });
      return appended(hidden, [[91, '<< >>']], { prev: hidden.lastIndexOf('xref\n90') });
    },
  ],
  ['a freed page', 'CHANGED', (file) => appended(file, [[4, null]])],
  ['a freed signature', 'SIGNATURE_REMOVED', (file) => appended(file, [[signatureIn(file), null]])],
  ['a page of its own', 'CHANGED', (file) => appended(file, [[4, '<< /Type /Page >>']])],
  ['a stray object', 'STRAY_OBJECT', (file) => appended(file, [[90, `<< /P ${page} >>`]])],
  ['a hybrid table', 'UNREADABLE', (file) => appended(file, [], { trailer: '/XRefStm 9' })],
  ['encryption', 'UNREADABLE', (file) => appended(file, [], { trailer: '/Encrypt << >>' })],
  [
    'an object taken from before',
    'XREF_OFFSET',
    (file) => {
      const text = appended(file, [[90, '<< >>']]).toString('latin1');
      return Buffer.from(text.replace(/90 1\n\d{10}/, '90 1\n0000000015'), 'latin1');
    },
  ],
  [
    'an object of another number',
    'XREF_OFFSET',
    (file) => {
      const text = appended(file, [[90, '<< >>']]).toString('latin1');
      return Buffer.from(text.replace('90 1\n', '04 1\n'), 'latin1');
    },
  ],
];

function lastXref(file: Buffer): number {
  return Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(file.toString('latin1'))?.[1]);
}

function signatureIn(file: Buffer): number {
  const ids = [...file.toString('latin1').matchAll(/(\d+) 0 obj\s*<<[^>]*\/Type \/Sig\b/g)];
  return Number(ids[0]?.[1]);
}

test.each(raw)('%s is found as %s', async (_, reason, change) => {
  const expected = reason === 'UNREADABLE' ? reason : `CHANGED ${reason}`;
  expect(await verdictOn(change(two))).toBe(expected);
});

test.each(['\n', '\r\n', '\n\r\n'])('line ends behind the end are no change: %j', async (lines) => {
  const behind = (file: Buffer) => Buffer.concat([file, Buffer.from(lines)]);
  expect(await verdictOn(behind(two))).toBe('AS_SIGNED');
  expect(await verdictOn(behind(appended(two, [])))).toBe('AS_SIGNED');
  const file = behind(appended(behind(two), [[4, '<< /Type /Page >>']]));
  expect(await verdictOn(file)).toBe('CHANGED CHANGED');
});

test('changes of the structure are told without the numbers of objects', async () => {
  const told = async (change: (file: Buffer) => Buffer) =>
    (await verifyPdf(change(two), trusting)).findings[0]?.message;
  for (const [what, , change] of raw) expect(await told(change), what).not.toMatch(/object|\d /);
  expect(await told((file) => appended(file, [[90, `<< /P ${page} >>`]]))).toBe(
    'The document was changed after signature 2: something was added that belongs to no page, field or proof.',
  );
});

test('a file whose objects are nested too deeply is told to be so', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const { findings } = await verifyPdf(appended(two, [[90, deep]]), trusting);
  expect(findings[0]).toEqual({
    code: 'UNREADABLE',
    message:
      'This program cannot read the file (its objects are nested too deeply); its signatures are not judged.',
  });
});

test('an object that nothing may change is not written again, not even with the same value', async () => {
  const bodies = two.toString('latin1').matchAll(/\n4 0 obj\n([\s\S]*?)\nendobj/g);
  const body = [...bodies].at(-1)?.[1] ?? '';
  expect(await verdictOn(appended(two, [[4, body]]))).toBe('CHANGED CHANGED');
});

test('files with cross-reference streams are compared, too', async () => {
  const pdf = await PDF.load(aForeignForm());
  pdf.getCatalog().set('Lang', PdfString.fromString('en'));
  const streams = Buffer.from(await pdf.save({ useXRefStream: true }));
  const signed = await signedElsewhere(streams, 'Approval');
  expect(await verdictOn(signed)).toBe('AS_SIGNED');
  expect(await verdictOn(await signedElsewhere(signed, 'Second'))).toBe('AS_SIGNED');
  const [[, fill]] = FILLINGS as [(typeof FILLINGS)[number]];
  expect(await verdictOn(await updated(signed, fill))).toBe('PERMITTED_CHANGE');
  for (const [, change] of FORGERIES.slice(0, 3)) {
    expect(await verdictOn(await updated(signed, change))).toMatch(/^CHANGED /);
  }
});

test('what cannot be read is not judged', async () => {
  const torn = appended(two, [[4, '<< /Type /Page']]);
  const verdict = await verifyPdf(torn, trusting);
  expect(verdict).toMatchObject({ problem: { code: 'UNREADABLE' } });
  expect([verdict.intact, verdict.verified]).toEqual([null, false]);
});

const pageOf = (file: Buffer) =>
  Number(/(\d+) 0 obj\s*<<[^>]*\/Type \/Page\b/.exec(file.toString('latin1'))?.[1]);
const forgedPage = '<< /Type /Page /MediaBox [0 0 9 9] >>';

test.each(['table', 'stream'] as const)(
  'an update with a %s that adds proof is read',
  async (style) => {
    const evil = { id: pageOf(two), body: forgedPage };
    expect(await verdictOn(withTrick(two, evil, { style }))).toBe('EVIDENCE_ADDED');
  },
);

/** The text of the last revision of a file, changed without changing what it leads to. */
function rewritten(file: Buffer, from: number, change: (text: string) => string): Buffer {
  const [before, after] = [file.subarray(0, from), file.toString('latin1', from)];
  return Buffer.concat([before, Buffer.from(change(after), 'latin1')]);
}

/** The offset of the end of the line before an object; that before the first one is in the signed state. */
const lineBefore = (at: string): string =>
  String(Number(at) - (Number(at) > two.length ? 1 : 0)).padStart(10, '0');

test.each<[string, (text: string) => string]>([
  ['a comment before its end', (text) => text.replace('startxref', '%iText-7.1.0\nstartxref')],
  [
    'rows that count the end of a line to an object',
    (text) => text.replace(/^\d{10}(?= 00000 n)/gm, lineBefore),
  ],
])('an update with %s is read', async (_, change) => {
  const proof = withTrick(two, { id: pageOf(two), body: forgedPage }, { style: 'table' });
  const honest = rewritten(proof, two.length, change);
  expect(honest.equals(proof)).toBe(false);
  expect(await verdictOn(honest)).toBe('EVIDENCE_ADDED');
});

test.each(TRICKS)('an update with a %s and %s is not accepted', async (style, _, trick) => {
  const evil = { id: pageOf(two), body: forgedPage };
  const verdict = await verdictOn(withTrick(two, evil, { style, trick }));
  expect(verdict).toMatch(/^(?:CHANGED|UNREADABLE)/);
});
