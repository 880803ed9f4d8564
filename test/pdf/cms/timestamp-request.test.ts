import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { readTimestampReply, timestampQuery } from '../../../src/pdf/cms/timestamp-request.ts';
import { openSigningContext } from '../../../src/sandbox/authority/pki/issue-signature.ts';
import { openPki } from '../../../src/sandbox/authority/pki/pki.ts';
import { aFolder } from '../../support/service/an-authority.ts';
import { otherAuthority } from '../../support/trust/pdf-authority.ts';
import { seedAuthority } from '../../support/trust/seed-authority.ts';

const now = new Date();

/** The sandbox's authority with its clock off by so much, and a request. */
async function asked(offsetMs = 0) {
  const folder = await aFolder();
  await seedAuthority(folder);
  const pki = await openPki(folder, now);
  const clock = { now: () => new Date(now.getTime() + offsetMs) };
  const { tsa } = await openSigningContext(pki, clock);
  const sha256 = createHash('sha256').update('signed').digest();
  const request = { sha256, nonce: randomBytes(8) };
  const rules = { roots: [new X509Certificate(pki.root)], chain: [], now };
  return { request, rules, reply: tsa.respond(timestampQuery(request)), tsa, sha256 };
}

const code = (code: string) => expect.objectContaining({ code });

test('the answer to a request is a token that passes every check', async () => {
  const { request, rules, reply } = await asked();
  const checked = readTimestampReply(reply, request, rules);
  expect(checked.at).toEqual(now);
  expect(checked.authority).toBe('TEST Timestamping Authority');
  expect(checked.path).toHaveLength(3);
});

test.each([
  ['nonce', 'TIMESTAMP_NONCE', { nonce: randomBytes(8) }],
  ['policy', 'TIMESTAMP_POLICY', { policy: '2.999.2' }],
  ['imprint', 'TIMESTAMP', { sha256: Buffer.alloc(32) }],
])('an answer of another %s is refused', async (_what, reason, change) => {
  const { request, rules, reply } = await asked();
  expect(() => readTimestampReply(reply, { ...request, ...change }, rules)).toThrow(code(reason));
});

test('an answer of an unknown authority, or of another time, is refused', async () => {
  const { request, rules, reply } = await asked();
  const roots = [(await otherAuthority()).root];
  const judged = () => readTimestampReply(reply, request, { ...rules, roots });
  expect(judged).toThrow(code('UNTRUSTED'));
  const late = await asked(6 * 60_000);
  expect(() => readTimestampReply(late.reply, late.request, late.rules)).toThrow(
    code('TIMESTAMP_CLOCK'),
  );
});

test('a refusal, and bytes that are no answer, are refused', async () => {
  const { request, rules, tsa } = await asked();
  const refused = tsa.respond(Buffer.from('abc'));
  expect(() => readTimestampReply(refused, request, rules)).toThrow(code('TIMESTAMP_REFUSED'));
  expect(() => readTimestampReply(Buffer.from('<html>'), request, rules)).toThrow();
});
