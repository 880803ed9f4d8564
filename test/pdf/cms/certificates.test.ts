import { Integer, Sequence } from 'asn1js';
import { expect, test } from 'vitest';
import { derOf } from '../../../src/pdf/cms/asn1.ts';
import { certificateNames } from '../../../src/pdf/cms/certificates.ts';
import { testAuthority } from '../../support/pdf-authority.ts';

test('serial number, issuer and common name are read as encoded in the certificate', async () => {
  const { certificate } = await (await testAuthority()).issue('अनिता शर्मा');
  const { element, serialNumber, issuer, commonName } = certificateNames(certificate.raw);
  expect(commonName).toBe('अनिता शर्मा');
  expect(derOf(element).equals(certificate.raw)).toBe(true);
  expect(derOf(serialNumber).toString('hex').toUpperCase()).toContain(certificate.serialNumber);
  expect(certificate.raw.includes(derOf(issuer))).toBe(true);
});

const empty = () => new Sequence({ value: [] });

test('a certificate of version 1 without a common name is read', () => {
  const fields = [new Integer({ value: 7 }), empty(), empty(), empty(), empty()];
  const der = derOf(new Sequence({ value: [new Sequence({ value: fields })] }));
  const { serialNumber, commonName } = certificateNames(der);
  expect([derOf(serialNumber).toString('hex'), commonName]).toEqual(['020107', '']);
});

test.each([
  ['noise', Buffer.from('noise')],
  ['an empty sequence', derOf(empty())],
  ['a certificate without names', derOf(new Sequence({ value: [empty()] }))],
])('%s is no certificate', (_, der) => {
  expect(() => certificateNames(der)).toThrow(/certificate/);
});
