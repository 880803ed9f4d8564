import type { PdfObject } from '@libpdf/core';
import { PDF, PdfArray, PdfDict, PdfName, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { expect, test } from 'vitest';
import { verifyPdf } from '../../../../src/pdf/verification/verify.ts';
import type { Change } from '../../../support/pdf/altered-pdfs.ts';
import {
  addField,
  fieldNamed,
  signedElsewhere,
  updated,
} from '../../../support/pdf/altered-pdfs.ts';
import { ADDITIONS, store } from '../../../support/pdf/forged-documents.ts';
import { foreign, one, trusting, two, verdictOn } from '../../../support/pdf/signed-states.ts';
import { testAuthority } from '../../../support/trust/pdf-authority.ts';
import { documentToken } from '../../../support/trust/timestamp-cms.ts';

test.each(ADDITIONS)('%s is %s', async (_, code, change) => {
  expect(await verdictOn(await updated(foreign, change))).toBe(code);
});

/** A document timestamp in a field without area. */
async function timestamped(file: Buffer, rect = [0, 0, 0, 0]): Promise<Buffer> {
  const name = `Timestamp_${file.length}`;
  return await signedElsewhere(file, name, {
    isTimestamp: true,
    change: (pdf) => void addField(pdf, name, rect),
  });
}

test('document timestamps and further proof may follow the last signature', async () => {
  const proof: Change = (pdf) => pdf.getCatalog().set('DSS', pdf.register(store(pdf)));
  const stamped = await timestamped(await updated(two, proof));
  const verdict = await verifyPdf(stamped, trusting);
  expect(verdict.findings[0]?.code).toBe('EVIDENCE_ADDED');
  expect(verdict).toMatchObject({ fields: { signed: 2, total: 2 }, intact: true, complete: true });
  expect(verdict.signatures.at(-1)).toMatchObject({
    kind: 'timestamp',
    trusted: true,
    timestampedAt: expect.any(String),
    timestampedBy: 'TEST TSA',
  });
  expect(verdict.verified).toBe(true);
  const certificate = (pdf: PDF) =>
    pdf.register(new PdfStream([], new Uint8Array(Buffer.from('certificate'))));
  const more = await updated(stamped, (pdf) => {
    const dss = pdf.getCatalog().getDict('DSS', (ref) => pdf.getObject(ref));
    dss?.getArray('Certs', (ref) => pdf.getObject(ref))?.push(certificate(pdf));
  });
  expect(await verdictOn(await timestamped(more))).toBe('EVIDENCE_ADDED');
  expect(await verdictOn(await timestamped(two, [9, 9, 99, 99]))).toBe('CHANGED CHANGED');
});

test('a timestamp of an unknown authority is no fault of the signers', async () => {
  const stamped = await timestamped(two);
  const verdict = await verifyPdf(stamped, { roots: [] });
  expect(verdict).toMatchObject({ intact: true, problem: { code: 'NO_ROOT', revision: 1 } });
  const told = verdict.findings.find(({ revision }) => revision === 3)?.message;
  expect(told).toBe(
    "The issuer of TEST TSA's timestamp is not trusted, so it proves no time. That says nothing against the signatures.",
  );
});

test('proof that was there must stay', async () => {
  const proof: Change = (pdf) => {
    const stream = new PdfStream([], new Uint8Array(Buffer.from('certificate')));
    pdf.getCatalog().set('DSS', store(pdf, pdf.register(stream)));
  };
  const kept = await updated(two, proof);
  const stamped = await timestamped(kept);
  const emptied = await updated(stamped, (pdf) => pdf.getCatalog().set('DSS', store(pdf)));
  expect(await verdictOn(emptied)).toBe('CHANGED CHANGED');
});

/** Bytes as a certificate has them. */
const DER = Uint8Array.of(0x30, 3, 2, 1, 7);
const der = (pdf: PDF, data = DER, entries: [string, PdfObject][] = []) =>
  pdf.register(new PdfStream(entries, data));

test('the store may lose its type, and nothing else', async () => {
  const typed = await updated(two, (pdf) => {
    const CRLs = new PdfArray([der(pdf)]);
    pdf.getCatalog().set('DSS', pdf.register(PdfDict.of({ Type: PdfName.of('DSS'), CRLs })));
  });
  const rewritten = async (change: (pdf: PDF, lists: PdfArray) => Record<string, PdfObject>) =>
    await verdictOn(
      await updated(typed, (pdf) => {
        const old = pdf.getCatalog().getDict('DSS', (ref) => pdf.getObject(ref));
        const lists = old?.getArray('CRLs', (ref) => pdf.getObject(ref)) ?? expect.unreachable();
        pdf.getCatalog().set('DSS', pdf.register(PdfDict.of(change(pdf, lists))));
      }),
    );
  expect(await rewritten((_, CRLs) => ({ CRLs }))).toBe('EVIDENCE_ADDED');
  expect(await rewritten((pdf) => ({ CRLs: new PdfArray([der(pdf), der(pdf)]) }))).toBe(
    'EVIDENCE_ADDED',
  );
  for (const lost of [
    rewritten(() => ({})),
    rewritten(() => ({ CRLs: new PdfArray([]) })),
    rewritten((pdf) => ({ CRLs: new PdfArray([der(pdf, Uint8Array.of(0x30, 0))]) })),
    rewritten((_, CRLs) => ({ Certs: CRLs })),
    rewritten((_, CRLs) => ({ Type: PdfName.of('Catalog'), CRLs })),
  ]) {
    expect(await lost).toBe('CHANGED CHANGED');
  }
});

const HASH = 'AB'.repeat(20);

test('parts of a store that nothing refers to are proof', async () => {
  const file = await updated(two, (pdf) => {
    const list = pdf.register(new PdfArray([der(pdf)]));
    pdf.register(PdfDict.of({ [HASH]: PdfDict.of({ Cert: list }) }));
    pdf.register(PdfDict.of({ Type: PdfName.of('VRI') }));
  });
  expect(await verdictOn(file)).toBe('EVIDENCE_ADDED');
});

test('no more than fifty such parts are decoded', async () => {
  const withParts = (count: number) =>
    updated(two, (pdf) => {
      for (let part = 0; part < count; part += 1) der(pdf);
    });
  expect(await verdictOn(await withParts(50))).toBe('EVIDENCE_ADDED');
  expect(await verdictOn(await withParts(51))).toBe('CHANGED STRAY_OBJECT');
});

const text = (value: string) => new Uint8Array(Buffer.from(value));

test.each<[string, Change]>([
  ['content', (pdf) => void der(pdf, text('BT (two crore) Tj ET'))],
  ['content behind a certificate', (pdf) => void der(pdf, Buffer.concat([DER, text('q Q')]))],
  ['a certificate that is a form', (pdf) => void der(pdf, DER, [['Subtype', PdfName.of('Form')]])],
  ['a page', (pdf) => void pdf.register(PdfDict.of({ Type: PdfName.of('Page') }))],
  [
    'a catalogue in a part',
    (pdf) => void pdf.register(PdfDict.of({ Cert: PdfDict.of({ Pages: PdfRef.of(2, 0) }) })),
  ],
  ['a text', (pdf) => void pdf.register(PdfString.fromString('two crore'))],
])('%s that nothing refers to is no proof', async (_, change) => {
  expect(await verdictOn(await updated(two, change))).toBe('CHANGED STRAY_OBJECT');
});

test('a part that nothing refers to is neither changed nor shown later', async () => {
  let part: PdfRef | undefined;
  const left = await updated(foreign, (pdf) => {
    part = der(pdf);
  });
  const ref = part ?? expect.unreachable();
  const rewritten = await updated(left, (pdf) => {
    const stream = pdf.getObject(ref);
    if (stream instanceof PdfStream) stream.setData(Uint8Array.of(0x30, 0));
  });
  expect(await verdictOn(rewritten)).toBe('CHANGED STRAY_OBJECT');
  const draw: Change = (pdf) => fieldNamed(pdf, 'Second').set('AP', PdfDict.of({ N: ref }));
  expect(await verdictOn(await signedElsewhere(left, 'Second', { draw }))).toBe('CHANGED CHANGED');
});

test('a timestamp does not stand for a missing signature', async () => {
  const filled = await signedElsewhere(one, 'esign_02', { isTimestamp: true });
  const verdict = await verifyPdf(filled, trusting);
  expect(verdict).toMatchObject({
    intact: false,
    complete: false,
    fields: { signed: 1, total: 2 },
    problem: { code: 'CHANGED' },
  });
});

test('archival data by the library are proof, and may be renewed', async () => {
  const usage = { usages: ['1.3.6.1.5.5.7.3.8'], criticalUsages: true };
  const authority = await (await testAuthority()).issue('TEST TSA', usage);
  const none = { getOCSP: async () => null, getCRL: async () => null };
  const archived = async (file: Buffer) => {
    const pdf = await PDF.load(file, { lenient: false });
    const timestampAuthority = {
      timestamp: async (digest: Uint8Array) => documentToken(digest, authority, new Date()),
    };
    const { bytes } = await pdf.addArchivalData({ timestampAuthority, revocationProvider: none });
    return Buffer.from(bytes);
  };
  const once = await archived(two);
  expect(await verdictOn(once)).toBe('EVIDENCE_ADDED');
  const twice = await archived(once);
  const { findings, ...verdict } = await verifyPdf(twice, trusting);
  expect(verdict).toMatchObject({ verified: true, fields: { signed: 2, total: 2 } });
  expect(findings.map(({ code }) => code)).toEqual([
    ...['EVIDENCE_ADDED', 'NOT_COMPARED'],
    ...['TRUSTED', 'TRUSTED'],
    ...['TIMESTAMPED', 'TIMESTAMPED'],
    'UNKNOWN',
  ]);
});
