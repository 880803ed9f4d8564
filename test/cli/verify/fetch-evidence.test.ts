import 'reflect-metadata';
import { KeyObject } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Extension } from '@peculiar/x509';
import { AuthorityInfoAccessExtension, CRLDistributionPointsExtension } from '@peculiar/x509';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { evidenceFetcher } from '../../../src/cli/verify/fetch-evidence.ts';
import { embedCms } from '../../../src/pdf/signing/prepare.ts';
import { startVerifier } from '../../../src/pdf/verification/verifier.ts';
import type { Received } from '../../support/network/http-server.ts';
import { serveHttp } from '../../support/network/http-server.ts';
import { verifyWorkerScript } from '../../support/pdf/pdf-worker.ts';
import { fieldsFor, prepared, signedDocument } from '../../support/pdf/sign-pdf.ts';
import type { Parts } from '../../support/trust/chain-rows.ts';
import { parts } from '../../support/trust/chain-rows.ts';
import { createCms } from '../../support/trust/create-cms.ts';
import { der, NOW, revocationList } from '../../support/trust/make-chain.ts';
import { answerOcsp } from '../../support/trust/ocsp-responder.ts';

const script = await verifyWorkerScript();
const verifier = startVerifier({ script });
afterAll(() => verifier.close());
const [base] = await signedDocument(1);
const [field] = fieldsFor(1);
/** Opens loopback, for a server of the test. */
const OPEN = { refusalOf: () => undefined, timeoutMs: 1000, maxBytes: 100_000 };

/** A document signed with the signer's certificate alone. */
async function signedAlone({ leaf }: Parts): Promise<Buffer> {
  const open = await prepared(base!, field!, { date: NOW });
  const privateKey = KeyObject.from(leaf.keys.privateKey);
  const { certificate } = leaf;
  const signer = { certificate, privateKey, chain: [], ess: true };
  return embedCms(open, createCms({ sha256: open.sha256, ...signer }));
}

type Answer = (response: ServerResponse, request: Received) => unknown;

/** Answers by path, from what is there once the certificates are made; everything else is 404. */
async function serving() {
  const answers: Record<string, Answer> = {};
  const server = await serveHttp((request, response) => {
    const answer = answers[request.url];
    if (answer) answer(response, request);
    else response.writeHead(404).end();
  });
  return { ...server, answers, paths: () => server.received.map(({ url }) => url).sort() };
}

const crl = (url: string): Extension => new CRLDistributionPointsExtension([url]);
const access = (caIssuers: string, ocsp?: string): Extension =>
  new AuthorityInfoAccessExtension({ caIssuers, ...(ocsp && { ocsp }) });

/** Verifies as the command does. */
async function verifying({ root }: Parts, file: Buffer, limits = {}) {
  const trust = { roots: [root.certificate], intermediates: [] };
  const { remarks, ...evidence } = await evidenceFetcher(verifier, limits)(file, trust);
  return { remarks, evidence, verdict: await verifier.verify(file, { ...trust, ...evidence }) };
}

test('issuers and revocation lists are fetched, those of fetched issuers too', async () => {
  const { baseUrl, answers, paths } = await serving();
  const chain = await parts({
    leaf: { extra: [access(`${baseUrl}/sub`), crl(`${baseUrl}/sub.crl`)] },
    sub: { extra: [access(`${baseUrl}/root`), crl(`${baseUrl}/root.crl`)] },
  });
  const [ofSub, ofRoot] = [
    await revocationList(chain.sub, {}),
    await revocationList(chain.root, {}),
  ];
  answers['/sub'] = (response) => response.end(chain.sub.certificate.raw);
  answers['/sub.crl'] = (response) => response.end(ofSub);
  answers['/root.crl'] = (response) => response.end(ofRoot);
  const file = await signedAlone(chain);
  const { verdict, remarks } = await verifying(chain, file, OPEN);
  expect(remarks).toEqual([]);
  expect(verdict).toMatchObject({
    verified: true,
    level: 'PAdES B-B',
    signatures: [{ revocation: { status: 'good' } }],
  });
  expect(paths()).toEqual(['/root.crl', '/sub', '/sub.crl']);
});

test('a fetched list revokes the signer', async () => {
  const { baseUrl, answers } = await serving();
  const chain = await parts({ leaf: { extra: [access(`${baseUrl}/sub`), crl(`${baseUrl}/crl`)] } });
  const list = await revocationList(chain.sub, { revoked: chain.leaf.certificate });
  answers['/sub'] = (response) => response.end(chain.sub.certificate.toString());
  answers['/crl'] = (response) => response.end(list);
  const { verdict } = await verifying(chain, await signedAlone(chain), OPEN);
  expect(verdict).toMatchObject({ intact: true, verified: false, problem: { code: 'REVOKED' } });
});

test('a responder is asked about the signer, once its issuer is known', async () => {
  const { baseUrl, answers, received } = await serving();
  const chain = await parts({
    leaf: { extra: [access(`${baseUrl}/sub`, `${baseUrl}/ocsp`)] },
    sub: { extra: [crl(`${baseUrl}/crl`)] },
  });
  const { sub, root } = chain;
  const list = await revocationList(root, {});
  // A CMS without signers, as some authorities serve their certificates.
  const signedData = Buffer.from('06092a864886f70d010702', 'hex');
  const inner = [
    der(2, Buffer.of(1)),
    der(0x31),
    der(0x30),
    der(0xa0, sub.certificate.raw),
    der(0x31),
  ];
  answers['/sub'] = (response) =>
    response.end(der(0x30, signedData, der(0xa0, der(0x30, ...inner))));
  answers['/crl'] = (response) => response.end(list);
  const privateKey = KeyObject.from(sub.keys.privateKey);
  const responder = { certificate: sub.certificate.raw, privateKey };
  answers['/ocsp'] = (response, { body }) => response.end(answerOcsp(body, responder, NOW));
  const { verdict, remarks } = await verifying(chain, await signedAlone(chain), OPEN);
  expect(remarks).toEqual([]);
  expect(verdict.signatures[0]?.revocation).toMatchObject({
    status: 'good',
    certificates: [{ source: 'ocsp' }, { source: 'crl' }],
  });
  const type = { 'content-type': 'application/ocsp-request' };
  expect(received).toContainEqual(expect.objectContaining({ url: '/ocsp', method: 'POST' }));
  expect(received.find(({ url }) => url === '/ocsp')?.headers).toMatchObject(type);
});

test.each<[string, Answer | undefined, string]>([
  ['is missing', undefined, 'http_404'],
  ['never ends', (response) => response.end(Buffer.alloc(200_000, 0x30)), 'too_large'],
  ['never comes', () => undefined, 'timeout'],
  ['is a web page', (response) => response.end('<!doctype html>'), 'unreadable'],
])('a list that %s is a remark, and the verdict stands', async (_, answer, reason) => {
  const { baseUrl, answers } = await serving();
  const address = `${baseUrl}/crl`;
  const chain = await parts({ leaf: { extra: [access(`${baseUrl}/sub`), crl(address)] } });
  answers['/sub'] = (response) => response.end(chain.sub.certificate.raw);
  if (answer) answers['/crl'] = answer;
  const limits = { ...OPEN, timeoutMs: 200 };
  const { verdict, remarks } = await verifying(chain, await signedAlone(chain), limits);
  const message = `Could not fetch a revocation list from ${address}: ${reason}.`;
  expect(remarks).toEqual([{ code: 'NOT_FETCHED', message, reason, address }]);
  expect(verdict).toMatchObject({
    verified: true,
    signatures: [{ revocation: { status: 'not_checked' } }],
  });
});

test('a responder that refuses is a remark', async () => {
  const { baseUrl, answers } = await serving();
  const address = `${baseUrl}/ocsp`;
  const chain = await parts({ leaf: { extra: [access(`${baseUrl}/sub`, address)] } });
  answers['/sub'] = (response) => response.end(chain.sub.certificate.raw);
  answers['/ocsp'] = (response) => response.end(Buffer.from('30030a0106', 'hex'));
  const { remarks } = await verifying(chain, await signedAlone(chain), OPEN);
  expect(remarks).toMatchObject([{ reason: 'ocsp_refused', address }]);
});

test('a fetched certificate of another authority of the same name helps nobody', async () => {
  const { baseUrl, answers } = await serving();
  const [chain, other] = [
    await parts({ leaf: { extra: [access(`${baseUrl}/sub`)] } }),
    await parts({}),
  ];
  answers['/sub'] = (response) => response.end(other.sub.certificate.raw);
  const { verdict, remarks } = await verifying(chain, await signedAlone(chain), OPEN);
  expect(remarks).toEqual([]);
  expect(verdict).toMatchObject({ verified: false, problem: { code: 'UNTRUSTED' } });
});

test('addresses that are not public are not asked', async () => {
  const { baseUrl, received } = await serving();
  const chain = await parts({ leaf: { extra: [access(`${baseUrl}/sub`), crl(`${baseUrl}/crl`)] } });
  const { remarks, evidence } = await verifying(chain, await signedAlone(chain));
  expect(remarks.map(({ reason }) => reason)).toEqual(['blocked_address', 'blocked_address']);
  expect(evidence).toEqual({ issuers: [], crls: [], ocsp: [] });
  expect(received).toEqual([]);
});

test('certificates that cost too much to read are a remark', async () => {
  const hasty = startVerifier({ script, budget: { ms: 1 } });
  onTestFinished(() => hasty.close());
  const file = await signedAlone(await parts({}));
  const { remarks } = await evidenceFetcher(hasty)(file, { roots: [], intermediates: [] });
  expect(remarks).toMatchObject([{ code: 'NOT_FETCHED', reason: 'too_costly' }]);
});

test('of many addresses twenty are asked, and what several files name once', async () => {
  const { baseUrl, received } = await serving();
  const many = Array.from({ length: 25 }, (_, index) => `${baseUrl}/${index}`);
  const chain = await parts({ leaf: { extra: [new CRLDistributionPointsExtension(many)] } });
  const fetchFor = evidenceFetcher(verifier, OPEN);
  const file = await signedAlone(chain);
  for (const _ of ['one', 'another']) {
    const { remarks } = await fetchFor(file, { roots: [], intermediates: [] });
    expect(remarks).toHaveLength(21);
    expect(remarks.at(-1)).toMatchObject({ code: 'NOT_FETCHED', reason: 'too_many' });
  }
  expect(received).toHaveLength(20);
});
