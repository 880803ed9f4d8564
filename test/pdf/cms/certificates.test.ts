import { Integer, Sequence } from 'asn1js';
import { expect, test } from 'vitest';
import { derOf } from '../../../src/pdf/cms/asn1.ts';
import { certificateNames, commonNameIn, nameInWords } from '../../../src/pdf/cms/certificates.ts';
import { testAuthority } from '../../support/trust/pdf-authority.ts';

test('serial number, issuer and common name are read as encoded in the certificate', async () => {
  const { certificate } = await (await testAuthority()).issue('अनिता शर्मा');
  const { serialNumber, issuer, subject } = certificateNames(certificate.raw);
  expect(commonNameIn(subject)).toBe('अनिता शर्मा');
  expect(commonNameIn(issuer)).toBe('TEST Root Sub-CA');
  expect(serialNumber.toString('hex').toUpperCase()).toContain(certificate.serialNumber);
});

const empty = () => new Sequence({ value: [] });

test('a certificate of version 1 without a common name is read', () => {
  const fields = [new Integer({ value: 7 }), empty(), empty(), empty(), empty()];
  const der = derOf(new Sequence({ value: [new Sequence({ value: fields })] }));
  const { serialNumber, subject } = certificateNames(der);
  expect([serialNumber.toString('hex'), commonNameIn(subject)]).toEqual(['020107', '']);
});

test.each([
  ['noise', Buffer.from('noise')],
  ['an empty sequence', derOf(empty())],
  ['a certificate without names', derOf(new Sequence({ value: [empty()] }))],
])('%s is no certificate', (_, der) => {
  expect(() => certificateNames(der)).toThrow(/certificate|DER/);
});

test.each([
  ['C=IN\nO=TEST\nCN=TEST Issuing CA', 'TEST Issuing CA'],
  ['C=IN, O=TEST, CN=TEST Issuing CA', 'TEST Issuing CA'],
  ['C=IN\nO=Rao \\, CN=TEST Root', 'Rao , CN=TEST Root'],
  ['C=IN, CN=Rao\\, Sons \\+ Co', 'Rao, Sons + Co'],
  ['C=IN\nOU=Sales', 'C=IN, OU=Sales'],
  ['', ''],
])('%j in words is %j', (name, words) => {
  expect(nameInWords(name)).toBe(words);
});
