import { DAY_MS } from '../../../contract/durations.ts';
import type { Document } from '../documents/document.rules.ts';

/** In days after the signer's turn began. */
export const REMINDER_DAYS: readonly number[] = [2, 5, 9];

interface Reminder {
  readonly notice: MailNotice;
  readonly dueAt: Date;
}

/** Each goes stale when the next is due, so that a late run sends one, not three. */
export function remindersOf(turnSince: Date): Reminder[] {
  const times = REMINDER_DAYS.map((days) => new Date(turnSince.getTime() + days * DAY_MS));
  return times.map((dueAt, index) => {
    const staleAt = times[index + 1]?.toISOString() ?? null;
    return { dueAt, notice: { kind: 'reminder', staleAt } };
  });
}

/** When a signer's turn began; null while someone has to sign before them. */
export function turnSince(
  { sentAt, signers }: Pick<Document, 'sentAt' | 'signers'>,
  signingOrder: number,
): Date | null {
  const previous = signers.findLast((signer) => signer.signingOrder < signingOrder);
  return previous ? previous.signedAt : sentAt;
}

type SignerMailKind = 'signing-link' | 'your-turn' | 'reminder' | 'completed' | 'withdrawn';

/** A mail due to a signer. Names and links are filled in when it is sent. */
export interface SignerNotice {
  readonly kind: SignerMailKind;
  /** Not sent from then on, ISO 8601; null: always sent. */
  readonly staleAt: string | null;
}

/** To an account: one of its endpoints was disabled, or will be if it keeps failing. */
export interface AccountNotice {
  /** Of the warning, too: releases that know no warning drop it while the endpoint is enabled. */
  readonly kind: 'endpoint-disabled';
  readonly endpointId: string;
  /** Of the failures that a warning is about, ISO 8601; outdated after a success. */
  readonly failingSince?: string | undefined;
}

/** To the account that sent a document: a signer declined it. */
export interface DeclineNotice {
  readonly kind: 'declined';
  /** An owner, for an account without an address. */
  readonly userId?: string | undefined;
}

/** To the account that sent a document: a signer of an expired link asked for a new one. */
export interface NewLinkNotice {
  readonly kind: 'new-link';
  readonly aboutSigner: string;
  /** An owner, for an account without an address. */
  readonly userId?: string | undefined;
}

export interface SignInNotice {
  readonly kind: 'sign-in';
  readonly signInId: string;
}

export interface InvitationNotice {
  readonly kind: 'invitation';
  readonly accountId: string;
  readonly userId: string;
}

export const BILLING_NOTICES = ['ending', 'ended', 'charge-failed', 'low-credits'] as const;

/** To an owner, about API access or credits. */
export interface BillingNotice {
  readonly kind: 'billing';
  readonly about: (typeof BILLING_NOTICES)[number];
  readonly accountId: string;
  readonly userId: string;
}

export interface PaperNotice {
  readonly kind: 'invoice';
  readonly accountId: string;
  readonly number: string;
  /** An owner of the account; null for the address of the billing profile. */
  readonly userId: string | null;
}

/** Asks the pending reply address of an account to confirm. */
export interface ReplyAddressNotice {
  readonly kind: 'reply-address';
  readonly accountId: string;
}

export type MailNotice =
  | SignerNotice
  | AccountNotice
  | DeclineNotice
  | NewLinkNotice
  | SignInNotice
  | InvitationNotice
  | BillingNotice
  | PaperNotice
  | ReplyAddressNotice;

/** `dueAt` is `at` by default. */
export interface MailDue {
  readonly documentId: string | null;
  readonly signerId: string | null;
  readonly at: Date;
  readonly dueAt?: Date;
}

export interface MailAttachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer;
  /** For `cid:NAME` in the mail's HTML. */
  readonly contentId?: string;
}

export interface Mail {
  readonly kind: MailNotice['kind'] | 'endpoint-failing';
  /** Sender's name; the address is the mailer's. */
  readonly from: string;
  readonly to: string;
  readonly toName: string;
  /** Null for the mailer's own address. */
  readonly replyTo: string | null;
  /** When it was written, ISO 8601. */
  readonly at: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly MailAttachment[];
}
