import { createPrivateKey } from 'node:crypto';
import { identityNamed } from '../../../src/sandbox/authority/identities.ts';
import type { SigningContext } from '../../../src/sandbox/authority/pki/issue-signature.ts';
import {
  isSignatureForm,
  issueSignature,
  openSigningContext,
} from '../../../src/sandbox/authority/pki/issue-signature.ts';
import type { Pki } from '../../../src/sandbox/authority/pki/pki.ts';
import { openPki } from '../../../src/sandbox/authority/pki/pki.ts';
import type { AnswerContent } from '../../../src/sandbox/authority/requests/answer-signer.ts';
import { signAnswer } from '../../../src/sandbox/authority/requests/answer-signer.ts';
import type { EspFailure } from '../../../src/sandbox/authority/requests/esp-failures.ts';
import { ESP_FAILURES } from '../../../src/sandbox/authority/requests/esp-failures.ts';
import type { EsignGatewayOptions } from '../../../src/service/adapters/gateway/esign-gateway.ts';
import { keySeal } from '../../../src/service/adapters/proof/key-seal.ts';
import type { Clock } from '../../../src/service/ports/clock.ts';
import type { Seal } from '../../../src/service/ports/seal.ts';
import type { SigningGateway } from '../../../src/service/ports/signing-gateway.ts';
import { seedAuthority, seedOtherAuthority } from '../trust/seed-authority.ts';
import { aGateway } from './a-gateway.ts';

/** Origin of the authority's page, where signers' forms go. */
export const AUTHORITY_ORIGIN = 'https://authority.example.in';

const RES_CODE = '0123456789ABCDEF0123456789ABCDEF';

/** Changes to an answer's content. `identity` names the person who signs; by default the invited signer. */
type Wishes = Partial<AnswerContent> & { readonly identity?: string };

/** The sandbox's certifying authority without its pages: it signs every request. */
export interface TestAuthority {
  readonly gateway: SigningGateway;
  readonly seal: Seal;
  readonly pki: Pki;
  readonly tsa: SigningContext['tsa'];
  /** The answer to a request; `wishes` change its content. */
  answer(request: string, wishes?: Wishes): Promise<string>;
  /** A failed answer: the signer cancelled, if nothing else is wished. */
  refuse(request: string, failure?: EspFailure): string;
}

/** The transaction and the hash in a request. */
export function askedFor(request: string): { txn: string; inputHash: string } {
  const [, txn = ''] = / txn="([^"]*)"/.exec(request) ?? [];
  const [, inputHash = ''] = /<InputHash [^>]*>([^<]*)</.exec(request) ?? [];
  return { txn, inputHash };
}

/** Overrides of the defaults. */
interface AuthorityWishes {
  /** Keys that differ from the fixed ones. */
  readonly ownKeys?: boolean;
  /** Settings of the gateway. */
  readonly gateway?: Partial<EsignGatewayOptions>;
}

/** Opens an authority with the TEST keys in a folder. */
export async function makeTestAuthority(
  folder: string,
  clock: Clock,
  wishes: AuthorityWishes = {},
): Promise<TestAuthority> {
  await (wishes.ownKeys ? seedOtherAuthority : seedAuthority)(folder);
  const pki = await openPki(folder, clock.now());
  const signing = await openSigningContext(pki, clock);
  const asked = aGateway(pki, clock, {
    action: `${AUTHORITY_ORIGIN}/sign`,
    ...wishes.gateway,
  });
  // The protocol does not name the signer; people sign under their own names.
  const names = new Map<string, string>();
  const gateway: SigningGateway = {
    ...asked,
    begin(request) {
      names.set(request.txn, request.signerName);
      return asked.begin(request);
    },
  };
  const seal = keySeal({
    certificate: pki.seal.certificate,
    privateKey: createPrivateKey(pki.seal.privateKey),
    chain: pki.sealChain,
  });
  return { gateway, seal, pki, tsa: signing.tsa, answer, refuse };

  async function answer(request: string, { identity: given, ...wishes }: Wishes = {}) {
    const { txn, inputHash } = askedFor(request);
    const at = clock.now();
    const identity = identityNamed(given ?? names.get(txn) ?? '');
    const [, form = ''] = / responseSigType="([^"]*)"/.exec(request) ?? [];
    const job = { identity, inputHash, at, ...(isSignatureForm(form) && { form }) };
    const signature = await issueSignature(signing, job);
    const content = { outcome: 'signed' as const, txn, resCode: RES_CODE, at, ...signature };
    return signAnswer({ ...content, ...wishes } as AnswerContent, pki.answer);
  }

  function refuse(request: string, failure: EspFailure = ESP_FAILURES.declined): string {
    const head = { txn: askedFor(request).txn, resCode: RES_CODE, at: clock.now() };
    return signAnswer({ outcome: 'failed', ...head, ...failure }, pki.answer);
  }
}
