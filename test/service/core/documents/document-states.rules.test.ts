import { expect, test } from 'vitest';
import type { DocumentStatus } from '../../../../src/contract/document.ts';
import { DOCUMENT_STATUSES } from '../../../../src/contract/document-statuses.ts';
import {
  assertCanAddSigners,
  assertCanSend,
  assertCompleted,
  nextSigner,
  statusAfterSignature,
} from '../../../../src/service/core/documents/document-states.rules.ts';
import { DomainError } from '../../../../src/service/core/domain-error.rules.ts';
import { turnSince } from '../../../../src/service/core/mails/mail-notice.rules.ts';
import { aSigner } from '../../ports/store-builders.ts';

const signer = (signingOrder: number, signedAt: Date | null = null) =>
  aSigner(signingOrder, { signedAt });
const signers = (count: number) => Array.from({ length: count }, (_, index) => signer(index + 1));
const refusal = (act: () => void): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return 'allowed';
};

const others = DOCUMENT_STATUSES.filter((status) => status !== 'PENDING');

test.each<[DocumentStatus, number, number, string]>([
  ['PENDING', 0, 1, 'allowed'],
  ['PENDING', 0, 6, 'allowed'],
  ['PENDING', 5, 1, 'allowed'],
  ['PENDING', 6, 1, 'signer_limit_reached'],
  ['PENDING', 1, 6, 'signer_limit_reached'],
  ...others.map((status): [DocumentStatus, number, number, string] => [
    status,
    1,
    1,
    'invalid_state',
  ]),
  ['SENT', 6, 1, 'invalid_state'],
])('a %s document with %i signers, asked to take %i more: %s', (status, has, more, outcome) => {
  const document = { status, signers: signers(has) };
  expect(refusal(() => assertCanAddSigners(document, more))).toBe(outcome);
});

test.each<[DocumentStatus, number, string]>([
  ['PENDING', 1, 'allowed'],
  ['PENDING', 6, 'allowed'],
  ['PENDING', 0, 'no_signers'],
  ...others.map((status): [DocumentStatus, number, string] => [status, 1, 'invalid_state']),
])('sending a %s document with %i signers: %s', (status, has, outcome) => {
  expect(refusal(() => assertCanSend({ status, signers: signers(has) }))).toBe(outcome);
});

test.each(DOCUMENT_STATUSES)('the certificate of a %s document', (status) => {
  const outcome = status === 'COMPLETED' ? 'allowed' : 'invalid_state';
  expect(refusal(() => assertCompleted({ status }))).toBe(outcome);
});

test('signers sign in their order, one after another', () => {
  const [first, second] = [signer(1), signer(2)];
  const at = new Date(0);
  expect(nextSigner({ status: 'SENT', withdrawnAt: null, signers: [first, second] })).toBe(first);
  expect(nextSigner({ status: 'SENT', withdrawnAt: null, signers: [signer(1, at), second] })).toBe(
    second,
  );
  expect(
    nextSigner({ status: 'SENT', withdrawnAt: null, signers: [signer(1, at), signer(2, at)] }),
  ).toBeUndefined();
});

test('the turn of the first signer came with the sending, that of others with the signature before', () => {
  const [sentAt, signedAt] = [new Date(1), new Date(2)];
  const document = { sentAt, signers: [signer(1, signedAt), signer(2), signer(3)] };
  expect([1, 2, 3].map((order) => turnSince(document, order))).toEqual([sentAt, signedAt, null]);
});

test('nobody signs a document that is not SENT', () => {
  for (const status of DOCUMENT_STATUSES.filter((one) => one !== 'SENT')) {
    expect(nextSigner({ status, withdrawnAt: null, signers: signers(2) })).toBeUndefined();
  }
});

test('the last signature completes a document and no earlier one does', () => {
  const at = new Date(0);
  expect(statusAfterSignature([signer(1, at), signer(2)])).toBe('SENT');
  expect(statusAfterSignature([signer(1, at), signer(2, at)])).toBe('COMPLETED');
});
