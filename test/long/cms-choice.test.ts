import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { signedFields } from '../../src/pdf/verification/signed-field.ts';
import { verifyPdf } from '../../src/pdf/verification/verify.ts';
import type { CmsChoice } from '../../src/sandbox/sandbox-options.ts';
import { callApi, sendTo, startTestSandbox } from '../support/a-sandbox.ts';

const PEM = /-----BEGIN[\s\S]+?END CERTIFICATE-----/g;

const dataDir = await mkdtemp(join(tmpdir(), 'esign-cms-'));
afterAll(() => rm(dataDir, { recursive: true }));

/** A document with two signatures of that form, and the certificates to verify it with. */
async function signedBy(cms: CmsChoice) {
  const { sandbox, control, close } = await startTestSandbox({ cms, dataDir });
  onTestFinished(close);
  const documentId = await sendTo(sandbox, ['Asha Rao', 'अनिता शर्मा']);
  await control.sign({ documentId, all: true });
  const { content } = await callApi(sandbox, `/${documentId}`);
  const file = Buffer.from(await (await fetch(content.downloadUrl)).arrayBuffer());
  const pem = async (name: string) =>
    ((await readFile(join(sandbox.dataDir, name), 'utf8')).match(PEM) ?? []).map(
      (block) => new X509Certificate(block),
    );
  return { file, root: await pem('test-root.pem'), chain: await pem('test-chain.pem') };
}

test.each([
  ['leaf', 'adbe.pkcs7.detached', false, false],
  ['chain', 'ETSI.CAdES.detached', true, false],
  ['timestamp', 'ETSI.CAdES.detached', true, true],
  ['faithful', 'adbe.pkcs7.detached', false, false],
] as const)(
  'signatures with --cms %s are %s, include the chain: %s, a timestamp: %s, and verify',
  async (cms, subFilter, bringsChain, isTimestamped) => {
    const { file, root, chain } = await signedBy(cms);
    const fields = signedFields(await PDF.load(file, { lenient: false }));
    expect(fields.map((field) => field.subFilter)).toEqual([subFilter, subFilter]);
    const whole = await verifyPdf(file, { roots: chain });
    expect(whole.intact).toBe(true);
    expect(whole.signatures.map(({ valid, trusted }) => [valid, trusted])).toEqual([
      [true, true],
      [true, true],
    ]);
    const times = whole.signatures.map(({ timestampedAt }) => timestampedAt !== null);
    expect(times).toEqual([isTimestamped, isTimestamped]);
    const byRoot = await verifyPdf(file, { roots: root });
    expect(byRoot.signatures.map(({ trusted }) => trusted)).toEqual([bringsChain, bringsChain]);
  },
);
