import { expect, test } from 'vitest';
import type { SignatureVerdict } from '../../../src/pdf/verification/signature-verdict.ts';
import { proofEnd } from '../../../src/pdf/verification/signature-verdict.ts';

const base: SignatureVerdict = {
  kind: 'signature',
  field: 'esign_01',
  format: 'PAdES',
  signer: null,
  claimedAt: null,
  timestampedAt: null,
  timestampedBy: null,
  timestampRevocation: null,
  valid: true,
  trusted: true,
  identity: 'TRUSTED',
  root: 'CN=Root',
  revocation: { status: 'good', certificates: [] },
  provenUntil: null,
  coversWholeFile: false,
  revision: 1,
  cmsSha256: null,
};
const signature = (year: number, trusted = true): SignatureVerdict => ({
  ...base,
  trusted,
  provenUntil: trusted ? `${year}-01-01T00:00:00.000Z` : null,
});
const timestamp = (year: number, trusted = true): SignatureVerdict => ({
  ...signature(year, trusted),
  kind: 'timestamp',
});

test.each<[string, SignatureVerdict[], number | null]>([
  ['signatures alone: with the first of them', [signature(2030), signature(2028)], 2028],
  ['under a document timestamp: with that one', [signature(2027), timestamp(2035)], 2035],
  ['under a renewed one: with the last', [signature(2027), timestamp(2030), timestamp(2040)], 2040],
  ['a signature behind it counts', [signature(2027), timestamp(2035), signature(2029)], 2029],
  ['a timestamp that is not trusted does not', [signature(2030), timestamp(2040, false)], 2030],
  ['a signer who is not trusted: nobody knows', [signature(2030, false), timestamp(2040)], null],
  ['nothing signed: nobody knows', [], null],
])('the proof ends, %s', (_, signatures, year) => {
  expect(proofEnd(signatures)).toBe(year && `${year}-01-01T00:00:00.000Z`);
});
