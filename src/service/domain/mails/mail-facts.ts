import type { SignerNotice } from '../outbox.ts';

/** A signer as the mails of the others name them. */
interface MailSigner {
  readonly name: string;
  readonly signedAt: Date | null;
  /** True for the one whom the mail is for. */
  readonly isYou: boolean;
}

/** What a mail to a signer tells; names are given as they came and made safe when they are written. */
export interface MailFacts {
  readonly kind: SignerNotice['kind'];
  /** Address of the signer. */
  readonly to: string;
  /** Who the document comes from. */
  readonly senderName: string;
  readonly documentName: string;
  /** The signer's own link: authority to sign, so it goes to nobody else. */
  readonly signUrl: string;
  /** In signing order, the one whom the mail is for among them. */
  readonly signers: readonly MailSigner[];
  /** When it became the signer's turn; null before that. */
  readonly turnSince: Date | null;
  /** Signatures made here are for tests. */
  readonly isTest: boolean;
  readonly now: Date;
}
