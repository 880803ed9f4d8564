import { PDF } from '@libpdf/core';
import { expect, test } from 'vitest';
import { readNumbers } from '../../../../src/pdf/objects.ts';
import { loadPdf } from '../../../../src/pdf/pdf-file.ts';
import { topFields } from '../../../../src/pdf/signing/form-fields.ts';
import { addSigners } from '../../../../src/service/core/documents/add-signers.ts';
import { placeInDefaultSlots } from '../../../../src/service/core/documents/arrange-signatures.rules.ts';
import { describeEntry, SYSTEM } from '../../../../src/service/core/evidence/audit.rules.ts';
import { issueCertificate } from '../../../../src/service/core/evidence/issue-certificate.ts';
import { signingToken } from '../../../../src/service/core/links/links.rules.ts';
import { readView } from '../../../../src/service/core/links/open-link.ts';
import { fieldName } from '../../../../src/service/core/signing/signature.rules.ts';
import { DRAWING_BOMBS } from '../../../support/drawing/drawing-bombs.ts';
import { drawnPage, lines } from '../../../support/drawing/drawn-page.ts';
import { soundSignatures } from '../../../support/service/document-facts.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import {
  aCaller,
  aDraft,
  aSentDocument,
  send,
  signAs,
} from '../../../support/service/signing-world.ts';

const world = await makeSigningWorld();
const { deps } = world;

const FULL = drawnPage({ content: lines({ bottom: 20 }) });
const LETTER = drawnPage({ content: lines({ bottom: 300 }) });

async function found(documentId: string) {
  const document = await deps.store.findDocument(documentId);
  if (!document) throw new Error('the document is missing');
  return document;
}

/** The rectangles of the signature fields in the newest revision, by their names. */
async function fieldRects(documentId: string) {
  const pdf = await loadPdf(await deps.files.read((await found(documentId)).head?.key ?? ''));
  const rects = [...topFields(pdf)].map(([name, dict]) => [
    name,
    readNumbers(pdf, dict.get('Rect')),
  ]);
  return Object.fromEntries(rects);
}

async function evidenceOf(documentId: string, caller: Awaited<ReturnType<typeof aCaller>>) {
  const { bytes } = await issueCertificate(deps, caller, documentId);
  const attachment = (await PDF.load(bytes)).getAttachment('evidence.json');
  return JSON.parse(Buffer.from(attachment ?? []).toString('utf8'));
}

async function sentEntry(documentId: string) {
  const audit = await deps.store.readAudit(documentId);
  const entry = audit.find(({ type }) => type === 'document.sent');
  if (!entry) throw new Error('the document was not sent');
  return entry;
}

test('signatures go to the white space of the last page, and stay there', async () => {
  const { documentId, signerIds } = await aSentDocument(world, 2, LETTER);
  const { placements, pages } = await found(documentId);
  expect(placements?.map(({ positions }) => positions)).toEqual([
    [{ page: 1, x: 56, y: 56, width: 140, height: 110 }],
    [{ page: 1, x: 206, y: 56, width: 140, height: 110 }],
  ]);
  expect(pages).toHaveLength(1);
  for (const signerId of signerIds) expect(await signAs(world, signerId)).toBeNull();
  expect(await soundSignatures(deps, documentId)).toBe(2);
  expect(await fieldRects(documentId)).toEqual({
    esign_01: [56, 56, 196, 166],
    esign_02: [206, 56, 346, 166],
  });
});

test('signatures that find no room go to a page added for them, which the evidence names', async () => {
  const { documentId, signerIds, caller } = await aSentDocument(world, 2, FULL);
  const { placements, pages } = await found(documentId);
  expect(pages).toEqual([
    { width: 595, height: 842, rotate: 0 },
    { width: 595, height: 842, rotate: 0 },
  ]);
  expect(placements?.flatMap(({ positions }) => positions.map(({ page }) => page))).toEqual([2, 2]);
  const entry = await sentEntry(documentId);
  expect(entry.data).toMatchObject({ signaturePage: 2 });
  expect(describeEntry(entry, () => undefined)).toContain('page 2 added for signatures');
  const token = signingToken(deps.links.secret, {
    signerId: signerIds[0] ?? '',
    linkGeneration: 0,
  });
  expect(await readView(deps, token)).toMatchObject({
    sheets: pages,
    places: [
      { page: 2, isYou: true },
      { page: 2, isYou: false },
    ],
  });
  for (const signerId of signerIds) expect(await signAs(world, signerId)).toBeNull();
  expect(await soundSignatures(deps, documentId)).toBe(2);
  expect(await evidenceOf(documentId, caller)).toMatchObject({
    document: { pages: 2, signaturePage: 2 },
    signers: [{ pages: [2] }, { pages: [2] }],
  });
});

test('a document whose last page takes too much to read is sent all the same', async () => {
  const bomb = DRAWING_BOMBS['nested forms']?.();
  const { documentId, signerIds } = await aSentDocument(world, 1, bomb);
  expect((await found(documentId)).placements?.[0]?.positions[0]?.page).toBe(2);
  expect(await signAs(world, signerIds[0] ?? '')).toBeNull();
  expect(await soundSignatures(deps, documentId)).toBe(1);
});

test('rectangles that were requested are kept, over text too, and the page is not surveyed', async () => {
  const caller = await aCaller(world);
  const documentId = await aDraft(world, caller, 0, FULL);
  const position = { page: 1, x: 200, y: 500, width: 180, height: 120 };
  const advanced = { signaturePlacement: { positions: [position] } };
  const signer = { name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210', advanced };
  await addSigners(deps, caller, { documentId, body: { signers: [signer] }, origin: SYSTEM });
  const survey = () => Promise.reject(new Error('surveyed'));
  await send({ ...deps, pdf: { ...deps.pdf, survey } }, caller, documentId);
  const { placements, pages } = await found(documentId);
  expect(placements?.map(({ positions }) => positions)).toEqual([[position]]);
  expect(pages).toHaveLength(1);
  expect((await sentEntry(documentId)).data).not.toHaveProperty('signaturePage');
});

/** A document as it was sent before placements were stored. */
async function sentBefore(signers: number) {
  const caller = await aCaller(world);
  const documentId = await aDraft(world, caller, signers, FULL);
  const draft = await found(documentId);
  const key = `documents/${documentId}/prepared-before.pdf`;
  const fields = placeInDefaultSlots(draft.pages, draft.signers).map((placed) => ({
    field: fieldName(placed.signingOrder),
    rects: placed.positions,
  }));
  const prepared = await deps.files.withFolder(async (folder) => {
    const to = folder.path('prepared.pdf');
    const place = (from: string) => deps.pdf.placeFields({ from, to, fields });
    await deps.files.withLocalCopy(draft.original.key, place);
    return await deps.files.create(key, to);
  });
  const at = deps.clock.now();
  const sent = { status: 'SENT' as const, sentAt: at, prepared, head: prepared, updatedAt: at };
  await deps.store.transaction((tx) => tx.changeDocument(documentId, sent));
  return { documentId, caller, signerIds: draft.signers.map(({ signerId }) => signerId) };
}

test('a document that was sent before keeps its boxes until everyone has signed', async () => {
  const { documentId, caller, signerIds } = await sentBefore(2);
  const token = signingToken(deps.links.secret, {
    signerId: signerIds[0] ?? '',
    linkGeneration: 0,
  });
  expect((await readView(deps, token))?.places).toMatchObject([
    { page: 1, x: 36, y: 842 - 36 - 110 },
    { page: 1, x: 188, y: 842 - 36 - 110 },
  ]);
  for (const signerId of signerIds) expect(await signAs(world, signerId)).toBeNull();
  expect(await soundSignatures(deps, documentId)).toBe(2);
  expect(await fieldRects(documentId)).toEqual({
    esign_01: [36, 36, 176, 146],
    esign_02: [188, 36, 328, 146],
  });
  expect(await evidenceOf(documentId, caller)).toMatchObject({
    document: { pages: 1 },
    signers: [{ pages: [1] }, { pages: [1] }],
  });
});
