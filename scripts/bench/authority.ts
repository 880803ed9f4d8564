import { createPrivateKey } from 'node:crypto';
import { SANDBOX_ASP_ID } from '../../src/sandbox/authority/asp-registry.ts';
import { openPki } from '../../src/sandbox/authority/pki.ts';
import { esignGateway } from '../../src/service/adapters/gateway/esign-gateway.ts';
import type { Clock } from '../../src/service/ports/clock.ts';

/** The sandbox's authority and seal, for a service that is measured. */
export async function openBenchAuthority(folder: string, clock: Clock) {
  const pki = await openPki(folder, clock.now());
  const gateway = esignGateway({
    transport: 'protean',
    action: 'http://127.0.0.1/authority',
    aspId: SANDBOX_ASP_ID,
    asp: { certificate: pki.asp.certificate, privateKey: createPrivateKey(pki.asp.privateKey) },
    espCertificates: [pki.answer.certificate],
    roots: [pki.root],
    clock,
    name: 'TEST Certifying Authority',
    isTest: true,
  });
  const seal = {
    certificate: pki.seal.certificate,
    privateKey: createPrivateKey(pki.seal.privateKey),
    chain: [pki.subCa.certificate, pki.root],
  };
  return { pki, gateway, seal };
}
