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
