import type { Clock } from '../../ports/clock.ts';
import type { Mailer } from '../../ports/mailer.ts';
import { MailNotTaken } from '../../ports/mailer.ts';
import type { DocumentStore, StoreTransaction } from '../../store/store.ts';
import type { DisabledReason, WebhookEndpoint } from '../../webhooks/webhook-endpoint.rules.ts';
import {
  healthAfter,
  isFailingForGood,
  isWorthNoting,
  warningDue,
} from '../../webhooks/webhook-endpoint.rules.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Document } from '../documents/document.rules.ts';
import type { AuditFact } from '../evidence/audit.rules.ts';
import { SYSTEM } from '../evidence/audit.rules.ts';
import type { Mail } from '../mails/mail-notice.rules.ts';
import type {
  AttemptOutcome,
  AttemptResult,
  DeliveryAttempt,
  MailItem,
  OutboxItem,
  WebhookSender,
} from './outbox.rules.ts';
import {
  isOwnFault,
  MAIL_DELAYS_MS,
  mailVerdict,
  WEBHOOK_DELAYS_MS,
  webhookVerdict,
} from './retry-schedule.rules.ts';

const GONE = 410;

type Tried = Pick<DeliveryAttempt, 'item' | 'result' | 'usesStep' | 'endedAt'>;

/** Test events never count. Manual attempts count only on success or 410. */
function counts({ item, result, usesStep }: Tried): boolean {
  if (item.documentId === null) return false;
  return usesStep || result.ok || result.status === GONE;
}

function reasonToDisable(
  health: WebhookEndpoint['health'],
  { result, endedAt }: Tried,
): DisabledReason | undefined {
  if (result.status === GONE) return 'gone';
  return isFailingForGood(health, endedAt) ? 'failing' : undefined;
}

async function queueWarning(
  tx: StoreTransaction,
  { endpointId, health, at }: Pick<WebhookEndpoint, 'endpointId' | 'health'> & { at: Date },
): Promise<void> {
  const dueAt = warningDue(health, at);
  if (!dueAt || !health.failingSince) return;
  const failingSince = health.failingSince.toISOString();
  const notice = { kind: 'endpoint-disabled', endpointId, failingSince } as const;
  await tx.queueMail(notice, { documentId: null, signerId: null, at, dueAt });
}

/** Disables a gone (410) or failing endpoint, and queues a mail in the same transaction. */
async function judgeEndpoint({ store }: Pick<ServiceDeps, 'store'>, tried: Tried): Promise<void> {
  const { item, result, endedAt: at } = tried;
  if (item.kind !== 'delivery' || !counts(tried)) return;
  const ended = { ok: result.ok, at };
  if (!isWorthNoting(item.health, ended)) return;
  const { endpointId } = item;
  await store.transaction(async (tx) => {
    const endpoint = await tx.lockEndpoint(endpointId);
    if (!endpoint?.enabled) return;
    const health = healthAfter(endpoint.health, ended);
    const disabledReason = reasonToDisable(health, tried);
    if (!disabledReason) {
      await tx.changeEndpoint(endpointId, { health });
      return await queueWarning(tx, { endpointId, health, at });
    }
    await tx.changeEndpoint(endpointId, { health, enabled: false, disabledReason, disabledAt: at });
    const notice = { kind: 'endpoint-disabled', endpointId } as const;
    await tx.queueMail(notice, { documentId: null, signerId: null, at });
  });
}

/** Per attempt, in milliseconds; above the sender's own limits. */
export const ATTEMPT_MS = 20_000;

export interface AttemptDeps {
  readonly store: DocumentStore;
  readonly sender: Pick<WebhookSender, 'deliver'>;
  readonly mailer: Mailer;
  /** Undefined if the mail is no longer needed. */
  readonly writeMail: (item: MailItem) => Promise<Mail | undefined>;
  readonly clock: Clock;
  /** From 0 (included) to 1 (excluded); default `Math.random`. */
  readonly random?: () => number;
  readonly webhookDelaysMs?: readonly number[];
  readonly mailDelaysMs?: readonly number[];
  /** Called with errors on our side; the item is retried. */
  readonly onError?: (error: unknown) => void;
}

const NOT_NEEDED = 'not_needed';
const NO_EXCHANGE = { body: null, retryAfterMs: null, exchange: null };

const sent = (note: string | null): AttemptOutcome => {
  return { ok: true, status: null, error: note, ...NO_EXCHANGE };
};

const failed = (error: string, status: number | null = null): AttemptOutcome => {
  return { ok: false, status, error, ...NO_EXCHANGE };
};

async function sendMail(
  { mailer, writeMail }: AttemptDeps,
  item: MailItem,
): Promise<AttemptOutcome> {
  try {
    const mail = await writeMail(item);
    if (!mail) return sent(NOT_NEEDED);
    await mailer.send({ ...mail, id: item.id });
    return sent(null);
  } catch (error) {
    return error instanceof MailNotTaken
      ? failed(error.reason, error.status)
      : failed('mailer_error');
  }
}

async function outcomeOf(deps: AttemptDeps, item: OutboxItem): Promise<AttemptOutcome> {
  try {
    if (item.kind === 'mail') return await sendMail(deps, item);
    return await deps.sender.deliver(item);
  } catch {
    return failed('sender_error');
  }
}

/** Counts attempts beyond `ATTEMPT_MS` as failed. */
async function tryOnce(deps: AttemptDeps, item: OutboxItem): Promise<AttemptResult> {
  const startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<AttemptOutcome>((resolve) => {
    timer = setTimeout(() => resolve(failed('timeout')), ATTEMPT_MS);
  });
  const outcome = await Promise.race([outcomeOf(deps, item), late]);
  clearTimeout(timer);
  return { ...outcome, durationMs: Math.round(performance.now() - startedAt) };
}

type Decision = Pick<DeliveryAttempt, 'verdict' | 'usesStep'>;

/** A failed manual attempt keeps the item's schedule. */
function decide(
  deps: AttemptDeps,
  item: OutboxItem,
  { result, endedAt: now }: Pick<DeliveryAttempt, 'result' | 'endedAt'>,
): Decision {
  const { random = Math.random, mailDelaysMs, webhookDelaysMs } = deps;
  if (item.resume && !result.ok) return { verdict: item.resume, usesStep: false };
  const { step, createdAt } = item;
  const attempt = { step, createdAt, result, now, random: random() };
  if (item.kind === 'mail') {
    return { verdict: mailVerdict(attempt, mailDelaysMs ?? MAIL_DELAYS_MS), usesStep: true };
  }
  const verdict = webhookVerdict(attempt, webhookDelaysMs ?? WEBHOOK_DELAYS_MS);
  return { verdict, usesStep: !isOwnFault(attempt) };
}

/** Never rejects; errors on our side are only reported. */
export async function attemptItem(deps: AttemptDeps, item: OutboxItem): Promise<DeliveryAttempt> {
  const startedAt = deps.clock.now();
  const result = await tryOnce(deps, item);
  const endedAt = deps.clock.now();
  const { verdict, usesStep } = decide(deps, item, { result, endedAt });
  const tried = { item, result, verdict, startedAt, endedAt, usesStep };
  await judgeEndpoint(deps, tried).catch((error: unknown) => deps.onError?.(error));
  return tried;
}

function factsOf(
  { item, result, verdict }: DeliveryAttempt,
  { signers }: Document,
  at: Date,
): AuditFact[] {
  if (item.kind !== 'mail') return [];
  const { signerId, mail, attempt: tries } = item;
  const email = signers.find((signer) => signer.signerId === signerId)?.email ?? null;
  const data = { signerId, email, mail: mail.kind, tries };
  const common = { at, origin: SYSTEM };
  return verdict.state === 'done'
    ? [{ type: 'email.sent', data, ...common }]
    : [{ type: 'email.failed', data: { ...data, reason: result.error }, ...common }];
}

const isOver = ({ item, result, verdict }: DeliveryAttempt): boolean =>
  item.kind === 'mail' && verdict.state !== 'queued' && result.error !== NOT_NEEDED;

/**
 * Records mails that were sent, or given up, in the trails of their documents: in one transaction a
 * document. Before they are settled: a crash in between repeats both, and leaves two entries. Errors
 * are only reported: an unsettled attempt would repeat the mail.
 */
export async function recordMails(
  { store, clock, onError }: AttemptDeps,
  ended: readonly DeliveryAttempt[],
): Promise<void> {
  const over = ended.filter(isOver);
  for (const documentId of new Set(over.map(({ item }) => item.documentId))) {
    if (documentId === null) continue;
    const own = over.filter(({ item }) => item.documentId === documentId);
    const recording = store.transaction(async (tx) => {
      const document = await tx.lockDocument(documentId);
      if (!document) return;
      const at = clock.now();
      const facts = own.flatMap((tried) => factsOf(tried, document, at));
      await tx.appendAudit(documentId, facts);
    });
    await recording.catch((error: unknown) => onError?.(error));
  }
}
