import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { signedFields } from '../../src/pdf/verification/byte-range.ts';
import { verifyPdf } from '../../src/pdf/verification/verify.ts';
import type { CmsChoice } from '../../src/sandbox/sandbox-options.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { callApi, sendTo, startTestSandbox } from '../support/sandbox/a-sandbox.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'esign-cms-'));
afterAll(() => removeFolder(dataDir));

/** A document with two signatures of that form, and the root to verify it with. */
async function signedBy(cms: CmsChoice) {
  const { sandbox, control, close } = await startTestSandbox({ cms, dataDir, timestamps: 'off' });
  onTestFinished(close);
  const documentId = await sendTo(sandbox, ['Asha Rao', 'अनिता शर्मा']);
  await control.sign({ documentId, all: true });
  const { content } = await callApi(sandbox, `/${documentId}`);
  const file = Buffer.from(await (await fetch(content.downloadUrl)).arrayBuffer());
  const root = new X509Certificate(await readFile(join(sandbox.dataDir, 'test-root.pem')));
  return { file, roots: [root] };
}

test.each([
  ['leaf', 'adbe.pkcs7.detached', false],
  ['chain', 'ETSI.CAdES.detached', false],
  ['timestamp', 'ETSI.CAdES.detached', true],
  ['faithful', 'adbe.pkcs7.detached', false],
] as const)(
  'signatures with --cms %s are %s, include a timestamp: %s, and verify by the root alone',
  async (cms, subFilter, isTimestamped) => {
    const { file, roots } = await signedBy(cms);
    const fields = signedFields(await PDF.load(file, { lenient: false }));
    expect(fields.map((field) => field.subFilter)).toEqual([subFilter, subFilter]);
    const whole = await verifyPdf(file, { roots });
    expect(whole.verified).toBe(true);
    expect(whole.signatures.map(({ valid, trusted }) => [valid, trusted])).toEqual([
      [true, true],
      [true, true],
    ]);
    const times = whole.signatures.map(({ timestampedAt }) => timestampedAt !== null);
    expect(times).toEqual([isTimestamped, isTimestamped]);
  },
);
