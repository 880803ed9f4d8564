import type { Clock } from '../../ports/clock.ts';
import type { BrowserForm, GatewayAnswer, SigningGateway } from '../../ports/signing-gateway.ts';
import { isSignersCertificate } from './is-signers-certificate.ts';
import { readAnswer } from './read-answer.ts';
import { readSigned } from './read-signed.ts';
import type { ResponseSigType, XmlSigner } from './sign-request.ts';
import { requestXml, signXml } from './sign-request.ts';
import type { Transport } from './transports.ts';
import { answerIn, requestForm } from './transports.ts';

const SESSION_MS = 15 * 60_000;
/** A CMS with its chain, a revocation list and a timestamp of RSA certificates fits with room to spare. */
const CMS_RESERVE_BYTES = 16_384;

/** The `/SubFilter` that a form fits: only CAdES binds its certificate (signingCertificateV2). */
const SUB_FILTERS = {
  pkcs7: 'adbe.pkcs7.detached',
  pkcs7complete: 'ETSI.CAdES.detached',
  pkcs7pdf: 'ETSI.CAdES.detached',
} as const satisfies Readonly<Record<ResponseSigType, SigningGateway['subFilter']>>;

/** What the service knows of a certifying authority's gateway, and what it is known by there. */
export interface EsignGatewayOptions {
  readonly transport: Transport;
  /** Where the signer's browser brings requests. */
  readonly action: string;
  /** The service's name at the authority. */
  readonly aspId: string;
  /** The service's certificate, as registered at the authority, with its RSA key: signs requests. */
  readonly asp: XmlSigner;
  /** Certificates, DER, of the authority that sign answers: pinned, several while they roll over. */
  readonly espCertificates: readonly Buffer[];
  /** Certificates, DER, that signers' chains must end in. */
  readonly roots: readonly Buffer[];
  readonly clock: Clock;
  readonly name: string;
  /** Marks what is signed as a test, where it shows. */
  readonly isTest: boolean;
  /** The form that signatures are asked for in; `pkcs7complete` unless told. */
  readonly responseSigType?: ResponseSigType;
  /** Bytes kept free for a CMS; 16384 unless told. */
  readonly reserve?: number;
  /** Milliseconds that a signer may stay; 15 minutes unless told. */
  readonly sessionMs?: number;
}

/**
 * A gateway that speaks the CCA eSign API 2.1: a signed `Esign` goes out, a signed `EsignResp` comes back, both through
 * the signer's browser.
 */
export function esignGateway(options: EsignGatewayOptions): SigningGateway {
  const { transport, action, aspId, asp, espCertificates, clock } = options;
  const { responseSigType = 'pkcs7complete' } = options;
  return {
    name: options.name,
    subFilter: SUB_FILTERS[responseSigType],
    reserve: options.reserve ?? CMS_RESERVE_BYTES,
    roots: options.roots,
    sessionMs: options.sessionMs ?? SESSION_MS,
    isTest: options.isTest,
    async begin(request): Promise<BrowserForm> {
      const xml = signXml(requestXml(request, { aspId, responseSigType, at: clock.now() }), asp);
      return {
        action,
        method: 'POST',
        ...requestForm(transport, { request: xml, txn: request.txn }),
      };
    },
    async complete(fields): Promise<GatewayAnswer> {
      const expected = { root: 'EsignResp', pinned: espCertificates, now: clock.now() };
      const answer = readAnswer(readSigned(answerIn(fields), expected));
      return signsForPeople(answer);
    },
  };
}

/** A signature by a certificate that is no person's is nobody's, though its chain may be the right one. */
function signsForPeople(answer: GatewayAnswer): GatewayAnswer {
  if (answer.outcome === 'failed' || isSignersCertificate(answer.certificate)) return answer;
  const { txn, answeredAt } = answer;
  return { outcome: 'failed', txn, answeredAt, reason: 'untrusted_certificate' };
}
