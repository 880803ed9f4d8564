import { SYSTEM } from '../../domain/audit.ts';
import type { Document } from '../../domain/document.ts';
import type {
  AttemptOutcome,
  AttemptResult,
  DeliveryAttempt,
  Mail,
  OutboxItem,
} from '../../domain/outbox.ts';
import {
  isOwnFault,
  MAIL_DELAYS_MS,
  mailVerdict,
  WEBHOOK_DELAYS_MS,
  webhookVerdict,
} from '../../domain/retry-schedule.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { Mailer } from '../../ports/mailer.ts';
import { MailNotTaken } from '../../ports/mailer.ts';
import type { WebhookSender } from '../../ports/webhook-sender.ts';
import type { MailItem } from '../mails/write-mail.ts';
import { judgeEndpoint } from '../webhooks/judge-endpoint.ts';

/** Longest that one try may take, in milliseconds: above what a sender takes by its own limits. */
export const ATTEMPT_MS = 20_000;

/** What it takes to try an item of the outbox. */
export interface AttemptDeps {
  readonly store: DocumentStore;
  readonly sender: Pick<WebhookSender, 'deliver'>;
  readonly mailer: Mailer;
  /** Writes a mail that is due; answers none when it is not needed any more. */
  readonly writeMail: (item: MailItem) => Promise<Mail | undefined>;
  readonly clock: Clock;
  /** From 0 (included) to 1 (not included); `Math.random` unless told. */
  readonly random?: () => number;
  /** Waits between the tries of a delivery, in milliseconds; the usual schedule unless told. */
  readonly webhookDelaysMs?: readonly number[];
  /** Waits between the tries of a mail, in milliseconds; the usual schedule unless told. */
  readonly mailDelaysMs?: readonly number[];
  /** Told of what went wrong on this side; the item is tried again. */
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
    return item.kind === 'mail' ? await sendMail(deps, item) : await deps.sender.deliver(item);
  } catch {
    return failed('sender_error');
  }
}

/** Tries within the time that its lease leaves: what takes longer counts as failed. */
async function tryOnce(deps: AttemptDeps, item: OutboxItem): Promise<AttemptResult> {
  const startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<AttemptOutcome>((resolve) => {
    timer = setTimeout(() => resolve(failed('timeout')), ATTEMPT_MS);
  });
  const outcome = await Promise.race([outcomeOf(deps, item), late]);
  clearTimeout(timer);
  const { ok, status, error, body, retryAfterMs, exchange } = outcome;
  const durationMs = Math.round(performance.now() - startedAt);
  return { ok, status, error, body, durationMs, retryAfterMs, exchange };
}

type Decision = Pick<DeliveryAttempt, 'verdict' | 'usesStep'>;

/** What becomes of the item; a try by hand that fails leaves the schedule as it was. */
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

/** What the trail tells of a mail that was sent or given up. */
function mailFact(item: MailItem, { signers }: Document, { result, verdict }: DeliveryAttempt) {
  const { signerId, mail, attempt } = item;
  const email = signers.find((signer) => signer.signerId === signerId)?.email ?? null;
  const about = { signerId, email, mail: mail.kind, tries: attempt };
  return verdict.state === 'done'
    ? { type: 'email.sent' as const, data: about }
    : { type: 'email.failed' as const, data: { ...about, reason: result.error } };
}

/** What follows from a try beside its verdict: the audit trail of a mail, the end of an endpoint that is gone. */
async function followUp({ store, clock }: AttemptDeps, tried: DeliveryAttempt): Promise<void> {
  const { item, result, verdict } = tried;
  const { documentId } = item;
  if (item.kind === 'delivery') {
    await judgeEndpoint({ store }, tried);
    return;
  }
  const isOver = verdict.state !== 'queued' && result.error !== NOT_NEEDED;
  if (documentId === null || !isOver) return;
  await store.transaction(async (tx) => {
    const document = await tx.lockDocument(documentId);
    if (!document) return;
    await tx.appendAudit(documentId, [
      { ...mailFact(item, document, tried), at: clock.now(), origin: SYSTEM },
    ]);
  });
}

/**
 * Tries one leased item; what it answers is to be settled. The audit entry comes before that: a crash in between repeats
 * both, and the trail then tells of both. What fails on this side is reported and keeps nothing from being settled,
 * since that would send the mail again and again.
 */
export async function attemptItem(deps: AttemptDeps, item: OutboxItem): Promise<DeliveryAttempt> {
  const startedAt = deps.clock.now();
  const result = await tryOnce(deps, item);
  const endedAt = deps.clock.now();
  const { verdict, usesStep } = decide(deps, item, { result, endedAt });
  const tried = { item, result, verdict, startedAt, endedAt, usesStep };
  await followUp(deps, tried).catch((error: unknown) => deps.onError?.(error));
  return tried;
}
