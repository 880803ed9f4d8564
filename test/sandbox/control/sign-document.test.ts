import { expect, test } from 'vitest';
import type { DocumentSigner } from '../../../src/contract/signer.ts';
import { SandboxRefused } from '../../../src/sandbox/control/sandbox-errors.ts';
import { chooseSigners } from '../../../src/sandbox/control/sign-document.ts';

const signer = (signingOrder: number, hasSigned: boolean): DocumentSigner => ({
  signerId: `sgn_${signingOrder}`,
  name: `Signer ${signingOrder}`,
  email: `signer${signingOrder}@example.in`,
  phone: '9876543210',
  signingOrder,
  openedAt: null,
  signedAt: hasSigned ? '2026-11-20T12:00:00.000Z' : null,
  hasSigned,
  signUrl: 'http://127.0.0.1:4010/sign/token',
});
const sent = {
  status: 'SENT' as const,
  signers: [signer(3, false), signer(1, true), signer(2, false)],
};
const orders = (signers: readonly DocumentSigner[]) =>
  signers.map(({ signingOrder }) => signingOrder);

test.each([
  ['the next one', {}, [2]],
  ['all that are left, in order', { all: true }, [2, 3]],
  ['the one of that order', { signer: '2' }, [2]],
  ['the one of that email, in any case', { signer: 'Signer2@Example.in' }, [2]],
  ['the one of that id', { signer: 'sgn_2' }, [2]],
])('who signs: %s', (_what, wish, expected) => {
  expect(orders(chooseSigners(sent, wish))).toEqual(expected);
});

test.each([
  ['a document not sent', { ...sent, status: 'PENDING' as const }, {}, 'invalid_state'],
  ['a signer it does not have', sent, { signer: '4' }, 'not_found'],
  ['a signer before their turn', sent, { signer: '3' }, 'invalid_state'],
  ['a signer who signed before', sent, { signer: '1' }, 'invalid_state'],
  ['a document all have signed', { ...sent, signers: [signer(1, true)] }, {}, 'invalid_state'],
  [
    'a document all have signed',
    { ...sent, signers: [signer(1, true)] },
    { all: true },
    'invalid_state',
  ],
])('refused: %s', (_what, document, wish, code) => {
  expect(() => chooseSigners(document, wish)).toThrow(
    expect.objectContaining({ name: SandboxRefused.name, code }),
  );
});

test('of two signers with one email, the one who has not signed is chosen', () => {
  const email = 'desk@example.in';
  const signers = [signer(1, true), signer(2, false)].map((one) => ({ ...one, email }));
  expect(orders(chooseSigners({ status: 'SENT', signers }, { signer: email }))).toEqual([2]);
});
