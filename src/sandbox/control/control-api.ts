import type { Static } from 'typebox';
import { Type } from 'typebox';
import type { DeliveryControl, WebhookControl } from './webhook-api.ts';

const TEN_YEARS_MS = 10 * 365 * 24 * 3600_000;
const TEN_MINUTES_MS = 10 * 60_000;

/** By signing order, email or signer id. Default: the signer whose turn it is. */
export const LinkOrder = Type.Object({
  documentId: Type.String({ minLength: 1 }),
  signer: Type.Optional(Type.String({ minLength: 1 })),
});
export type LinkOrder = Static<typeof LinkOrder>;

/** Default: the next signer. */
export const SignOrder = Type.Object({
  ...LinkOrder.properties,
  all: Type.Optional(Type.Boolean()),
  /** Number or name of the identity. Default: the signer's name. */
  identity: Type.Optional(Type.String()),
});
export type SignOrder = Static<typeof SignOrder>;

/** URLs. All but the authority's sign the account's owner in, once, within 15 minutes. */
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

export const SignedSigner = Type.Object({
  signerId: Type.String(),
  name: Type.String(),
  signingOrder: Type.Integer(),
  signedAt: Type.String(),
});
export type SignedSigner = Static<typeof SignedSigner>;

/** Default: the next signer. */
export const DeclineOrder = Type.Object({
  ...LinkOrder.properties,
  reason: Type.Optional(Type.String()),
});
export type DeclineOrder = Static<typeof DeclineOrder>;

const { signedAt: _, ...declinedSigner } = SignedSigner.properties;
export const DeclinedSigner = Type.Object(declinedSigner);
export type DeclinedSigner = Static<typeof DeclinedSigner>;

export const InboxMessage = Type.Union([
  Type.Object({
    kind: Type.Literal('mail'),
    id: Type.String(),
    at: Type.String(),
    to: Type.String(),
    subject: Type.String(),
    text: Type.String(),
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

export const AccountOrder = Type.Object({
  credits: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  subscription: Type.Boolean(),
  webhooks: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 2000 }))),
});
export type AccountOrder = Static<typeof AccountOrder>;

/** The secret is that of the endpoints it was created with. */
export const NewAccount = Type.Object({
  accountId: Type.String(),
  apiKey: Type.String(),
  webhookSecret: Type.String(),
});
export type NewAccount = Static<typeof NewAccount>;

/** Default account: the sandbox's own. Null clears a setting. The service checks the rest. */
export const SettingsOrder = Type.Object({
  account: Type.Optional(Type.String({ minLength: 1 })),
  settings: Type.Record(Type.String(), Type.Union([Type.String(), Type.Integer(), Type.Null()])),
});
export type SettingsOrder = Static<typeof SettingsOrder>;

const TextOrNull = Type.Union([Type.String(), Type.Null()]);

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

export const ResendLinkOrder = Type.Object({ documentId: Type.String({ minLength: 1 }) });

/** Who got the link again, and until when it works, ISO 8601. */
export const ResentLink = Type.Object({
  documentId: Type.String(),
  signerId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  linksUntil: Type.String(),
});
export type ResentLink = Static<typeof ResentLink>;

/** `reason` is the message to signers. */
export const WithdrawOrder = Type.Object({
  documentId: Type.String({ minLength: 1 }),
  reason: Type.String(),
});
export type WithdrawOrder = Static<typeof WithdrawOrder>;

/** How many more times a fault happens; 0 if not set. */
const FaultTimes = Type.Union([
  Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  Type.Literal('always'),
]);

/** A fault of the test authority, or of the API for one account. */
export const SandboxFault = Type.Object({
  fault: Type.String(),
  about: Type.String(),
  times: FaultTimes,
  /** The affected account; null for the authority's faults and those not set. */
  accountId: TextOrNull,
  /** Affected requests, as in `POST *\/send`; null for all. */
  route: TextOrNull,
});
export type SandboxFault = Static<typeof SandboxFault>;

export const FaultOrder = Type.Object({
  fault: Type.String(),
  times: FaultTimes,
  /** For `slow` and `api-slow`. */
  delayMs: Type.Optional(Type.Integer({ minimum: 0, maximum: TEN_MINUTES_MS })),
  /** For API faults. Default: the sandbox's own account. */
  accountId: Type.Optional(Type.String({ minLength: 1 })),
  /** For API faults, as in `POST *\/send`. Default: all requests. */
  route: Type.Optional(Type.String({ minLength: 1 })),
});
export type FaultOrder = Static<typeof FaultOrder>;

/** Faults to clear. Default: all. */
export const ClearFaultsOrder = Type.Object({
  fault: Type.Optional(Type.String()),
  accountId: Type.Optional(Type.String({ minLength: 1 })),
});
export type ClearFaultsOrder = Static<typeof ClearFaultsOrder>;

export const CONTROL = {
  signed: Type.Object({ signers: Type.Array(SignedSigner) }),
  link: Type.Object({ url: Type.String() }),
  advance: Type.Object({ ms: Type.Integer({ minimum: 1, maximum: TEN_YEARS_MS }) }),
  now: Type.Object({ now: Type.String() }),
  done: Type.Object({ done: Type.Literal(true) }),
  refused: Type.Object({ error: Type.String(), message: Type.String() }),
} as const;

/** Content of `sandbox.json`, which exists while a sandbox runs. */
export const RunInfo = Type.Object({
  pid: Type.Integer(),
  baseUrl: Type.String(),
  controlUrl: Type.String(),
  /** Authorises requests to the control interface. */
  token: Type.String(),
});
export type RunInfo = Static<typeof RunInfo>;

/** Controls a running sandbox. Methods throw SandboxNotRunning or SandboxRefused. */
export interface SandboxControl extends WebhookControl, DeliveryControl {
  sign(order: SignOrder): Promise<{ signers: SignedSigner[] }>;
  /** Declines on the page of the signer. */
  decline(order: DeclineOrder): Promise<DeclinedSigner>;
  /** A signer's link. Opening it counts as opened by that signer. */
  link(order: LinkOrder): Promise<{ url: string }>;
  /** Each call makes new URLs. */
  pages(): Promise<SandboxPages>;
  /** Emails and codes, oldest first. */
  inbox(): Promise<InboxMessage[]>;
  createAccount(order: AccountOrder): Promise<NewAccount>;
  /** Returns all settings. */
  setAccount(order: SettingsOrder): Promise<SandboxSettings>;
  /** Emails the link again to the signer whose turn it is. */
  resendLink(documentId: string): Promise<ResentLink>;
  /** Nobody can sign the document any more. */
  withdraw(order: WithdrawOrder): Promise<void>;
  /** Moves the clock forward. Returns the new time, ISO 8601. */
  advanceClock(ms: number): Promise<{ now: string }>;
  listFaults(): Promise<SandboxFault[]>;
  setFault(order: FaultOrder): Promise<SandboxFault>;
  /** Returns the cleared faults. */
  clearFaults(order?: ClearFaultsOrder): Promise<SandboxFault[]>;
  /** Deletes everything except keys. URLs stay. */
  reset(): Promise<void>;
}
