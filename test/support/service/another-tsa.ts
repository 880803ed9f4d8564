import { KeyObject } from 'node:crypto';
import type { Clock } from '../../../src/service/ports/clock.ts';
import { certify, revocationList } from '../trust/make-chain.ts';
import { documentToken } from '../trust/timestamp-cms.ts';

const TIMESTAMPING = { purposes: ['1.3.6.1.5.5.7.3.8'], isPurposeCritical: true };
const DAY_MS = 86_400_000;

/** A timestamping authority under a root of its own, for a day by default. Its tokens lack the certificate between the two. */
export async function openAnotherTsa(clock: Clock, days = 1) {
  const now = clock.now().getTime();
  const term = { from: new Date(now - DAY_MS), to: new Date(now + days * DAY_MS) };
  const root = await certify('Other Root', null, term);
  const sub = await certify('Other CA', root, term);
  const tsa = await certify('Other TSA', sub, { ...term, ...TIMESTAMPING }, false);
  const path = [tsa, sub, root].map(({ certificate }) => certificate.raw);
  const privateKey = KeyObject.from(tsa.keys.privateKey);
  const identity = { certificate: tsa.certificate, privateKey, chain: [] };
  return {
    root: root.certificate,
    lists: [await revocationList(sub, term), await revocationList(root, term)],
    stamp(sha256: Buffer) {
      const at = clock.now();
      const token = documentToken(sha256, identity, at);
      const included = path.slice(0, 1);
      return Promise.resolve({ token, at, authority: 'Other TSA', path, included });
    },
  };
}
