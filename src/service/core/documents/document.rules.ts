import { createHash } from 'node:crypto';
import type { DocumentStatus } from '../../../contract/document.ts';
import type { SignaturePosition } from '../../../contract/placement.ts';
import { withoutUnsafe } from '../../../contract/unsafe-characters.ts';

/** In characters. */
export const REASON_LENGTH = 500;

/** Fits a reason on one trimmed line; may be empty. */
export const asReason = (text: string): string => withoutUnsafe(text).replace(/ {2,}/g, ' ').trim();

export interface StoredFile {
  readonly key: string;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
  readonly bytes: number;
}

/** A page's size as displayed, in PDF points. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
  readonly rotate: 0 | 90 | 180 | 270;
}

export interface Signer {
  readonly signerId: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** From 1; signers sign in this order. */
  readonly signingOrder: number;
  /** Rectangles requested by the client; null leaves the choice to the service. */
  readonly positions: readonly SignaturePosition[] | null;
  readonly openedAt: Date | null;
  readonly consentedAt: Date | null;
  readonly signedAt: Date | null;
  readonly declinedAt: Date | null;
  /** In their own words; null when they gave no reason. */
  readonly declineReason: string | null;
  /** Part of the link's token. Incremented to invalidate earlier links. */
  readonly linkGeneration: number;
  /** The name in the newest certificate they returned with, accepted or not; null before. */
  readonly certifiedName: string | null;
  /** The identity that signed, as in `identityOf`; null until signed. */
  readonly identity: string | null;
  /** Where their link leads back to, if the account still lists its origin; null for nowhere. */
  readonly returnUrl: string | null;
}

/** The fields of a signer that a client sets, and the service's id. */
export type StoredSigner = Pick<
  Signer,
  'signerId' | 'name' | 'email' | 'phone' | 'signingOrder' | 'positions'
>;

export const addedSigner = (added: StoredSigner): Signer => ({
  ...added,
  openedAt: null,
  consentedAt: null,
  signedAt: null,
  declinedAt: null,
  declineReason: null,
  linkGeneration: 0,
  certifiedName: null,
  identity: null,
  returnUrl: null,
});

/** The first rectangle holds the signature field. */
export interface PlacedSigner {
  readonly signerId: string;
  readonly signingOrder: number;
  readonly positions: readonly SignaturePosition[];
}

/** Signers are in signing order. */
export interface Document {
  readonly documentId: string;
  readonly accountId: string;
  readonly name: string;
  readonly status: DocumentStatus;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly sentAt: Date | null;
  readonly completedAt: Date | null;
  /** The status stays SENT. */
  readonly withdrawnAt: Date | null;
  /** As shown to the signers. */
  readonly withdrawalReason: string | null;
  /** When signing links expire; null until sent, and for older documents without an expiry. */
  readonly linksUntil: Date | null;
  /** Shown to signers instead of the account's message; null for the account's. */
  readonly message: string | null;
  /** The account's own id of it; no other document of the account has it. */
  readonly externalId: string | null;
  /** The PDF as uploaded. */
  readonly original: StoredFile;
  /** Once sent, includes the page appended for signatures, if any. */
  readonly pages: readonly PageSize[];
  /** Null until sent, and for documents sent before this was stored. */
  readonly placements: readonly PlacedSigner[] | null;
  /** The PDF with every signature field in place; null until sent. */
  readonly prepared: StoredFile | null;
  /** The newest revision: the prepared file plus one revision per signature; null until sent. */
  readonly head: StoredFile | null;
  /** Why it is on legal hold; null when it is not. */
  readonly holdReason: string | null;
  readonly signers: readonly Signer[];
}

/** The fields of a signer that the API shows, or its link needs. */
export type ShownSigner = Pick<
  Signer,
  | 'signerId'
  | 'name'
  | 'email'
  | 'phone'
  | 'signingOrder'
  | 'positions'
  | 'openedAt'
  | 'signedAt'
  | 'linkGeneration'
>;

/** As the API shows it, and all that a reading request loads. */
export type ShownDocument = Pick<
  Document,
  'documentId' | 'name' | 'status' | 'createdAt' | 'updatedAt' | 'completedAt'
> & { readonly signers: readonly ShownSigner[] };

/** Changes with anything that a sender decides before sending. */
export const draftHash = ({ name, message, signers }: Document): string =>
  createHash('sha256')
    .update(JSON.stringify([name, message, signers]))
    .digest('hex');

export interface DownloadCount {
  /** The signer's id, or the document's for links of the sender. */
  readonly holder: string;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

export const fileNameOf = ({ name }: Document, suffix: 'signed' | 'certificate'): string =>
  `${name.replace(/\.pdf$/i, '')} ${suffix}.pdf`;
