import { fastify } from 'fastify';
import { onTestFinished } from 'vitest';
import {
  crlUrlsAt,
  servePki,
  timestampUrlAt,
} from '../../../src/sandbox/authority/pki/serve-pki.ts';
import { createFaults } from '../../../src/sandbox/faults.ts';
import { httpLists } from '../../../src/service/adapters/proof/http-lists.ts';
import { httpTimestamps } from '../../../src/service/adapters/proof/http-timestamps.ts';
import type { LongTermProof } from '../../../src/service/core/deps.ts';
import type { SigningWorld } from './signing-world.ts';

/** Timestamps and revocation lists of the test authority over HTTP, until the end of the test; `faults` take it down. */
export async function openProof(
  { authority, clock }: SigningWorld,
  policy: LongTermProof['policy'] = 'required',
  atEnd: (close: () => Promise<void>) => void = onTestFinished,
) {
  const { pki, tsa } = authority;
  const faults = createFaults();
  const app = fastify();
  servePki(app, { pki, tsa, clock, faults });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  atEnd(() => app.close());
  const proof: LongTermProof = {
    policy,
    timestamps: httpTimestamps({ url: timestampUrlAt(url), roots: [pki.root], clock }),
    revocation: httpLists({ urls: crlUrlsAt(url), clock }),
  };
  const takeDown = (times: number | 'always' = 'always') =>
    faults.set({ fault: 'no-timestamp', times, delayMs: 0 });
  return { proof, url, takeDown, faults };
}
