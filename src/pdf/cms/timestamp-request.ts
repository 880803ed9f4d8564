import type { X509Certificate } from 'node:crypto';
import { Boolean as BooleanValue, Integer, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import { fail } from '../pdf-errors.ts';
import { elementIn, itemsOf, TAG } from '../trust/der.ts';
import { derOf, OID } from './asn1.ts';
import { CLOCKS_DIFFER_MS, checkToken, judgeAuthority } from './check-timestamp.ts';
import { readCms } from './read-cms.ts';

export interface TimestampRequest {
  /** The SHA-256 to timestamp, 32 bytes. */
  readonly sha256: Buffer;
  /** Random. Ties the answer to this request. */
  readonly nonce: Buffer;
  /** Default: the authority chooses. */
  readonly policy?: string | undefined;
}

export interface TimestampRules {
  readonly roots: readonly X509Certificate[];
  readonly chain: readonly X509Certificate[];
  readonly now: Date;
}

export interface CheckedToken {
  /** DER. */
  readonly token: Buffer;
  readonly at: Date;
  readonly authority: string;
  /** From the authority's certificate to its root. */
  readonly path: readonly X509Certificate[];
  readonly certificates: readonly X509Certificate[];
}

const POSITIVE = 0x7f;
const GRANTED = [0, 1];

/** A positive INTEGER without leading zeros, as DER demands. */
function integer(bytes: Buffer): Integer {
  const octets = Buffer.from(bytes);
  octets[0] = ((octets[0] ?? 0) & POSITIVE) | 0x40;
  return new Integer({ valueHex: new Uint8Array(octets).buffer });
}

/** A `TimeStampReq` in DER that asks for the authority's certificate too (RFC 3161, 2.4.1). */
export function timestampQuery({ sha256, nonce, policy }: TimestampRequest): Buffer {
  const algorithm = new Sequence({ value: [new ObjectIdentifier({ value: OID.sha256 })] });
  const hash = new OctetString({ valueHex: new Uint8Array(sha256).buffer });
  return derOf(
    new Sequence({
      value: [
        new Integer({ value: 1 }),
        new Sequence({ value: [algorithm, hash] }),
        ...(policy === undefined ? [] : [new ObjectIdentifier({ value: policy })]),
        integer(nonce),
        new BooleanValue({ value: true }),
      ],
    }),
  );
}

/** The token in a `TimeStampResp` (RFC 3161, 2.4.2). */
function tokenIn(reply: Uint8Array): Buffer {
  const [status, token] = itemsOf(elementIn(reply, TAG.sequence));
  const [code] = itemsOf(status);
  if (!GRANTED.includes(code?.content[0] ?? -1) || token === undefined) {
    return fail('TIMESTAMP_REFUSED', 'the authority refused the request');
  }
  return token.bytes;
}

/**
 * Checks an answer's token: imprint, nonce, policy, signature, time and the authority's path.
 * Throws PdfError, or Error if the answer cannot be read.
 */
export function readTimestampReply(
  reply: Uint8Array,
  request: TimestampRequest,
  { roots, chain, now }: TimestampRules,
): CheckedToken {
  const token = tokenIn(reply);
  const checked = checkToken(readCms(token), (name) =>
    name === 'sha256' ? request.sha256.toString('hex') : undefined,
  );
  const { at, sound, nonce, policy } = checked;
  if (!nonce?.equals(Buffer.from(integer(request.nonce).valueBlock.valueHexView))) {
    return fail('TIMESTAMP_NONCE', 'the timestamp answers another request');
  }
  if (request.policy !== undefined && request.policy !== policy) {
    return fail('TIMESTAMP_POLICY', 'the timestamp was made under another policy');
  }
  if (Math.abs(at.getTime() - now.getTime()) > CLOCKS_DIFFER_MS) {
    return fail('TIMESTAMP_CLOCK', "the timestamp's time is not the current time");
  }
  const judged = judgeAuthority(checked, { roots, intermediates: chain, now });
  if (judged.code !== 'TRUSTED') return fail(judged.code, judged.message);
  const { path } = judged;
  const { certificates } = sound.contents;
  return { token, at, authority: sound.signer.commonName, path, certificates };
}
