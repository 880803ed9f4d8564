import type { DocumentStatus } from '../../../contract/document.ts';
import type { SignaturePosition } from '../../../contract/placement.ts';

/** A file in the file store. */
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

/** A person who signs a document. */
export interface Signer {
  readonly signerId: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** From 1; signers sign in this order. */
  readonly signingOrder: number;
  /** Rectangles that the client requested; null leaves the choice to the service. */
  readonly positions: readonly SignaturePosition[] | null;
  readonly openedAt: Date | null;
  readonly consentedAt: Date | null;
  readonly signedAt: Date | null;
  /** When they declined to sign; null unless they did. */
  readonly declinedAt: Date | null;
  /** Why, in their own words; null where they gave no reason. */
  readonly declineReason: string | null;
  /** Grows when their earlier links end for good; joins the link's token. */
  readonly linkGeneration: number;
  /** The name in the certificate that they last came back with, accepted or not; null before. */
  readonly certifiedName: string | null;
  /** The identity that signed, as in `identityOf`; null until signed. */
  readonly identity: string | null;
}

type AddedSigner = Pick<
  Signer,
  'signerId' | 'name' | 'email' | 'phone' | 'signingOrder' | 'positions'
>;

/** A signer who has done nothing yet. */
export const addedSigner = (added: AddedSigner): Signer => ({
  ...added,
  openedAt: null,
  consentedAt: null,
  signedAt: null,
  declinedAt: null,
  declineReason: null,
  linkGeneration: 0,
  certifiedName: null,
  identity: null,
});

/** Where a signer's signature goes; the first rectangle holds the signature field. */
export interface PlacedSigner {
  readonly signerId: string;
  readonly signingOrder: number;
  readonly positions: readonly SignaturePosition[];
}

/** A document with its signers, in signing order. */
export interface Document {
  readonly documentId: string;
  readonly accountId: string;
  readonly name: string;
  readonly status: DocumentStatus;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly sentAt: Date | null;
  readonly completedAt: Date | null;
  /** When the sender withdrew it; null unless they did. The status stays SENT. */
  readonly withdrawnAt: Date | null;
  /** Why the sender withdrew it, as they told the signers. */
  readonly withdrawalReason: string | null;
  /** When signing links end; null until sent, and for documents whose links have no end. */
  readonly linksUntil: Date | null;
  /** The PDF as uploaded. */
  readonly original: StoredFile;
  /** Once sent, with the page appended for signatures if there is one. */
  readonly pages: readonly PageSize[];
  /** Decided when the document is sent; null until then, and for documents sent before this was stored. */
  readonly placements: readonly PlacedSigner[] | null;
  /** The PDF with every signature field in place; null until sent. */
  readonly prepared: StoredFile | null;
  /** The newest revision: the prepared file plus one revision per signature; null until sent. */
  readonly head: StoredFile | null;
  /** Why it may not be removed; null unless it is on legal hold. */
  readonly holdReason: string | null;
  readonly signers: readonly Signer[];
}

/** How often a holder of links downloaded the signed PDF. */
export interface Download {
  /** The signer's id, or the document's for links of the sender. */
  readonly holder: string;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** A name for a file made from a document. */
export const fileNameOf = ({ name }: Document, suffix: 'signed' | 'certificate'): string =>
  `${name.replace(/\.pdf$/i, '')} ${suffix}.pdf`;
