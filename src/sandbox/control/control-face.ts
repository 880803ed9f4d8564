import type { Static } from 'typebox';
import { Type } from 'typebox';
import type { DeliveryControl } from '../webhooks/delivery-face.ts';
import type { WebhookControl } from '../webhooks/webhook-face.ts';

/** Longest step of the clock: ten years, in milliseconds. */
const ADVANCE_LIMIT_MS = 10 * 365 * 24 * 3600_000;

/** Longest delay of a slow answer: ten minutes, in milliseconds. */
const FAULT_DELAY_LIMIT_MS = 10 * 60_000;

/** Which document to sign, and as whom. */
export const SignOrder = Type.Object({
  documentId: Type.String({ minLength: 1 }),
  /** Signing order, email or signer id; the next signer unless named. */
  signer: Type.Optional(Type.String({ minLength: 1 })),
  all: Type.Optional(Type.Boolean()),
});
export type SignOrder = Static<typeof SignOrder>;

/** Whose page of a document: signing order, email or signer id; whose turn it is unless named. */
export const LinkOrder = Type.Object({
  documentId: Type.String({ minLength: 1 }),
  signer: Type.Optional(Type.String({ minLength: 1 })),
});
export type LinkOrder = Static<typeof LinkOrder>;

/** Where the pages of a sandbox are. */
export const SandboxPages = Type.Object({
  dashboard: Type.String(),
  inbox: Type.String(),
  phone: Type.String(),
  authority: Type.String(),
});
export type SandboxPages = Static<typeof SandboxPages>;

/** A signer who just signed. */
export const SignedSigner = Type.Object({
  signerId: Type.String(),
  name: Type.String(),
  signingOrder: Type.Integer(),
  signedAt: Type.String(),
});
export type SignedSigner = Static<typeof SignedSigner>;

/** A mail or a text message that was sent. */
export const InboxMessage = Type.Union([
  Type.Object({
    kind: Type.Literal('mail'),
    id: Type.String(),
    at: Type.String(),
    to: Type.String(),
    subject: Type.String(),
    text: Type.String(),
    /** Web addresses in the text, in order. */
    links: Type.Array(Type.String()),
  }),
  Type.Object({
    kind: Type.Literal('otp'),
    at: Type.String(),
    to: Type.String(),
    code: Type.String(),
    reference: Type.String(),
    text: Type.String(),
  }),
]);
export type InboxMessage = Static<typeof InboxMessage>;

/** An account to be made. */
export const AccountOrder = Type.Object({
  credits: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  subscription: Type.Boolean(),
});
export type AccountOrder = Static<typeof AccountOrder>;

/** An account with its key. */
export const MadeAccount = Type.Object({ accountId: Type.String(), apiKey: Type.String() });
export type MadeAccount = Static<typeof MadeAccount>;

/** How often a fault still happens: 0 for one that is not set. */
const FaultTimes = Type.Union([
  Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  Type.Literal('always'),
]);

/** A fault of the test authority: its name, what it does, how often it still happens. */
export const SandboxFault = Type.Object({
  fault: Type.String(),
  about: Type.String(),
  times: FaultTimes,
});
export type SandboxFault = Static<typeof SandboxFault>;

/** A fault to be set. */
export const FaultOrder = Type.Object({
  fault: Type.String(),
  times: FaultTimes,
  /** How long a slow answer takes, in milliseconds. */
  delayMs: Type.Optional(Type.Integer({ minimum: 0, maximum: FAULT_DELAY_LIMIT_MS })),
});
export type FaultOrder = Static<typeof FaultOrder>;

/** The requests and answers of the control interface. */
export const CONTROL = {
  signed: Type.Object({ signers: Type.Array(SignedSigner) }),
  link: Type.Object({ url: Type.String() }),
  inbox: Type.Object({ messages: Type.Array(InboxMessage) }),
  advance: Type.Object({ ms: Type.Integer({ minimum: 1, maximum: ADVANCE_LIMIT_MS }) }),
  now: Type.Object({ now: Type.String() }),
  faults: Type.Object({ faults: Type.Array(SandboxFault) }),
  done: Type.Object({ done: Type.Literal(true) }),
  refused: Type.Object({ error: Type.String(), message: Type.String() }),
} as const;

/** What `sandbox.json` says while a sandbox runs: where it is, and what authorises its control. */
export const Whereabouts = Type.Object({
  pid: Type.Integer(),
  baseUrl: Type.String(),
  deskUrl: Type.String(),
  token: Type.String(),
});
export type Whereabouts = Static<typeof Whereabouts>;

/** Steers a running sandbox. Each throws {SandboxNotRunning}, or {SandboxRefused} with words. */
export interface SandboxControl extends WebhookControl, DeliveryControl {
  /** Signs through the real pages, as the next signer, the one named, or all in order. */
  sign(order: SignOrder): Promise<{ signers: SignedSigner[] }>;
  /** A signer's own page, which counts as opened by them once it is. */
  link(order: LinkOrder): Promise<{ url: string }>;
  pages(): Promise<SandboxPages>;
  /** The mails and codes that were sent, oldest first. */
  inbox(): Promise<InboxMessage[]>;
  createAccount(order: AccountOrder): Promise<MadeAccount>;
  /** Moves the clock on by milliseconds; answers the time then, ISO 8601. */
  advanceClock(ms: number): Promise<{ now: string }>;
  /** Every fault of the test authority that there is, as it is set. */
  listFaults(): Promise<SandboxFault[]>;
  setFault(order: FaultOrder): Promise<SandboxFault>;
  /** Ends one fault, or all; answers those that were set. */
  clearFaults(fault?: string): Promise<SandboxFault[]>;
  /** Forgets everything but the keys and ports. */
  reset(): Promise<void>;
}
