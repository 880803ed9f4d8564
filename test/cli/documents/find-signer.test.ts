import { expect, test } from 'vitest';
import { findSigner } from '../../../src/cli/documents/link-to-open.ts';
import { ANSWER_EXAMPLES } from '../../../src/contract/examples.ts';

const [asha, ravi] = ANSWER_EXAMPLES.retrieveDocument.signers;
const document = { ...ANSWER_EXAMPLES.retrieveDocument, signers: [asha!, ravi!] };
const twins = {
  ...document,
  signers: [asha!, { ...ravi!, name: asha!.name, email: asha!.email }],
};

test.each(['2', ravi!.signerId, 'RAVI@example.in', 'ravi kumar'])('%j names a signer', (wanted) => {
  expect(findSigner(document, wanted)).toBe(ravi);
});

test('who shares a name or an email is not guessed, but has a number', () => {
  for (const wanted of ['asha@example.in', 'Asha Rao']) {
    const ambiguous = { exitCode: 2, message: expect.stringContaining('several signers: 1, 2') };
    expect(() => findSigner(twins, wanted)).toThrow(expect.objectContaining(ambiguous));
  }
  expect(findSigner(twins, '2').signingOrder).toBe(2);
  const numbered = { ...document, signers: [asha!, { ...ravi!, name: '1' }] };
  expect(findSigner(numbered, '1')).toBe(asha);
});

test('an unknown signer is not found', () => {
  const unknown = expect.objectContaining({ exitCode: 5 });
  expect(() => findSigner(document, 'nobody')).toThrow(unknown);
});
