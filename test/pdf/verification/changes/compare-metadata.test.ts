import { expect, test } from 'vitest';
import { appended, signedElsewhere } from '../../../support/pdf/altered-pdfs.ts';
import { aForeignForm } from '../../../support/pdf/forged-documents.ts';
import { foreign, verdictOn } from '../../../support/pdf/signed-states.ts';

/** An object as the file has it. */
function objectIn(file: Buffer, id: number): string {
  const bodies = [
    ...file.toString('latin1').matchAll(new RegExp(`\\n${id} 0 obj\\n([^]*?)\\nendobj`, 'g')),
  ];
  return bodies.at(-1)?.[1] ?? expect.unreachable();
}

const METADATA = 10;
const rewritten = (file: Buffer, change: (object: string) => string = (object) => object): Buffer =>
  appended(file, [[METADATA, change(objectIn(file, METADATA))]], { trailer: '/Info 15 0 R' });

test('metadata may be written as they were', async () => {
  expect(await verdictOn(rewritten(foreign))).toBe('EVIDENCE_ADDED');
  expect(await verdictOn(rewritten(rewritten(foreign)))).toBe('EVIDENCE_ADDED');
});

test('metadata that say something else, or are used elsewhere, are found', async () => {
  const retitled = rewritten(foreign, (object) => object.replace('title="A"', 'title="B"'));
  expect(await verdictOn(retitled)).toBe('PERMITTED_CHANGE');
  const typed = rewritten(foreign, (object) => object.replace('/XML', '/Form'));
  expect(await verdictOn(typed)).toBe('CHANGED CHANGED');
  const shared = await signedElsewhere(aForeignForm('', '/Parts 10 0 R'), 'Approval');
  expect(await verdictOn(rewritten(shared))).toBe('CHANGED CHANGED');
});
