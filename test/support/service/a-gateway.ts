import { createPrivateKey, randomBytes } from 'node:crypto';
import type { Pki } from '../../../src/sandbox/authority/pki/pki.ts';
import { SANDBOX_ASP_ID } from '../../../src/sandbox/authority/requests/check-request.ts';
import type { EsignGatewayOptions } from '../../../src/service/adapters/gateway/esign-gateway.ts';
import { esignGateway } from '../../../src/service/adapters/gateway/esign-gateway.ts';
import type { Clock } from '../../../src/service/ports/clock.ts';
import type { GatewayRequest, SigningGateway } from '../../../src/service/ports/signing-gateway.ts';
import { testJudge } from './test-judge.ts';

/** The service's gateway to the sandbox's authority; `wishes` change its settings. */
export const aGateway = (
  pki: Pki,
  clock: Clock,
  wishes: Partial<EsignGatewayOptions> = {},
): SigningGateway =>
  esignGateway({
    id: 'test',
    transport: 'protean',
    action: 'http://127.0.0.1:4012/sign',
    aspId: SANDBOX_ASP_ID,
    asp: { certificate: pki.asp.certificate, privateKey: createPrivateKey(pki.asp.privateKey) },
    espCertificates: [pki.answer.certificate],
    roots: [pki.root],
    chain: [pki.subCa.certificate],
    judge: testJudge,
    clock,
    name: 'TEST Certifying Authority',
    isTest: true,
    ...wishes,
  });

/** The service's return URL. */
export const RETURN_URL = 'http://127.0.0.1:4010/gateway/return';

/** A default signature request. */
export const aGatewayRequest = (change: Partial<GatewayRequest> = {}): GatewayRequest => ({
  txn: `ESIGN-${randomBytes(8).toString('hex')}`,
  inputHash: randomBytes(32).toString('hex'),
  documentName: 'Lease agreement',
  signerName: 'Asha Rao',
  returnUrl: RETURN_URL,
  language: 'en',
  ...change,
});
