import type { KeyObject } from 'node:crypto';
import { createHash, KeyObject as Key, sign } from 'node:crypto';
import { ObjectIdentifier } from 'asn1js';
import { expect, test } from 'vitest';
import { parseCertificate } from '../../../../src/pdf/trust/parsed-certificate.ts';
import { pathStatus, readSources } from '../../../../src/pdf/trust/revocation/revocation.ts';
import { validatePath } from '../../../../src/pdf/trust/validate-path.ts';
import type { Parts } from '../../../support/trust/chain-rows.ts';
import { parts } from '../../../support/trust/chain-rows.ts';
import type { Made } from '../../../support/trust/make-chain.ts';
import {
  certify,
  days,
  der,
  keysOf,
  NOW,
  revocationList,
} from '../../../support/trust/make-chain.ts';

const made = await parts({});
const { root, sub, leaf } = made;

interface Evidence {
  readonly crls?: readonly Uint8Array[];
  readonly ocsp?: readonly Uint8Array[];
}

/** The answer, and the status of the path and of the signer's certificate. */
function judged(evidence: Evidence, isTimeProven = false) {
  const sources = readSources({ crls: [], ocsp: [], ...evidence });
  const rules = { roots: [root.certificate], intermediates: [sub.certificate], at: NOW };
  const { code, revocation = [] } = validatePath(leaf.certificate, {
    ...rules,
    sources,
    isTimeProven,
  });
  return [code, pathStatus(revocation), revocation[0]?.status];
}

const ofRoot = await revocationList(root, {});
const list = (wishes: Parameters<typeof revocationList>[1]) => revocationList(sub, wishes);
const revoked = leaf.certificate;

test('a path is good if a list of every issuer says so', async () => {
  expect(judged({ crls: [await list({}), ofRoot] })).toEqual(['TRUSTED', 'good', 'good']);
  expect(judged({ crls: [await list({})] })).toEqual(['TRUSTED', 'unknown', 'good']);
  expect(judged({ crls: [ofRoot] })).toEqual(['TRUSTED', 'not_checked', 'not_checked']);
  expect(judged({})).toEqual(['TRUSTED', 'not_checked', 'not_checked']);
});

test.each([
  ['of the time of signing', { from: days(-1), to: days(1) }, 'good'],
  ['that begins at the time', { from: NOW, to: days(1) }, 'good'],
  ['that ends at the time', { from: days(-1), to: NOW }, 'unknown'],
  ['of before', { from: days(-3), to: days(-2) }, 'unknown'],
  ['of later, while the certificate was valid', { from: days(3), to: days(4) }, 'good'],
  ['of later, after the certificate expired', { from: days(31), to: days(32) }, 'unknown'],
])('a list %s', async (_, window, status) => {
  expect(judged({ crls: [await list(window)] })[2]).toBe(status);
});

test.each([
  ['before the time', days(-1), false, 'REVOKED'],
  ['before a proven time', days(-1), true, 'REVOKED'],
  ['after a claimed time', days(1), false, 'REVOKED'],
  ['after a proven time', days(1), true, 'TRUSTED'],
])('a certificate revoked %s', async (_, on, isProven, code) => {
  const crl = await list({ revoked, on, from: days(2), to: days(3) });
  expect(judged({ crls: [crl] }, isProven)[0]).toBe(code);
  const stale = await list({ revoked, on: days(-9), from: days(-8), to: days(-7) });
  expect(judged({ crls: [stale] }, isProven)[0]).toBe('REVOKED');
});

test('a revoked authority revokes the path', async () => {
  const crl = await revocationList(root, { revoked: sub.certificate });
  expect(judged({ crls: [crl] })).toEqual(['REVOKED', 'revoked', 'not_checked']);
});

test('a list by another key, of another issuer, or that is noise says nothing', async () => {
  const forged = await revocationList({ ...sub, keys: await keysOf('P-256') }, { revoked });
  const foreign = await revocationList(await certify('Other', null), { revoked });
  for (const crl of [forged, foreign, Buffer.from('noise'), (await list({})).subarray(0, -5)]) {
    expect(judged({ crls: [crl] })).toEqual(['TRUSTED', 'not_checked', 'not_checked']);
  }
});

const NAMES = { sha1: '1.3.14.3.2.26', sha256: '2.16.840.1.101.3.4.2.1' };
const ECDSA = '1.2.840.10045.4.3.2';
const BASIC = '1.3.6.1.5.5.7.48.1.1';
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';
const oid = (value: string) => new Uint8Array(new ObjectIdentifier({ value }).toBER());
const time = (at: Date) =>
  der(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));

interface OcspWishes {
  readonly status?: Uint8Array;
  readonly digest?: keyof typeof NAMES;
  readonly by?: Made;
  readonly delegate?: Made;
  readonly to?: Date | null;
}

const GOOD = der(0x80);
const REVOKED = der(0xa1, time(days(-1)));

/** An OCSP response about the signer's certificate. */
function response({ leaf: about, sub: issuer }: Parts, wishes: OcspWishes = {}): Uint8Array {
  const { status = GOOD, digest = 'sha1', by = issuer, delegate, to = days(1) } = wishes;
  const authority = parseCertificate(issuer.certificate);
  const hash = (bytes: Buffer) => der(0x04, createHash(digest).update(bytes).digest());
  const serial = der(0x02, parseCertificate(about.certificate).serialNumber);
  const algorithm = der(0x30, oid(NAMES[digest]));
  const id = der(0x30, algorithm, hash(authority.subject), hash(authority.keyBits), serial);
  const next = to ? [der(0xa0, time(to))] : [];
  const single = der(0x30, id, status, time(days(-1)), ...next);
  const responder = der(0xa1, authority.subject);
  const data = der(0x30, responder, time(days(-1)), der(0x30, single));
  const key: KeyObject = Key.from(by.keys.privateKey);
  const signature = der(0x03, Buffer.from([0]), sign('sha256', data, key));
  const certificates = delegate ? [der(0xa0, der(0x30, delegate.certificate.raw))] : [];
  const basic = der(0x30, data, der(0x30, oid(ECDSA)), signature, ...certificates);
  const bytes = der(0x30, oid(BASIC), der(0x04, basic));
  return der(0x30, der(0x0a, Buffer.from([0])), der(0xa0, bytes));
}

const delegate = await certify('Responder', sub, { purposes: [OCSP_SIGNING] }, false);
const signer = await certify('Ravi Kumar', sub, {}, false);
const stranger = await certify('Responder', root, { purposes: [OCSP_SIGNING] }, false);
const expired = { purposes: [OCSP_SIGNING], to: days(-2) };
const late = await certify('Responder', sub, expired, false);

test.each<[string, OcspWishes, string | undefined]>([
  ['by the issuer', {}, 'good'],
  ['that names the issuer with SHA-256', { digest: 'sha256' }, 'good'],
  ['by a delegate of the issuer', { by: delegate, delegate }, 'good'],
  ['by a delegate that is not there', { by: delegate }, 'not_checked'],
  ['by a certificate for other uses', { by: signer, delegate: signer }, 'not_checked'],
  ['by a delegate of another issuer', { by: stranger, delegate: stranger }, 'not_checked'],
  ['by a delegate that had expired', { by: late, delegate: late }, 'not_checked'],
  ['of a responder that does not know', { status: der(0x82) }, 'unknown'],
  ['that has ended', { to: NOW }, 'unknown'],
  ['without an end', { to: null }, 'unknown'],
  ['of a revocation', { status: REVOKED }, 'revoked'],
])('an OCSP response %s', (_, wishes, status) => {
  expect(judged({ ocsp: [response(made, wishes)] })[2]).toBe(status);
});

test('an OCSP response about another certificate says nothing', () => {
  const about = { ...made, leaf: signer };
  expect(judged({ ocsp: [response(about, { status: REVOKED })] })[2]).toBe('not_checked');
});
