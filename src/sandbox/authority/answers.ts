import { sign } from 'node:crypto';
import type { CertifiedKey } from './pki.ts';

/** What the authority answers: a signature, or why there is none. */
export type AnswerContent =
  | {
      readonly outcome: 'signed';
      readonly txn: string;
      readonly cms: Buffer;
      /** The signer's certificate, DER. */
      readonly certificate: Buffer;
      readonly otpSentAt: Date;
      readonly otpVerifiedAt: Date;
    }
  | {
      readonly outcome: 'failed';
      readonly txn: string;
      readonly reason: string;
      readonly message: string;
    };

function plain(content: AnswerContent) {
  if (content.outcome === 'failed') return content;
  const { cms, certificate } = content;
  return {
    ...content,
    cms: cms.toString('base64'),
    certificate: certificate.toString('base64'),
  };
}

/** An answer as the browser carries it: JSON and its ECDSA P-256 signature, base64url, joined by a dot. */
export function signAnswer(content: AnswerContent, { privateKey }: CertifiedKey): string {
  const body = Buffer.from(JSON.stringify({ type: 'signature-answer', ...plain(content) }));
  const mark = sign('sha256', body, { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${body.toString('base64url')}.${mark.toString('base64url')}`;
}
