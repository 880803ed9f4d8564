import { execFile, spawnSync } from 'node:child_process';
import { KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PDF } from '@libpdf/core';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { parseCertificate } from '../../src/pdf/trust/parsed-certificate.ts';
import { readSources } from '../../src/pdf/trust/revocation/revocation.ts';
import { readSignedBytes, signedFields } from '../../src/pdf/verification/byte-range.ts';
import { verifyPdf } from '../../src/pdf/verification/verify.ts';
import { TEST_IDENTITIES } from '../../src/sandbox/authority/identities.ts';
import { openPki } from '../../src/sandbox/authority/pki/pki.ts';
import { signAnswer } from '../../src/sandbox/authority/requests/answer-signer.ts';
import { ESP_FAILURES } from '../../src/sandbox/authority/requests/esp-failures.ts';
import type { CmsChoice } from '../../src/sandbox/sandbox-options.ts';
import { serveHttp } from '../support/network/http-server.ts';
import { callApi, sendTo, startTestSandbox } from '../support/sandbox/a-sandbox.ts';
import { pdfsig } from '../support/sandbox/pdfsig.ts';
import { aFolder, anAuthority } from '../support/service/an-authority.ts';
import { answerOcsp } from '../support/trust/ocsp-responder.ts';

const LONG_WAY_BACK = 'किराया <अनुबंध> & "Co"\r\n\t\'';

/** A file with a certificate as PEM. */
function pemFile(folder: string, name: string, der: Buffer): string {
  const body = der.toString('base64').replace(/(.{64})(?=.)/g, '$1\n');
  const path = join(folder, name);
  writeFileSync(path, `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`);
  return path;
}

function run(command: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}

function expectDone(command: string, ...args: readonly string[]): string {
  const { status, said } = run(command, ...args);
  expect(status, said).toBe(0);
  return said;
}

/** What a program says that asks the sandbox, which runs in this very process. */
async function runAside(command: string, ...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(command, args);
  return `${stdout}${stderr}`;
}

/** What xmlsec1 makes of a message under a certificate. */
async function judgeXml(xml: string, certificate: Buffer) {
  const folder = await aFolder();
  const file = join(folder, 'message.xml');
  writeFileSync(file, xml);
  return run(
    'xmlsec1',
    '--verify',
    '--pubkey-cert-pem',
    pemFile(folder, 'c.pem', certificate),
    file,
  );
}

test('the request of the service satisfies xmlsec1, and a changed one does not', async () => {
  const { pki, request } = await anAuthority();
  const { msg = '' } = await request({ documentName: LONG_WAY_BACK });
  expect(await judgeXml(msg, pki.asp.certificate)).toMatchObject({ status: 0 });
  const changed = msg.replace(' sc="Y"', ' sc="N"');
  expect(await judgeXml(changed, pki.asp.certificate)).toMatchObject({ status: 1 });
  expect(await judgeXml(msg, pki.answer.certificate)).toMatchObject({ status: 1 });
});

test('the answers of the authority satisfy xmlsec1, success and failure alike', async () => {
  const world = await anAuthority({ otp: '123456' });
  const session = await world.open();
  const identity = TEST_IDENTITIES[2]?.number ?? '';
  await world.authority.identify(session, { identity, consent: true });
  await world.authority.giveCode(session, '123456');
  if (session.stage.at !== 'done') expect.unreachable();
  const { certificate } = world.pki.answer;
  expect(await judgeXml(session.stage.answer, certificate)).toMatchObject({ status: 0 });
  const head = { txn: 'ESIGN-1', resCode: 'AB'.repeat(16), at: world.clock.now() };
  const failure = { outcome: 'failed', ...head, ...ESP_FAILURES.declined } as const;
  const failed = signAnswer(failure, world.pki.answer);
  expect(await judgeXml(failed, certificate)).toMatchObject({ status: 0 });
  const cheered = failed.replace('status="0"', 'status="1"');
  expect(await judgeXml(cheered, certificate)).toMatchObject({ status: 1 });
});

const sandboxes = new Map<CmsChoice, ReturnType<typeof startTestSandbox>>();
afterAll(async () => {
  for (const one of sandboxes.values()) await (await one).close();
});

function sandboxOf(cms: CmsChoice) {
  const sandbox = sandboxes.get(cms) ?? startTestSandbox({ cms, timestamps: 'off' });
  sandboxes.set(cms, sandbox);
  return sandbox;
}

/** A document signed by two in a sandbox of that choice. */
async function signedBy(cms: CmsChoice) {
  const { sandbox, control } = await sandboxOf(cms);
  const documentId = await sendTo(sandbox, ['Asha Rao', 'अनिता शर्मा']);
  await control.sign({ documentId, all: true });
  const { content } = await callApi(sandbox, `/${documentId}`);
  const bytes = Buffer.from(await (await fetch(content.downloadUrl)).arrayBuffer());
  const folder = await aFolder();
  const path = join(folder, 'signed.pdf');
  writeFileSync(path, bytes);
  return { sandbox, folder, path, bytes, pem: (name: string) => join(sandbox.dataDir, name) };
}

type Signed = Awaited<ReturnType<typeof signedBy>>;

/** Has openssl verify each CMS over its byte range, by a file of trusted certificates. */
async function openssl({ folder, bytes }: Signed, trusted: string, ...flags: readonly string[]) {
  const fields = signedFields(await PDF.load(bytes, { lenient: false }));
  for (const field of fields) {
    const { cms, end } = readSignedBytes(bytes, field);
    const [, from = 0, to = 0] = field.byteRange;
    const [p7, content] = [join(folder, 's.p7'), join(folder, 'content.bin')];
    writeFileSync(p7, cms);
    writeFileSync(content, Buffer.concat([bytes.subarray(0, from), bytes.subarray(to, end)]));
    const about = ['-binary', '-inform', 'DER', '-purpose', 'any', '-out', '/dev/null'];
    const files = ['-in', p7, '-content', content, '-CAfile', trusted];
    expectDone('openssl', 'cms', '-verify', ...flags, ...about, ...files);
  }
  expect(fields).toHaveLength(2);
}

const count = (text: string, part: string): number => text.split(part).length - 1;

test.each([
  ['leaf', 'test-chain.pem', []],
  ['chain', 'test-root.pem', ['-cades']],
  ['timestamp', 'test-root.pem', ['-cades']],
] as const)('signatures of the choice %s satisfy pdfsig and openssl, given %s', async (...row) => {
  const [cms, pem, flags] = row;
  const signed = await signedBy(cms);
  const report = pdfsig(signed.folder, signed.path, signed.pem(pem));
  expect(count(report, 'Signature is Valid.'), report).toBe(2);
  expect(count(report, 'Certificate is Trusted.'), report).toBe(2);
  await openssl(signed, signed.pem(pem), ...flags);
});

test('faithful signatures are valid to pdfsig, and trusted by openssl with the sub-CA', async () => {
  const signed = await signedBy('faithful');
  const report = pdfsig(signed.folder, signed.path, signed.pem('test-chain.pem'));
  expect(count(report, 'Signature is Valid.'), report).toBe(2);
  await openssl(signed, signed.pem('test-chain.pem'));
});

test('pdfsig does not read certificates from the document security store', async () => {
  const signed = await signedBy('leaf');
  const report = pdfsig(signed.folder, signed.path, signed.pem('test-root.pem'));
  expect(count(report, 'Signature is Valid.'), report).toBe(2);
  expect(count(report, 'Certificate issuer is unknown.'), report).toBe(2);
  const root = new X509Certificate(readFileSync(signed.pem('test-root.pem')));
  expect(await verifyPdf(signed.bytes, { roots: [root] })).toMatchObject({ verified: true });
});

test('timestamps over HTTP satisfy openssl, with a nonce and without', async () => {
  const { sandbox, close } = await startTestSandbox();
  onTestFinished(close);
  const folder = await aFolder();
  const at = (name: string) => join(folder, name);
  writeFileSync(at('data'), 'Whatever is to be dated');
  const trusted = ['-CAfile', join(sandbox.dataDir, 'test-chain.pem')];
  for (const flags of [['-cert'], ['-cert', '-no_nonce']]) {
    const query = ['ts', '-query', '-data', at('data'), '-sha256', '-out', at('query')];
    expectDone('openssl', ...query, ...flags);
    const answer = await fetch(`${sandbox.authorityUrl}/timestamp`, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query' },
      body: new Uint8Array(readFileSync(at('query'))),
    });
    expect(answer.headers.get('content-type')).toBe('application/timestamp-reply');
    writeFileSync(at('reply'), Buffer.from(await answer.arrayBuffer()));
    const verify = ['ts', '-verify', '-in', at('reply'), ...trusted];
    expect(expectDone('openssl', ...verify, '-queryfile', at('query'))).toContain(
      'Verification: OK',
    );
    expect(expectDone('openssl', ...verify, '-data', at('data'))).toContain('Verification: OK');
    writeFileSync(at('other'), 'Something else');
    expect(run('openssl', ...verify, '-data', at('other')).status).toBe(1);
  }
});

test('where certificates say that their issuer and its revocation list are, openssl finds them', async () => {
  const signed = await signedBy('chain');
  const [field] = signedFields(await PDF.load(signed.bytes, { lenient: false }));
  if (!field) expect.unreachable();
  const at = (name: string) => join(signed.folder, name);
  writeFileSync(at('s.p7'), readSignedBytes(signed.bytes, field).cms);
  const certs = expectDone('openssl', 'pkcs7', '-inform', 'DER', '-in', at('s.p7'), '-print_certs');
  writeFileSync(at('leaf.pem'), certs.slice(certs.indexOf('-----BEGIN')));
  const text = expectDone('openssl', 'x509', '-in', at('leaf.pem'), '-noout', '-text');
  expect(text).toContain('Policy: 2.16.356.100.2.4.1');
  const [, crlUrl = ''] = /CRL Distribution Points:[\s\S]*?URI:(\S+)/.exec(text) ?? [];
  const [, issuerUrl = ''] = /CA Issuers - URI:(\S+)/.exec(text) ?? [];
  for (const [url, file] of [
    [crlUrl, 'list.crl'],
    [issuerUrl, 'issuer.cer'],
  ] as const) {
    writeFileSync(at(file), Buffer.from(await (await fetch(url)).arrayBuffer()));
  }
  const issuer = expectDone('openssl', 'x509', '-inform', 'DER', '-in', at('issuer.cer'));
  writeFileSync(at('issuer.pem'), issuer);
  const list = ['crl', '-inform', 'DER', '-in', at('list.crl'), '-CAfile', at('issuer.pem')];
  expect(expectDone('openssl', ...list, '-noout')).toContain('verify OK');
  expectDone('openssl', ...list, '-out', at('crl.pem'));
  const chain = ['-CAfile', signed.pem('test-chain.pem'), '-CRLfile', at('crl.pem')];
  expect(expectDone('openssl', 'verify', '-crl_check', ...chain, at('leaf.pem'))).toContain(': OK');
  const { certificate, privateKey: key } = (await openPki(signed.sandbox.dataDir, new Date()))
    .subCa;
  const responder = { certificate, privateKey: KeyObject.from(key) };
  const { baseUrl } = await serveHttp(({ body }, response) => {
    response.setHeader('content-type', 'application/ocsp-response');
    response.end(answerOcsp(body, responder, new Date()));
  });
  const asked = [
    '-issuer',
    at('issuer.pem'),
    '-cert',
    at('leaf.pem'),
    '-url',
    `${baseUrl}/`,
    '-timeout',
    '5',
  ];
  const trusted = ['-CAfile', signed.pem('test-chain.pem'), '-respout', at('response')];
  const said = await runAside('openssl', 'ocsp', ...asked, ...trusted);
  expect(said).toContain('Response verify OK');
  expect(said).not.toContain('WARNING');
  expect(said).toContain('leaf.pem: good');
  const files = { crls: [], ocsp: [readFileSync(at('response'))] };
  const certificateAt = (name: string) =>
    parseCertificate(new X509Certificate(readFileSync(at(name))));
  const link = { certificate: certificateAt('leaf.pem'), issuer: certificateAt('issuer.pem') };
  expect(readSources(files)[0]?.ask(link)).toMatchObject({ source: 'ocsp', status: 'good' });
});
