import { nameInWords } from '../cms/certificates.ts';
import type { Finding, Words } from './findings.ts';
import { judgedAt, nameOf } from './findings.ts';
import type { SignatureVerdict } from './signature-verdict.ts';

function goodWords(signature: SignatureVerdict, time: string): Words {
  const later = signature.revocation.certificates.find(({ revokedAt }) => revokedAt !== null);
  if (later) {
    const message = `The certificate of ${nameInWords(later.subject)} was revoked at ${later.revokedAt}, after the signature of ${nameOf(signature)}.`;
    return { code: 'REVOKED_LATER', message };
  }
  const message = `No certificate from ${nameOf(signature)} up to the root was revoked at ${time}.`;
  return { code: 'NOT_REVOKED', message };
}

function unknownWords(signature: SignatureVerdict): Words {
  const { certificates } = signature.revocation;
  const open = certificates.find(({ status }) => status !== 'good')?.subject ?? '';
  const message = `The signature of ${nameOf(signature)} depends on the certificate of ${nameInWords(open)}; whether it was revoked is unknown.`;
  return { code: 'UNKNOWN', message };
}

function revocationWords(signature: SignatureVerdict, time: string): Words | undefined {
  switch (signature.revocation.status) {
    case 'good':
      return goodWords(signature, time);
    case 'unknown':
      return unknownWords(signature);
    case 'not_checked': {
      const message = `Revocation of the certificate of ${nameOf(signature)} was not checked.`;
      return { code: 'UNKNOWN', message };
    }
    case 'revoked':
      return undefined;
  }
}

/**
 * Reports the revocation status of every valid signature, so that silence is never mistaken for an answer. A revoked
 * certificate is reported with its signer. Without any evidence, a single finding says so.
 */
export function revocationFindings(signatures: readonly SignatureVerdict[], at?: Date): Finding[] {
  const valid = signatures.filter((signature) => signature.valid === true);
  const isChecked = valid.some(({ revocation }) => revocation.status !== 'not_checked');
  if (valid.length > 0 && !isChecked) {
    return [{ code: 'UNKNOWN', message: 'Revocation was not checked.' }];
  }
  return valid.flatMap((signature) => {
    const words = revocationWords(signature, judgedAt(signature, at));
    return words ? [{ ...words, revision: signature.revision }] : [];
  });
}
