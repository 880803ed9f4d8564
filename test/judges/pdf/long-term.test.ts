import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { afterAll, expect, test } from 'vitest';
import { readCms } from '../../../src/pdf/cms/read-cms.ts';
import { readTimestampReply, timestampQuery } from '../../../src/pdf/cms/timestamp-request.ts';
import {
  readSignedBytes,
  signedFields,
  TIMESTAMP,
} from '../../../src/pdf/verification/byte-range.ts';
import { verifyPdf } from '../../../src/pdf/verification/verify.ts';
import type { CmsChoice, TimestampChoice } from '../../../src/sandbox/sandbox-options.ts';
import { checkWithQpdf } from '../../support/drawing/pdf-judges.ts';
import { callApi, sendTo, startTestSandbox } from '../../support/sandbox/a-sandbox.ts';
import { pdfsig } from '../../support/sandbox/pdfsig.ts';
import { aFolder } from '../../support/service/an-authority.ts';

const NAMES = ['Asha Rao', 'Ravi Kumar', 'अनिता शर्मा', 'Meera Iyer', 'Vikram Singh', 'Kavya Nair'];

let last: { readonly choices: string; readonly started: Started } | undefined;
type Started = Awaited<ReturnType<typeof startTestSandbox>>;
afterAll(() => last?.started.close());

/** A sandbox of these choices: the last one, if it has them. */
async function sandboxOf(cms: CmsChoice, timestamps: TimestampChoice): Promise<Started> {
  const choices = `${cms} ${timestamps}`;
  if (last?.choices === choices) return last.started;
  await last?.started.close();
  last = { choices, started: await startTestSandbox({ cms, timestamps }) };
  return last.started;
}

/** A document that so many signed in a sandbox of these choices. */
async function signedIn(cms: CmsChoice, timestamps: TimestampChoice, signers: number) {
  const { sandbox, control } = await sandboxOf(cms, timestamps);
  const documentId = await sendTo(sandbox, NAMES.slice(0, signers));
  await control.sign({ documentId, all: true });
  const { content } = await callApi(sandbox, `/${documentId}`);
  const bytes = Buffer.from(await (await fetch(content.downloadUrl)).arrayBuffer());
  const folder = await aFolder();
  const path = join(folder, 'signed.pdf');
  writeFileSync(path, bytes);
  return { bytes, path, folder, pem: (name: string) => join(sandbox.dataDir, name) };
}

type Signed = Awaited<ReturnType<typeof signedIn>>;

const count = (text: string, part: string): number => text.split(part).length - 1;

/** How many edits mutool finds after the first signature, and that it reads the file as it is. */
function editsByMutool({ folder, path }: Signed): number {
  const script = join(folder, 'history.js');
  const lines = 'var file = new PDFDocument(scriptArgs[0]);';
  writeFileSync(
    script,
    `${lines}\nprint(file.validateChangeHistory() + ' ' + file.wasRepaired());`,
  );
  const said = execFileSync('mutool', ['run', script, path], { encoding: 'utf8' });
  expect(said).toMatch(/^\d+ false\n$/);
  return Number.parseInt(said, 10);
}

/** Has openssl verify a token over its data. */
function checkToken({ folder, pem }: Pick<Signed, 'folder' | 'pem'>, token: Buffer, data: Buffer) {
  const at = (name: string) => join(folder, name);
  writeFileSync(at('token'), token);
  writeFileSync(at('data'), data);
  const files = ['-in', at('token'), '-data', at('data'), '-CAfile', pem('test-chain.pem')];
  const said = spawnSync('openssl', ['ts', '-verify', '-token_in', ...files], { encoding: 'utf8' });
  expect(`${said.stdout}${said.stderr}`).toContain('Verification: OK');
}

/** Checks every token of a file; returns how many there are in signatures, and over the document. */
async function checkTokens(signed: Signed): Promise<readonly [number, number]> {
  const { bytes } = signed;
  let [inSignatures, ofDocument] = [0, 0];
  for (const field of signedFields(await PDF.load(bytes, { lenient: false }))) {
    const { cms, from, to, end } = readSignedBytes(bytes, field);
    if (field.subFilter === TIMESTAMP) {
      checkToken(signed, cms, Buffer.concat([bytes.subarray(0, from), bytes.subarray(to, end)]));
      ofDocument += 1;
      continue;
    }
    const { tokens, signature } = readCms(cms);
    for (const token of tokens) checkToken(signed, token, signature);
    inSignatures += tokens.length;
  }
  return [inSignatures, ofDocument];
}

const PDFSIG_DISLIKES = 'Unknown issue with Certificate or corrupted data.';

const LEVELS = [
  ['leaf', 'required', 'PKCS7-LTA'],
  ['chain', 'required', 'PAdES B-LTA'],
  ['timestamp', 'preferred', 'PAdES B-LTA'],
  ['faithful', 'required', 'PKCS7-LTA'],
  ['leaf', 'off', 'PKCS7-B'],
  ['chain', 'off', 'PAdES B-B'],
  ['timestamp', 'off', 'PAdES B-T'],
  ['faithful', 'off', 'PKCS7-B'],
] as const;
/** The file with six signatures holds the revisions of the others. */
const COUNTS = { off: [1, 2], preferred: [2], required: [2], chain: [1, 6] } as const;
const cases = LEVELS.flatMap(([cms, timestamps, level]) =>
  COUNTS[cms === 'chain' && timestamps !== 'off' ? cms : timestamps].map(
    (signers) => [cms, timestamps, signers, level] as const,
  ),
);

/** The finding about changes: whether proof stands behind the last signature. */
const endOf = ({ isStored, isLast }: { isStored: boolean; isLast: boolean }) =>
  isStored && isLast ? 'EVIDENCE_ADDED' : 'AS_SIGNED';

test.each(cases)(
  '--cms %s with --timestamps %s, %i signed: %s, and the judges agree',
  async (cms, timestamps, signers, level) => {
    const signed = await signedIn(cms, timestamps, signers);
    const isProven = timestamps !== 'off';
    const root = new X509Certificate(readFileSync(signed.pem('test-root.pem')));
    const verdict = await verifyPdf(signed.bytes, { roots: [root] });
    expect(verdict).toMatchObject({ level, verified: true });
    const isStored = isProven || cms === 'leaf' || cms === 'faithful';
    expect(verdict.findings[0]?.code).toBe(endOf({ isStored, isLast: isProven || signers === 1 }));
    const tokens = isProven || cms === 'timestamp' ? signers : 0;
    expect(await checkTokens(signed)).toEqual([tokens, isProven ? 1 : 0]);
    checkWithQpdf(signed.path);
    const report = pdfsig(signed.folder, signed.path, signed.pem('test-chain.pem'));
    expect(count(report, 'Signature is Valid.'), report).toBe(signers);
    const trust = cms === 'faithful' ? PDFSIG_DISLIKES : 'Certificate is Trusted.';
    expect(count(report, trust), report).toBe(signers);
    // Nothing is appended to a document timestamp.
    if (isProven) expect(report.split('Signature #').at(-1)).toContain('- Total document signed');
    // mutool counts the updates of the store and the document timestamp.
    const edits = editsByMutool(signed);
    if (isStored) expect(edits).toBeGreaterThan(0);
    else expect(edits).toBe(0);
  },
);

test('an answer that openssl made to our request is read here', async () => {
  const folder = await aFolder();
  const at = (name: string) => join(folder, name);
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  const config = `[req]\ndistinguished_name=dn\n[dn]\n[tsa]\nextendedKeyUsage=critical,timeStamping\nbasicConstraints=CA:false\nkeyUsage=critical,digitalSignature
[ts]\nserial=${at('serial')}\ndefault_policy=2.999.1\ndigests=sha256\nsigner_digest=sha256\ness_cert_id_alg=sha256\nordering=yes\n`;
  writeFileSync(at('config'), config);
  writeFileSync(at('serial'), '01');
  const key = ['-newkey', 'rsa:2048', '-nodes', '-config', at('config')];
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
    '-subj',
    '/CN=TEST CA',
    '-addext',
    'keyUsage=keyCertSign,cRLSign',
    '-addext',
    'basicConstraints=critical,CA:true',
  );
  openssl('req', ...key, '-keyout', at('tsa.key'), '-out', at('tsa.csr'), '-subj', '/CN=TEST TSA');
  const by = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial'];
  const extensions = ['-extfile', at('config'), '-extensions', 'tsa'];
  openssl('x509', '-req', '-in', at('tsa.csr'), ...by, '-out', at('tsa.pem'), ...extensions);
  const request = { sha256: createHash('sha256').update('data').digest(), nonce: randomBytes(8) };
  writeFileSync(at('query'), timestampQuery(request));
  const signer = ['-signer', at('tsa.pem'), '-inkey', at('tsa.key')];
  const asked = ['-section', 'ts', '-queryfile', at('query'), '-out', at('reply')];
  openssl('ts', '-reply', '-config', at('config'), ...asked, ...signer);
  const roots = [new X509Certificate(readFileSync(at('ca.pem')))];
  const checked = readTimestampReply(readFileSync(at('reply')), request, {
    roots,
    chain: [],
    now: new Date(),
  });
  expect(checked).toMatchObject({ authority: 'TEST TSA', path: { length: 2 } });
});
