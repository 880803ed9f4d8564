/** The attachment with what a completion certificate says, for programs. */
export const EVIDENCE_FILE = 'evidence.json';

/** The attachment with the chained audit trail, one entry a line. */
export const AUDIT_FILE = 'audit.jsonl';

/** The version of what those attachments hold. */
export const EVIDENCE_FORMAT = 1;
