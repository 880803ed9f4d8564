import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { timestampUrlAt } from '../../../../src/sandbox/authority/pki/serve-pki.ts';
import { httpTimestamps } from '../../../../src/service/adapters/proof/http-timestamps.ts';
import { timestampsInOrder } from '../../../../src/service/adapters/proof/in-order.ts';
import type { LongTermProof } from '../../../../src/service/core/deps.ts';
import type { AskedHost } from '../../../../src/service/ports/timestamp-authority.ts';
import { serveHttp } from '../../../support/network/http-server.ts';
import { openProof } from '../../../support/service/a-proof.ts';
import { anAuthority } from '../../../support/service/an-authority.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { aSentDocument, resumeLater, signAs } from '../../../support/service/signing-world.ts';

const world = await makeSigningWorld();
const { pki } = world.authority;
const sha256 = createHash('sha256').update('signed').digest();
const given = { roots: [pki.root], clock: world.clock };

/** Where nothing listens. */
const NOBODY = 'http://127.0.0.1:9';

const named = (name: string, url: string, timeoutMs = 5000) => ({
  name,
  authority: httpTimestamps({ ...given, url, timeoutMs }),
});

const FAILING: [string, string, () => Promise<string>][] = [
  ['is dead', 'connection_refused', async () => NOBODY],
  [
    'has another root',
    'untrusted',
    async () => {
      const other = await anAuthority({ ownKeys: true });
      const { baseUrl } = await serveHttp(({ body }, response) =>
        response.end(other.tsa.respond(body)),
      );
      return baseUrl;
    },
  ],
];

test.each(FAILING)(
  'the second authority is asked when the first one %s, and %s is told',
  async (_, reason, open) => {
    const { url } = await openProof(world);
    const missed: AskedHost[] = [];
    const timestamps = timestampsInOrder([
      named('first', await open()),
      named('second', timestampUrlAt(url)),
    ]);
    timestamps.onAsked?.((one) => missed.push(one));
    expect((await timestamps.stamp(sha256)).authority).toBe('TEST Timestamping Authority');
    expect(missed).toEqual([
      { host: 'first', reason },
      { host: 'second', reason: null },
    ]);
  },
);

test('the second authority is left alone when the first one gives a timestamp', async () => {
  const { url } = await openProof(world);
  const second = await serveHttp((_request, response) => response.end());
  const timestamps = timestampsInOrder([
    named('first', timestampUrlAt(url)),
    named('second', second.baseUrl),
  ]);
  await timestamps.stamp(sha256);
  expect(second.received).toEqual([]);
});

test('no authority is asked any more once the time of all is over', async () => {
  const hanging = await serveHttp(() => undefined);
  const third = await serveHttp(() => undefined);
  const names: string[] = [];
  const timestamps = timestampsInOrder(
    [
      named('first', hanging.baseUrl, 400),
      named('second', hanging.baseUrl, 60_000),
      named('third', third.baseUrl),
    ],
    800,
  );
  timestamps.onAsked?.(({ host, reason }) => names.push(`${host} ${reason}`));
  await expect(timestamps.stamp(sha256)).rejects.toMatchObject({ reason: 'timeout' });
  expect(names).toEqual(['first timeout', 'second timeout']);
  expect(third.received).toEqual([]);
});

test('tokens of any of them fit, and their roots are all trusted', async () => {
  const other = await anAuthority({ ownKeys: true });
  const timestamps = timestampsInOrder([
    { name: 'a', authority: httpTimestamps({ ...given, url: NOBODY, tokenBytes: 9000 }) },
    {
      name: 'b',
      authority: httpTimestamps({ ...given, url: NOBODY, roots: [other.pki.root] }),
    },
  ]);
  expect(timestamps.tokenBytes).toBe(9000);
  expect(timestamps.roots).toEqual([pki.root, other.pki.root]);
});

/** The world with two authorities that are both dead. */
function withDead(policy: LongTermProof['policy']) {
  const timestamps = timestampsInOrder([named('first', NOBODY), named('second', NOBODY)]);
  const missed: AskedHost[] = [];
  timestamps.onAsked?.((one) => missed.push(one));
  const revocation = { listsFor: async () => [] };
  return { ...world, deps: { ...world.deps, proof: { policy, timestamps, revocation } }, missed };
}

const timestampOf = async (documentId: string) => {
  const entries = await world.deps.store.readAudit(documentId);
  return entries.find(({ type }) => type === 'signature.embedded')?.data.timestamp;
};

test('with all of them dead, a signature waits where a timestamp is required, and then gets one of the second', async () => {
  const dead = withDead('required');
  const { documentId, signerIds } = await aSentDocument(dead, 1);
  expect(await signAs(dead, signerIds[0] ?? '')).toBe('timestamp_unavailable');
  expect(await world.deps.store.findDocument(documentId)).toMatchObject({ status: 'SENT' });
  const { url, proof } = await openProof(world);
  const timestamps = timestampsInOrder([
    named('first', NOBODY),
    named('second', timestampUrlAt(url)),
  ]);
  const deps = { ...world.deps, proof: { ...proof, timestamps } };
  expect(await resumeLater({ ...world, deps })).toEqual([]);
  expect(await world.deps.store.findDocument(documentId)).toMatchObject({ status: 'COMPLETED' });
  expect(await timestampOf(documentId)).toMatchObject({ authority: 'TEST Timestamping Authority' });
});

test('with all of them dead, a signature goes on where one is preferred, and each is told', async () => {
  const dead = withDead('preferred');
  const { documentId, signerIds } = await aSentDocument(dead, 1);
  expect(await signAs(dead, signerIds[0] ?? '')).toBeNull();
  expect(await world.deps.store.findDocument(documentId)).toMatchObject({ status: 'COMPLETED' });
  expect(await timestampOf(documentId)).toEqual({ missing: 'connection_refused' });
  const both = ['first', 'second'].map((host) => {
    return { host, reason: 'connection_refused' };
  });
  // Once for the signature, once for the document timestamp.
  expect(dead.missed).toEqual([...both, ...both]);
});
