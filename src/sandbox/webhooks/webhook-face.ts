import type { Static } from 'typebox';
import { Type } from 'typebox';

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/** A webhook endpoint of the sandbox's account. */
export const SandboxWebhook = Type.Object({
  endpointId: Type.String(),
  url: Type.String(),
  /** Whole where it was just made; elsewhere `sha256:` and the first 8 hex digits of its SHA-256. */
  secret: Type.String(),
  /** What `secret` becomes when it is activated, told in the same way. */
  nextSecret: Nullable(Type.String()),
  enabled: Type.Boolean(),
  /** Why it is off: by_hand, gone (it answered 410), or failing. */
  disabledReason: Nullable(Type.String()),
  disabledAt: Nullable(Type.String()),
  /** Tries that failed since the last that did not. */
  failures: Type.Integer(),
  createdAt: Type.String(),
});
export type SandboxWebhook = Static<typeof SandboxWebhook>;

/** The requests and answers about webhook endpoints. */
export const WEBHOOKS = {
  add: Type.Object({ url: Type.String({ minLength: 1, maxLength: 2000 }) }),
  list: Type.Object({ webhooks: Type.Array(SandboxWebhook) }),
  set: Type.Object({ enabled: Type.Boolean() }),
  rotate: Type.Object({ now: Type.Boolean() }),
} as const;

/** Steers the webhook endpoints of a running sandbox. */
export interface WebhookControl {
  addWebhook(url: string): Promise<SandboxWebhook>;
  listWebhooks(): Promise<SandboxWebhook[]>;
  setWebhook(endpointId: string, enabled: boolean): Promise<SandboxWebhook>;
  removeWebhook(endpointId: string): Promise<void>;
  /** Makes a next secret, or with `now` one that signs at once; the answer has it whole. */
  rotateWebhook(endpointId: string, now: boolean): Promise<SandboxWebhook>;
  /** Signs with the next secret from now on. */
  activateWebhook(endpointId: string): Promise<SandboxWebhook>;
}
