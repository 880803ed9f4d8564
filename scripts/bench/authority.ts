import { createPrivateKey } from 'node:crypto';
import { openPki } from '../../src/sandbox/authority/pki/pki.ts';
import { keySeal } from '../../src/service/adapters/proof/key-seal.ts';
import type { Clock } from '../../src/service/ports/clock.ts';
import { aGateway } from '../../test/support/service/a-gateway.ts';

/** The sandbox's authority and seals, for a service that is measured. */
export async function openBenchAuthority(folder: string, clock: Clock) {
  const pki = await openPki(folder, clock.now());
  const seal = keySeal({
    certificate: pki.seal.certificate,
    privateKey: createPrivateKey(pki.seal.privateKey),
    chain: [pki.subCa.certificate, pki.root],
  });
  return { pki, gateway: aGateway(pki, clock), seals: [seal] };
}
