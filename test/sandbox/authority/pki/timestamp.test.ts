import { X509Certificate } from 'node:crypto';
import { fromBER } from 'asn1js';
import { PKIStatus, TimeStampResp } from 'pkijs';
import { expect, test } from 'vitest';
import { checkTimestamp } from '../../../../src/pdf/cms/check-timestamp.ts';
import { readCms } from '../../../../src/pdf/cms/read-cms.ts';
import { TEST_IDENTITIES } from '../../../../src/sandbox/authority/identities.ts';
import {
  issueSignature,
  openSigningContext,
} from '../../../../src/sandbox/authority/pki/issue-signature.ts';
import { onePki } from '../../../support/trust/two-pkis.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const clock = { now: () => NOW };

test('a timestamp contains the time and its authority', async () => {
  const pki = await onePki(NOW);
  const signing = await openSigningContext(pki, clock);
  const identity = TEST_IDENTITIES[0]!;
  const job = { identity, inputHash: 'ab'.repeat(32), at: NOW, form: 'pkcs7pdf' as const };
  const { cms } = await issueSignature(signing, job);
  const roots = [new X509Certificate(pki.root)];
  expect(checkTimestamp(readCms(cms), { roots, intermediates: [] })).toEqual({
    at: NOW,
    authority: 'TEST Timestamping Authority',
    revocation: 'not_checked',
    endsAt: new Date(new X509Certificate(pki.timestamps?.certificate ?? pki.root).validTo),
  });
});

test('the statement in a token is one octet string, as DER demands', async () => {
  const { tsa } = await openSigningContext(await onePki(NOW), clock);
  const token = Buffer.from(tsa.stamp(Buffer.from('signed')).toSchema().toBER());
  const { eContent } = readCms(token).content;
  expect(eContent?.idBlock.isConstructed).toBe(false);
});

test.each([
  ['no request', Buffer.from('abc')],
  ['nothing', Buffer.alloc(0)],
])('%s is rejected in a response of the protocol', async (_what, request) => {
  const { tsa } = await openSigningContext(await onePki(NOW), clock);
  const { result } = fromBER(new Uint8Array(tsa.respond(request)));
  const { status, timeStampToken } = new TimeStampResp({ schema: result });
  expect([status.status, timeStampToken]).toEqual([PKIStatus.rejection, undefined]);
});
