import { randomInt } from 'node:crypto';
import { LIMITS } from '../../../contract/limits.ts';
import type { EventType, WebhookEvent } from '../../../contract/webhooks/webhook-event.ts';
import { eventProblem, isEventType } from '../../../contract/webhooks/webhook-event.ts';
import { EVENT_TYPES, EXTRA_EVENTS } from '../../../contract/webhooks/webhook-headers.ts';
import { usageError } from '../../errors/usage-error.ts';
import type { BadSignature } from './bad-signatures.ts';
import { namedKinds } from './bad-signatures.ts';
import type { EventsWish, ExpectedState } from './document-life.ts';
import { composeEvents, expectedState } from './document-life.ts';
import type { PlannedAttempt } from './plan-attempts.ts';
import { MAX_SEED, planAttempts } from './plan-attempts.ts';
import type { TriggerFlags } from './trigger-flags.ts';

const SCENARIO = /^scenario:(one|two|three|four|five|six|[1-6])-signers?$/;
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six'];
const DEFAULT_SIGNERS = 2;

export const TRIGGERS: readonly string[] = [
  ...EVENT_TYPES,
  ...NUMBERS.slice(1).map((number) => `scenario:${number}-signer${number === 'one' ? '' : 's'}`),
];

type Wished =
  | ('signers' | 'signed' | 'document' | 'set' | 'allow-invalid' | 'bad-signature')
  | ('same-bytes' | 'disorder' | 'delay' | 'loss' | 'seed');

export interface TriggerWish extends Partial<Pick<TriggerFlags, Wished>> {
  /** An event, or a scenario. */
  readonly name: string;
  readonly baseUrl: string;
  readonly repeat: number;
}

export interface TriggerOrder {
  readonly isScenario: boolean;
  /** For bodies that name no event. */
  readonly event: EventType;
  readonly bodies: readonly Buffer[];
  readonly plan: readonly PlannedAttempt[];
  /** Each delivery is sent once per kind. Empty for good signatures. */
  readonly badSignatures: readonly BadSignature[];
  /** Null if nothing was random. */
  readonly seed: number | null;
  /** State that a receiver must reach after a scenario; null for single events. */
  readonly expected: ExpectedState | null;
}

const refused = (problem: string) => usageError([problem], 'webhook:trigger');

const PATH = /^[A-Za-z_][\w-]*(\[\d{1,4}\]|\.[\w-]+)*$/;
const UNWANTED = ['__proto__', 'constructor', 'prototype'];

type Container = Record<string, unknown>;

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null;

/** A list accepts its indices and the next one. */
function mayHold(container: Container, key: string): boolean {
  if (!Array.isArray(container)) return true;
  return /^\d+$/.test(key) && Number(key) <= container.length;
}

function segments(path: string): string[] {
  const keys = path.replace(/\[(\d+)\]/g, '.$1').split('.');
  if (PATH.test(path) && !keys.some((key) => UNWANTED.includes(key))) return keys;
  throw refused(`"${path}" is not a path such as status or signers[0].name`);
}

/**
 * Copies JSON with one field set, at a path such as `signers[0].name`. Throws a `CliError` (exit 2)
 * unless its parent exists.
 */
export function setField(value: unknown, path: string, to: unknown): unknown {
  const keys = segments(path);
  // Through JSON, since an event may contain one object twice.
  const copy: unknown = JSON.parse(JSON.stringify(value));
  let at: unknown = copy;
  for (const key of keys.slice(0, -1)) {
    at = isContainer(at) && Object.hasOwn(at, key) ? at[key] : undefined;
    if (!isContainer(at)) throw refused(`${path}: "${key}" is not an object or a list`);
  }
  const last = keys.at(-1) ?? '';
  if (!isContainer(at) || !mayHold(at, last)) throw refused(`${path}: the list has no such index`);
  at[last] = to;
  return copy;
}

export function typedValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function scenarioSigners(name: string): number | undefined {
  const [, said] = SCENARIO.exec(name) ?? [];
  if (said === undefined) return undefined;
  return NUMBERS.includes(said) ? NUMBERS.indexOf(said) : Number(said);
}

/** How many can have signed by then. */
function signedRange(event: EventType, signers: number): readonly [least: number, most: number] {
  if (event === 'document.completed') return [signers, signers];
  return event === 'signer.signed' ? [1, signers] : [0, signers - 1];
}

function countedSigners(event: EventType, wish: TriggerWish) {
  const isExtra = EXTRA_EVENTS.some((type) => type === event);
  const fewest = (wish.signed ?? 0) + (isExtra ? 1 : 0);
  const signers = wish.signers ?? Math.max(DEFAULT_SIGNERS, fewest);
  const top = LIMITS.signersPerDocument;
  if (signers < 1 || signers > top) throw refused(`--signers must be from 1 to ${top}`);
  const [least, most] = signedRange(event, signers);
  const { signed = least } = wish;
  if (signed >= least && signed <= most) return { signers, signed };
  if (event === 'document.completed')
    throw refused('document.completed is sent once all have signed');
  throw refused(`--signed must be from ${least} to ${most}`);
}

function edited(event: WebhookEvent, { set = [], 'allow-invalid': allowsInvalid }: TriggerWish) {
  let value: unknown = event;
  for (const edit of set) {
    const at = edit.indexOf('=');
    if (at < 1) throw refused(`--set "${edit}" does not have the form path=value`);
    value = setField(value, edit.slice(0, at), typedValue(edit.slice(at + 1)));
  }
  const problem = allowsInvalid ? undefined : eventProblem(event.event, value);
  if (problem !== undefined) throw refused(`${problem} (--allow-invalid sends it anyway)`);
  return value;
}

type Composed = Pick<EventsWish, 'what' | 'signers' | 'signed' | 'count'>;

function composed({ document: documentId, baseUrl }: TriggerWish, wish: Composed): WebhookEvent[] {
  return composeEvents({ ...wish, documentId, baseUrl, now: new Date() });
}

const bytesOf = (event: unknown): Buffer => Buffer.from(JSON.stringify(event));

function planned(wish: TriggerWish, deliveries: number, repeat: number) {
  const { disorder: isShuffled = false, delay: maxWaitMs = 0, loss = 0 } = wish;
  const { seed = randomInt(MAX_SEED) } = wish;
  const plan = planAttempts({ deliveries, repeat, isShuffled, maxWaitMs, loss }, seed);
  const isRepeated = deliveries > 1 && repeat > 1;
  const isSeeded = isShuffled || maxWaitMs > 0 || loss > 0 || isRepeated;
  return { plan, seed: isSeeded ? seed : null };
}

/** A scenario's events follow from one another, so some flags make no sense. */
function scenario(wish: TriggerWish, count: number): TriggerOrder {
  const { signers, signed, set = [] } = wish;
  if (signers !== undefined || signed !== undefined)
    throw refused('the name of a scenario says how many sign: leave out --signers and --signed');
  if (wish['bad-signature'] !== undefined)
    throw refused('--bad-signature is for one event, not for a scenario');
  if (set.length > 0) throw refused('--set is for one event, not for a scenario');
  const events = composed(wish, { what: 'scenario', signers: count, signed: 0, count: 1 });
  return {
    isScenario: true,
    event: 'signer.signed',
    badSignatures: [],
    bodies: events.map(bytesOf),
    expected: expectedState(events),
    ...planned(wish, events.length, wish.repeat),
  };
}

function single(wish: TriggerWish, event: EventType): TriggerOrder {
  const counted = countedSigners(event, wish);
  const isSame = wish['same-bytes'];
  const count = isSame ? 1 : wish.repeat;
  const events = composed(wish, { what: event, ...counted, count });
  const bodies = events.map((one) => bytesOf(edited(one, wish)));
  const timing = planned(wish, count, isSame ? wish.repeat : 1);
  const badSignatures = namedKinds(wish['bad-signature']);
  return { isScenario: false, event, bodies, badSignatures, expected: null, ...timing };
}

/** Every event conforms to the contract unless allowed otherwise. Throws a `CliError` (exit 2). */
export function readTriggerOrder(wish: TriggerWish): TriggerOrder {
  const signers = scenarioSigners(wish.name);
  if (signers !== undefined) return scenario(wish, signers);
  if (isEventType(wish.name)) return single(wish, wish.name);
  throw refused(`there is no event "${wish.name}"; the events are ${TRIGGERS.join(', ')}`);
}
