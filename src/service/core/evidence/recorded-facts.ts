import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { EvidenceSigner } from '../../../pdf/certificate/completion-evidence.ts';
import type { SignatureFact } from '../signing/evidence.ts';
import { WAYS_OF_READING } from '../signing/signature.rules.ts';
import type { AuditReading } from './audit-personal.rules.ts';

const Consent = Type.Object({
  read: Type.Enum([...WAYS_OF_READING]),
  text: Type.Object({
    version: Type.Integer(),
    language: Type.String(),
    sha256: Type.String(),
  }),
});

const Authentication = Type.Object({
  authorityTime: Type.String(),
  responseCode: Type.Union([Type.String(), Type.Null()]),
});

/** Empty for entries from before consent was recorded. */
export function consentIn(entry: AuditReading | undefined): Pick<EvidenceSigner, 'consent'> {
  const data: unknown = entry?.data;
  if (!Value.Check(Consent, data)) return {};
  const { version, language, sha256 } = data.text;
  return { consent: { version, language, sha256, read: data.read } };
}

/** As reported in the authority's answer; empty for entries without it. */
export function authenticationIn(
  entry: AuditReading | undefined,
): Pick<EvidenceSigner, 'authenticated'> {
  const data: unknown = entry?.data;
  if (!Value.Check(Authentication, data)) return {};
  const { authorityTime: at, responseCode } = data;
  return { authenticated: { at, responseCode } };
}

/** Names the authority that the signature was requested from, as it was named then. */
export function methodIn(
  audit: readonly Pick<AuditReading, 'type' | 'data'>[],
  txn: string,
): string {
  const requested = audit.find(({ type, data }) => type === 'otp.requested' && data.txn === txn);
  const name = requested?.data.gateway;
  return typeof name === 'string' ? `one-time password, through ${name}` : 'one-time password';
}

export function certificateIn({ certificate }: SignatureFact): EvidenceSigner['certificate'] {
  const { sha256: fingerprint, root, ...rest } = certificate;
  const named = root && { root: { subject: root.subject, fingerprint: root.sha256 } };
  return { ...rest, fingerprint, ...named };
}

export function timestampIn({ timestamp }: SignatureFact): Pick<EvidenceSigner, 'timestamp'> {
  return timestamp && 'at' in timestamp ? { timestamp } : {};
}
