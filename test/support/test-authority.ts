import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import type { AnswerContent } from '../../src/sandbox/authority/answers.ts';
import { signAnswer } from '../../src/sandbox/authority/answers.ts';
import { identityFor } from '../../src/sandbox/authority/identities.ts';
import { issueSignature } from '../../src/sandbox/authority/issue-signature.ts';
import { openPki } from '../../src/sandbox/authority/pki.ts';
import { testAuthorityGateway } from '../../src/service/adapters/gateway/test-authority.ts';
import type { Clock } from '../../src/service/ports/clock.ts';
import type { SigningGateway } from '../../src/service/ports/signing-gateway.ts';
import type { Seal } from '../../src/service/use-cases/deps.ts';

/** Where the authority's page would be; signers' forms go to this origin. */
export const AUTHORITY_ORIGIN = 'https://authority.example.in';

/** The sandbox's certifying authority without its pages: it signs what it is asked to. */
export interface TestAuthority {
  readonly gateway: SigningGateway;
  readonly seal: Seal;
  /** The answer to a request as a signer's browser brings it; `wishes` change what it says. */
  answer(request: string, wishes?: Partial<AnswerContent>): Promise<string>;
  /** The answer when the signer gave up. */
  refuse(request: string, failure?: { reason: string; message: string }): string;
}

interface Asked {
  readonly txn: string;
  readonly inputHash: string;
  readonly signerName: string;
}

function readRequest(request: string): Asked {
  return JSON.parse(Buffer.from(request.split('.')[0] ?? '', 'base64url').toString());
}

/** Makes the authority's keys in a folder. */
export async function makeTestAuthority(folder: string, clock: Clock): Promise<TestAuthority> {
  const pki = await openPki(folder, clock.now());
  const { privateKey: requestKey } = generateKeyPairSync('ed25519');
  const gateway = testAuthorityGateway({
    action: `${AUTHORITY_ORIGIN}/sign`,
    requestKey,
    answerCertificates: [pki.answer.certificate],
    roots: [pki.root],
    clock,
  });
  const seal = {
    certificate: pki.seal.certificate,
    privateKey: createPrivateKey(pki.seal.privateKey),
    chain: [pki.subCa.certificate, pki.root],
  };
  return { gateway, seal, answer, refuse };

  async function answer(request: string, wishes: Partial<AnswerContent> = {}): Promise<string> {
    const { txn, inputHash, signerName } = readRequest(request);
    const at = clock.now();
    const identity = identityFor({ name: signerName, signingOrder: 1 });
    const signature = await issueSignature(pki, { identity, inputHash, at });
    const times = { otpSentAt: at, otpVerifiedAt: at };
    const content = { outcome: 'signed' as const, txn, ...signature, ...times };
    return signAnswer({ ...content, ...wishes } as AnswerContent, pki.answer);
  }

  function refuse(request: string, failure = CANCELLED): string {
    return signAnswer({ outcome: 'failed', txn: readRequest(request).txn, ...failure }, pki.answer);
  }
}

const CANCELLED = { reason: 'signer_declined', message: 'You cancelled. Nothing was signed.' };
