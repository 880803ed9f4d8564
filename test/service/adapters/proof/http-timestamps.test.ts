import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { timestampUrlAt } from '../../../../src/sandbox/authority/pki/serve-pki.ts';
import { httpTimestamps } from '../../../../src/service/adapters/proof/http-timestamps.ts';
import { serveHttp } from '../../../support/network/http-server.ts';
import { openProof } from '../../../support/service/a-proof.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';

const world = await makeSigningWorld();
const { pki } = world.authority;
const sha256 = createHash('sha256').update('signed').digest();
const given = { roots: [pki.root], clock: world.clock };

/** The adapter, asking a server that answers so. */
async function asking(answer: (response: ServerResponse, query: Buffer) => void) {
  const { baseUrl } = await serveHttp(({ body }, response) => answer(response, body));
  return httpTimestamps({ ...given, url: baseUrl, timeoutMs: 300 });
}

test('a token is brought with its time, authority and path', async () => {
  const { proof } = await openProof(world);
  const { token, at, authority, path, included } = await proof.timestamps.stamp(sha256);
  expect(token.length).toBeLessThan(proof.timestamps.tokenBytes);
  expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
  expect(authority).toBe('TEST Timestamping Authority');
  expect(path.at(-1)).toEqual(pki.root);
  expect(included).toEqual(path.slice(0, -1));
});

test.each<[string, string, (response: ServerResponse, query: Buffer) => void]>([
  ['an error', 'http_503', (response) => response.writeHead(503).end()],
  ['a redirect', 'redirect', (response) => response.writeHead(302, { location: '/' }).end()],
  ['nothing', 'timeout', () => undefined],
  ['a cut connection', 'connection_reset', (response) => response.destroy()],
  ['too much', 'too_large', (response) => response.end(Buffer.alloc(20_000))],
  ['something else', 'malformed_answer', (response) => response.end('<html>')],
  ['a token for another request', 'timestamp_nonce', (response) => response.end(answered)],
])('%s is no timestamp: %s', async (_what, reason, answer) => {
  const timestamps = await asking(answer);
  await expect(timestamps.stamp(sha256)).rejects.toMatchObject({
    name: 'TimestampUnavailable',
    reason,
  });
});

/** An answer to an earlier request for the same hash. */
const answered = await (async () => {
  const { timestampQuery } = await import('../../../../src/pdf/cms/timestamp-request.ts');
  return world.authority.tsa.respond(timestampQuery({ sha256, nonce: Buffer.alloc(8, 7) }));
})();

test('a token of another authority, or larger than its room, is not used', async () => {
  const { url } = await openProof(world);
  const other = httpTimestamps({ ...given, url: timestampUrlAt(url), roots: [pki.sealChain[0]!] });
  await expect(other.stamp(sha256)).rejects.toMatchObject({ reason: 'untrusted' });
  const small = httpTimestamps({ ...given, url: timestampUrlAt(url), tokenBytes: 1000 });
  await expect(small.stamp(sha256)).rejects.toMatchObject({ reason: 'too_large' });
});
