import type { EsignClient } from '../client/index.ts';
import type { ApiFaultName } from '../sandbox/faults.ts';

/** A mail that the service sent. */
export interface TestMail {
  readonly kind: 'mail';
  readonly id: string;
  /** By the sandbox's clock, ISO 8601. */
  readonly at: string;
  /** Email address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** URLs in the text, in order. */
  readonly links: readonly string[];
}

/** A text message with a one-time password. */
export interface TestOtp {
  readonly kind: 'otp';
  /** By the sandbox's clock, ISO 8601. */
  readonly at: string;
  /** Phone number. */
  readonly to: string;
  readonly code: string;
  readonly reference: string;
  readonly text: string;
}

/** A mail or a text message. */
export type TestMessage = TestMail | TestOtp;

/** Which messages to list. */
export interface InboxFilter {
  /** An email address or a phone number, as in the message. */
  readonly to?: string | undefined;
}

/** Options of an account. */
export interface AccountOptions {
  /** Default: 1000. */
  readonly credits?: number | undefined;
  /** False for an account that may not use the API. Default: true. */
  readonly subscription?: boolean | undefined;
  /** URLs that get the account's events, signed with its `webhookSecret`. */
  readonly webhooks?: readonly string[] | undefined;
}

/** Which signer signs, and with which identity. */
export interface SignOptions {
  /** Signing order, email address or id of the signer. Default: the one whose turn it is. */
  readonly signer?: string | number | undefined;
  /** Signs as all remaining signers, in order. */
  readonly all?: boolean | undefined;
  /** Number or name of the test identity to sign with. Default: the signer's name. */
  readonly identity?: string | undefined;
}

/** Who declines, and why. */
export interface DeclineOptions {
  /** Signing order, email address or id of the signer. Default: the one whose turn it is. */
  readonly signer?: string | number | undefined;
  /** Shown to the sender. */
  readonly reason?: string | undefined;
}

/** A signer who just signed. */
export interface SignedSigner {
  readonly signerId: string;
  readonly name: string;
  readonly signingOrder: number;
  /** By the sandbox's clock, ISO 8601. */
  readonly signedAt: string;
}

/** How many times a fault happens. */
export type FaultTimes = number | 'always';

/** How a fault of the API happens. */
export interface ApiFaultOptions {
  /** Default: 1. */
  readonly times?: FaultTimes | undefined;
  /** The affected requests, such as `POST *\/send`. Default: all of the account. */
  readonly route?: string | undefined;
  /** Delay of `api-slow`: milliseconds, or text such as `3s`. Default: 20 seconds. */
  readonly delay?: string | number | undefined;
}

/** An account of a sandbox, with its own documents, credits, key and faults. */
export interface TestAccount {
  readonly accountId: string;
  readonly apiKey: string;
  /** Signs the events sent to the account's webhooks. */
  readonly webhookSecret: string;
  /** A client with the account's key. */
  readonly client: EsignClient;
  /**
   * Signs a document through the real pages, as its signers would. Throws an `Error` with the
   * reason if nothing was signed.
   */
  sign(documentId: string, options?: SignOptions): Promise<SignedSigner[]>;
  /**
   * Declines on the page of the signer, so that nobody can sign. Throws an `Error` with the reason
   * if that is not possible.
   */
  decline(documentId: string, options?: DeclineOptions): Promise<void>;
  /** Withdraws a sent document, as in the dashboard; its signers see the reason. */
  withdraw(documentId: string, reason: string): Promise<void>;
  /** Mails the link again to the signer whose turn it is, and renews all links. */
  resend(documentId: string): Promise<void>;
  /** Mails and text messages of the whole sandbox, oldest first: filter by your own recipient. */
  inbox(filter?: InboxFilter): Promise<TestMessage[]>;
  /** Makes the account's next API requests fail. Throws an `Error` for an invalid route. */
  fault(name: ApiFaultName, options?: ApiFaultOptions): Promise<void>;
  /** Clears the account's faults. */
  clearFaults(): Promise<void>;
}
