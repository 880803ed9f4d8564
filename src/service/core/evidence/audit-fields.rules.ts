/** Numbers, states, times, file hashes, and ids that only the service or authority can resolve. */
const OPEN = 'open';
// Names or describes a person, or comes from them or their device. A hash of guessable text, such
// as a name, counts too. Only the salted hash is chained, and the value can be erased.
const PERSONAL = 'personal';

export interface AuditFields {
  readonly [name: string]: typeof OPEN | typeof PERSONAL | AuditFields;
}

const SIGNER = { signerId: OPEN } as const;
const SIGNING = { ...SIGNER, txn: OPEN } as const;
const MAIL = { ...SIGNER, email: PERSONAL, mail: OPEN, tries: OPEN } as const;

/**
 * Every type of entry and its fields. Fields not listed are personal. Of an entry's origin, `ip`
 * and `userAgent` are personal; `actor` and `requestId` are ids.
 */
export const AUDIT_FIELDS = {
  // Names of documents often contain names of people.
  'document.created': { name: PERSONAL, apiKey: OPEN },
  'document.renamed': { name: PERSONAL },
  'file.hashed': {
    sha256: OPEN,
    bytes: OPEN,
    pages: OPEN,
    unlocked: OPEN,
    repaired: OPEN,
    emptyFields: OPEN,
    // Existing signatures: kinds, claimed times and hashes; and the names in their certificates.
    earlier: { signatures: OPEN, names: PERSONAL },
  },
  'signer.added': { ...SIGNER, name: PERSONAL, email: PERSONAL, signingOrder: OPEN, apiKey: OPEN },
  'signer.removed': SIGNER,
  'credits.deducted': { credits: OPEN, creditsRemaining: OPEN },
  'document.sent': { sha256: OPEN, apiKey: OPEN, signaturePage: OPEN },
  'email.queued': { ...SIGNER, email: PERSONAL },
  'email.sent': MAIL,
  'email.failed': { ...MAIL, reason: OPEN },
  'email.bounced': { ...SIGNER, email: PERSONAL, mail: OPEN, status: OPEN },
  'link.opened': SIGNER,
  'document.viewed': { ...SIGNER, sha256: OPEN },
  'consent.given': {
    ...SIGNER,
    shownName: PERSONAL,
    read: OPEN,
    // The text is public, but the hash covers the signer's name filled in.
    text: { version: OPEN, language: OPEN, sha256: PERSONAL },
  },
  'otp.requested': { ...SIGNING, inputHash: OPEN, gateway: OPEN },
  'otp.verified': { ...SIGNING, authorityTime: OPEN, responseCode: OPEN },
  'gateway.returned': SIGNING,
  // The reasons are our own words.
  'gateway.failed': { ...SIGNING, reason: OPEN, answerSha256: OPEN },
  'signature.embedded': {
    ...SIGNING,
    field: OPEN,
    inputHash: OPEN,
    sha256: OPEN,
    cmsSha256: OPEN,
    claimedAt: OPEN,
    commonName: PERSONAL,
    invited: { name: PERSONAL, fit: OPEN, rules: OPEN },
    // A hash of the subject's name and place of residence.
    identity: PERSONAL,
    sharedWith: OPEN,
    timestamp: { at: OPEN, authority: OPEN, missing: OPEN },
    certificate: {
      subject: PERSONAL,
      issuer: OPEN,
      serialNumber: PERSONAL,
      // Covers a random key, so it is not guessable; it binds the trail to the signed PDF.
      sha256: OPEN,
      validFrom: OPEN,
      validTo: OPEN,
      policies: OPEN,
      revocation: OPEN,
      // Of an authority.
      root: { subject: OPEN, sha256: OPEN },
    },
  },
  'signer.signed': SIGNER,
  'signer.declined': { ...SIGNING, reason: PERSONAL },
  'link.resent': { ...SIGNER, email: PERSONAL, linksUntil: OPEN, apiKey: OPEN },
  'document.withdrawn': { reason: PERSONAL, txn: OPEN, apiKey: OPEN },
  'external-id.set': { externalId: PERSONAL, apiKey: OPEN },
  'document.completed': { sha256: OPEN, level: OPEN },
  'file.downloaded': { sha256: OPEN },
  'evidence.renewed': { sha256: OPEN, level: OPEN, endsAt: OPEN },
  'document.removed': { cause: OPEN },
} as const satisfies Record<string, AuditFields>;

export type AuditType = keyof typeof AUDIT_FIELDS;
