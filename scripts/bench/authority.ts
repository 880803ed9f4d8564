import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { openPki } from '../../src/sandbox/authority/pki.ts';
import { testAuthorityGateway } from '../../src/service/adapters/gateway/test-authority.ts';
import type { Clock } from '../../src/service/ports/clock.ts';

/** The sandbox's authority and seal, for a service that is measured. */
export async function openBenchAuthority(folder: string, clock: Clock) {
  const pki = await openPki(folder, clock.now());
  const gateway = testAuthorityGateway({
    action: 'http://127.0.0.1/authority',
    requestKey: generateKeyPairSync('ed25519').privateKey,
    answerCertificates: [pki.answer.certificate],
    roots: [pki.root],
    clock,
  });
  const seal = {
    certificate: pki.seal.certificate,
    privateKey: createPrivateKey(pki.seal.privateKey),
    chain: [pki.subCa.certificate, pki.root],
  };
  return { pki, gateway, seal };
}
