import { createHash, createPrivateKey, KeyObject, randomBytes } from 'node:crypto';
import { fromBER, Integer, OctetString } from 'asn1js';
import type { ContentInfo } from 'pkijs';
import {
  AlgorithmIdentifier,
  MessageImprint,
  PKIStatus,
  PKIStatusInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import type { Clock } from '../../../service/index.ts';
import { makeCertificate, makeKeys, TIME_STAMPING } from './make-x509.ts';
import type { Pki } from './pki.ts';
import { testName } from './pki.ts';
import type { Signatory } from './signed-data.ts';
import { contentInfoOf, SIGNED_OID, signData } from './signed-data.ts';

/** Under the arc for examples. */
const POLICY = '2.999.1';
const SERIAL_BYTES = 8;
const SHA256_BYTES = 32;

interface Imprint {
  readonly sha256: Buffer;
  readonly nonce?: Integer | undefined;
  /** Embeds the authority's certificates in the token. */
  readonly withCertificate: boolean;
}

function statement({ sha256, nonce }: Imprint, genTime: Date): Buffer {
  const serial = randomBytes(SERIAL_BYTES);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const info = new TSTInfo({
    version: 1,
    policy: POLICY,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SIGNED_OID.sha256 }),
      hashedMessage: new OctetString({ valueHex: new Uint8Array(sha256).buffer }),
    }),
    serialNumber: new Integer({ valueHex: new Uint8Array(serial).buffer }),
    genTime,
    // An undefined nonce would become an empty INTEGER.
    ...(nonce ? { nonce } : {}),
  });
  return Buffer.from(info.toSchema().toBER());
}

async function signatoryOf(pki: Pki): Promise<Signatory> {
  const { timestamps, subCa, notBefore, notAfter } = pki;
  if (timestamps) {
    const { certificate, privateKey } = timestamps;
    return { certificate, privateKey: createPrivateKey(privateKey) };
  }
  const keys = await makeKeys();
  const certificate = await makeCertificate({
    subject: testName('TEST Timestamping Authority'),
    keys,
    issuer: subCa,
    purpose: { ca: false, usages: [TIME_STAMPING], isUsageCritical: true },
    notBefore,
    notAfter,
  });
  return { certificate, privateKey: KeyObject.from(keys.privateKey) };
}

function readRequest(bytes: Buffer): Imprint | null {
  try {
    const { offset, result } = fromBER(new Uint8Array(bytes));
    if (offset !== bytes.length) return null;
    const { messageImprint, nonce, certReq = false } = new TimeStampReq({ schema: result });
    const sha256 = Buffer.from(messageImprint.hashedMessage.getValue());
    const isSha256 = messageImprint.hashAlgorithm.algorithmId === SIGNED_OID.sha256;
    return isSha256 && sha256.length === SHA256_BYTES
      ? { sha256, nonce, withCertificate: certReq }
      : null;
  } catch {
    return null;
  }
}

function responseWith(token: ContentInfo | null): Buffer {
  const status = token ? PKIStatus.granted : PKIStatus.rejection;
  const response = new TimeStampResp({
    status: new PKIStatusInfo({ status }),
    ...(token ? { timeStampToken: token } : {}),
  });
  return Buffer.from(response.toSchema().toBER());
}

/** A timestamping authority (RFC 3161). On the same machine it adds no trust. */
export async function openTimestampAuthority(pki: Pki, clock: Clock) {
  const signatory = await signatoryOf(pki);
  const token = (imprint: Imprint): ContentInfo => {
    const bytes = statement(imprint, clock.now());
    const digest = createHash('sha256').update(bytes).digest();
    const content = { type: SIGNED_OID.tstInfo, bytes };
    const chain = [signatory.certificate, pki.subCa.certificate];
    const certificates = imprint.withCertificate ? chain : [];
    return contentInfoOf(signData({ signatory, digest, content, ess: true, certificates }));
  };
  return {
    stamp(bytes: Uint8Array) {
      const sha256 = createHash('sha256').update(bytes).digest();
      return token({ sha256, withCertificate: true });
    },
    /** `TimeStampReq` to `TimeStampResp`, both DER. Unsupported requests get a rejection. */
    respond(request: Buffer) {
      const imprint = readRequest(request);
      return responseWith(imprint ? token(imprint) : null);
    },
  };
}

export type TestTimestampAuthority = Awaited<ReturnType<typeof openTimestampAuthority>>;
