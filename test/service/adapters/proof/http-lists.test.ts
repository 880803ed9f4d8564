import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { crlUrls } from '../../../../src/pdf/verification/named-addresses.ts';
import { TEST_IDENTITIES } from '../../../../src/sandbox/authority/identities.ts';
import {
  issueSignature,
  openSigningContext,
} from '../../../../src/sandbox/authority/pki/issue-signature.ts';
import { httpLists } from '../../../../src/service/adapters/proof/http-lists.ts';
import { serveHttp } from '../../../support/network/http-server.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';

const { authority, clock } = await makeSigningWorld();

/** A signer's certificate that names a list at this address. */
async function certificateNaming(crl: string): Promise<Buffer> {
  const issuerUrls = () => ({
    certificate: 'http://127.0.0.1/ca',
    crl,
  });
  const signing = await openSigningContext(authority.pki, clock, { issuerUrls });
  const job = { identity: TEST_IDENTITIES[0]!, inputHash: 'ab'.repeat(32), at: clock.now() };
  return (await issueSignature(signing, job)).certificate;
}

test('the addresses of its lists are read from a certificate', async () => {
  const named = new X509Certificate(await certificateNaming('http://crl.example.in/ca.crl'));
  expect(crlUrls(named)).toEqual(['http://crl.example.in/ca.crl']);
  expect(crlUrls(new X509Certificate(authority.pki.root))).toEqual([]);
  expect(crlUrls(new X509Certificate(await certificateNaming('ldap://example.in/ca')))).toEqual([]);
});

test('a list is fetched from the certificate’s address, once for signers who follow each other', async () => {
  const { baseUrl, received } = await serveHttp((_request, response) => response.end('list'));
  const lists = httpLists({ urls: [`${baseUrl}/root`], clock });
  const certificate = await certificateNaming(`${baseUrl}/own`);
  const both = [Buffer.from('list'), Buffer.from('list')];
  expect(await lists.listsFor([certificate])).toEqual(both);
  expect(await lists.listsFor([certificate, certificate])).toEqual(both);
  expect(received.map(({ url }) => url)).toEqual(['/own', '/root']);
  clock.advance(61_000);
  await lists.listsFor([certificate]);
  expect(received).toHaveLength(4);
});

test('a list that cannot be had is missing, told, and asked for again', async () => {
  let isUp = false;
  const { baseUrl } = await serveHttp((_request, response) =>
    response.writeHead(isUp ? 200 : 500).end('list'),
  );
  const lists = httpLists({ urls: [baseUrl], clock });
  const told: unknown[] = [];
  lists.onAsked((asked) => told.push(asked));
  expect(await lists.listsFor([])).toEqual([]);
  isUp = true;
  expect(await lists.listsFor([])).toEqual([Buffer.from('list')]);
  const { host } = new URL(baseUrl);
  expect(told).toEqual([
    { host, reason: 'http_500' },
    { host, reason: null },
  ]);
});
