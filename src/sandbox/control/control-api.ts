import type { Static } from 'typebox';
import { Type } from 'typebox';
import type { DeliveryControl, WebhookControl } from './webhook-api.ts';

const TEN_YEARS_MS = 10 * 365 * 24 * 3600_000;
const TEN_MINUTES_MS = 10 * 60_000;

/** A signer's page to open: by signing order, email or signer id; by default whose turn it is. */
export const LinkOrder = Type.Object({
  documentId: Type.String({ minLength: 1 }),
  signer: Type.Optional(Type.String({ minLength: 1 })),
});
export type LinkOrder = Static<typeof LinkOrder>;

/** A document to sign, and as whom: the next signer, a given one, or all in order. */
export const SignOrder = Type.Object({
  ...LinkOrder.properties,
  all: Type.Optional(Type.Boolean()),
  /** Number or name of the identity to sign with; default the signer's name. */
  identity: Type.Optional(Type.String()),
});
export type SignOrder = Static<typeof SignOrder>;

/** URLs of a sandbox's pages. All but the authority's sign in its account's owner, once, within 15 minutes. */
export const SandboxPages = Type.Object({
  dashboard: Type.String(),
  desk: Type.String(),
  inbox: Type.String(),
  phone: Type.String(),
  controls: Type.String(),
  identities: Type.String(),
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

/** A sent mail or text message. */
export const InboxMessage = Type.Union([
  Type.Object({
    kind: Type.Literal('mail'),
    id: Type.String(),
    at: Type.String(),
    to: Type.String(),
    subject: Type.String(),
    text: Type.String(),
    /** URLs in the text, in order. */
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

/** Options of a new account. */
export const AccountOrder = Type.Object({
  credits: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  subscription: Type.Boolean(),
  /** Endpoints that get its events. */
  webhooks: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 2000 }))),
});
export type AccountOrder = Static<typeof AccountOrder>;

/** A new account with its key, and the secret of the endpoints that it was created with. */
export const NewAccount = Type.Object({
  accountId: Type.String(),
  apiKey: Type.String(),
  webhookSecret: Type.String(),
});
export type NewAccount = Static<typeof NewAccount>;

/** Changed settings of an account: the sandbox's own by default. Null clears a setting; the service checks the rest. */
export const SettingsOrder = Type.Object({
  account: Type.Optional(Type.String({ minLength: 1 })),
  settings: Type.Record(Type.String(), Type.Union([Type.String(), Type.Integer(), Type.Null()])),
});
export type SettingsOrder = Static<typeof SettingsOrder>;

const TextOrNull = Type.Union([Type.String(), Type.Null()]);

/** An account's settings, as its signers see them. */
export const SandboxSettings = Type.Object({
  accountId: Type.String(),
  name: Type.String(),
  replyTo: TextOrNull,
  message: TextOrNull,
  helpUrl: TextOrNull,
  privacyUrl: TextOrNull,
  termsUrl: TextOrNull,
  linkDays: Type.Integer(),
  names: Type.String(),
});
export type SandboxSettings = Static<typeof SandboxSettings>;

/** A document whose link is sent again. */
export const ResendLinkOrder = Type.Object({ documentId: Type.String({ minLength: 1 }) });

/** To whom a link was sent again, and until when it works, ISO 8601. */
export const ResentLink = Type.Object({
  documentId: Type.String(),
  signerId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  linksUntil: Type.String(),
});
export type ResentLink = Static<typeof ResentLink>;

/** A document to withdraw, and the message to its signers. */
export const WithdrawOrder = Type.Object({
  documentId: Type.String({ minLength: 1 }),
  reason: Type.String(),
});
export type WithdrawOrder = Static<typeof WithdrawOrder>;

/** How many more times a fault happens; 0 when it is not set. */
const FaultTimes = Type.Union([
  Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  Type.Literal('always'),
]);

/** A fault of the test authority, or of the API for one account. */
export const SandboxFault = Type.Object({
  fault: Type.String(),
  about: Type.String(),
  times: FaultTimes,
  /** The account that meets it; null for the authority's, and for one that is not set. */
  accountId: TextOrNull,
  /** The requests that meet it, as in `POST *\/send`; null for all. */
  route: TextOrNull,
});
export type SandboxFault = Static<typeof SandboxFault>;

/** A fault to set. */
export const FaultOrder = Type.Object({
  fault: Type.String(),
  times: FaultTimes,
  /** Delay of `slow` and `api-slow`, in milliseconds. */
  delayMs: Type.Optional(Type.Integer({ minimum: 0, maximum: TEN_MINUTES_MS })),
  /** For a fault of the API: the account that meets it; default the sandbox's own. */
  accountId: Type.Optional(Type.String({ minLength: 1 })),
  /** For a fault of the API: the requests that meet it, as in `POST *\/send`; default all. */
  route: Type.Optional(Type.String({ minLength: 1 })),
});
export type FaultOrder = Static<typeof FaultOrder>;

/** The faults to clear: by name, by account, or all. */
export const ClearFaultsOrder = Type.Object({
  fault: Type.Optional(Type.String()),
  accountId: Type.Optional(Type.String({ minLength: 1 })),
});
export type ClearFaultsOrder = Static<typeof ClearFaultsOrder>;

/** Other requests and responses of the control interface. */
export const CONTROL = {
  signed: Type.Object({ signers: Type.Array(SignedSigner) }),
  link: Type.Object({ url: Type.String() }),
  advance: Type.Object({ ms: Type.Integer({ minimum: 1, maximum: TEN_YEARS_MS }) }),
  now: Type.Object({ now: Type.String() }),
  done: Type.Object({ done: Type.Literal(true) }),
  refused: Type.Object({ error: Type.String(), message: Type.String() }),
} as const;

/** The content of `sandbox.json`, which exists while a sandbox runs. */
export const RunInfo = Type.Object({
  pid: Type.Integer(),
  baseUrl: Type.String(),
  controlUrl: Type.String(),
  /** Authorises requests to the control interface. */
  token: Type.String(),
});
export type RunInfo = Static<typeof RunInfo>;

/** Controls a running sandbox. Every method throws {SandboxNotRunning} or {SandboxRefused}. */
export interface SandboxControl extends WebhookControl, DeliveryControl {
  /** Signs through the real pages. */
  sign(order: SignOrder): Promise<{ signers: SignedSigner[] }>;
  /** A signer's link; opening it counts as opened by that signer. */
  link(order: LinkOrder): Promise<{ url: string }>;
  /** Addresses for a browser; each call makes new ones. */
  pages(): Promise<SandboxPages>;
  /** Sent mails and codes, oldest first. */
  inbox(): Promise<InboxMessage[]>;
  createAccount(order: AccountOrder): Promise<NewAccount>;
  /** Changes an account's settings; returns all of them. */
  setAccount(order: SettingsOrder): Promise<SandboxSettings>;
  /** Mails the signing link again to the signer whose turn it is. */
  resendLink(documentId: string): Promise<ResentLink>;
  /** Withdraws a sent document: nobody can sign it any more. */
  withdraw(order: WithdrawOrder): Promise<void>;
  /** Moves the clock forward; returns the new time, ISO 8601. */
  advanceClock(ms: number): Promise<{ now: string }>;
  /** All known faults, set or not. */
  listFaults(): Promise<SandboxFault[]>;
  setFault(order: FaultOrder): Promise<SandboxFault>;
  /** Clears faults; returns those that were set. */
  clearFaults(order?: ClearFaultsOrder): Promise<SandboxFault[]>;
  /** Deletes everything but the keys; the addresses stay. */
  reset(): Promise<void>;
}
