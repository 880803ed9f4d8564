import { LIMITS } from '../../../contract/limits.ts';
import type { EventType, WebhookEvent } from '../../../contract/webhook-event.ts';
import { eventProblem, isEventType } from '../../../contract/webhook-event.ts';
import { EVENT_TYPES, EXTRA_EVENTS } from '../../../contract/webhook-headers.ts';
import type { BadSignature } from './bad-signatures.ts';
import { namedKinds } from './bad-signatures.ts';
import type { ExpectedState } from './document-life.ts';
import { composeEvents, expectedState } from './document-life.ts';
import type { PlannedAttempt } from './plan-attempts.ts';
import { planAttempts } from './plan-attempts.ts';
import type { FieldSet } from './set-field.ts';
import { setField, typedValue } from './set-field.ts';

const SCENARIO = /^scenario:(one|two|three|four|five|six|[1-6])-signers?$/;
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six'];
const DEFAULT_SIGNERS = 2;

export const TRIGGERS: readonly string[] = [
  ...EVENT_TYPES,
  ...NUMBERS.slice(1).map((number) => `scenario:${number}-signer${number === 'one' ? '' : 's'}`),
];

export interface TriggerWish {
  readonly name: string;
  readonly signers?: number | undefined;
  readonly signed?: number | undefined;
  readonly documentId?: string | undefined;
  /** Each as `path=value`. */
  readonly set: readonly string[];
  readonly allowsInvalid: boolean;
  /** A kind of bad signature, or `all`. */
  readonly badSignature?: string | undefined;
  readonly repeat: number;
  readonly sameBytes: boolean;
  readonly isShuffled: boolean;
  readonly maxWaitMs: number;
  readonly loss: number;
  readonly seed: number;
  readonly baseUrl: string;
  readonly now: Date;
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
  /** What a receiver must reach after a scenario; null for single events. */
  readonly expected: ExpectedState | null;
}

export type ReadOrder =
  | { readonly ok: true; readonly order: TriggerOrder }
  | { readonly ok: false; readonly problem: string };

const refused = (problem: string) => ({ ok: false, problem }) as const;

function scenarioSigners(name: string): number | undefined {
  const [, said] = SCENARIO.exec(name) ?? [];
  if (said === undefined) return undefined;
  return NUMBERS.includes(said) ? NUMBERS.indexOf(said) : Number(said);
}

/** A scenario's events follow from one another, so some options make no sense. */
function scenarioProblem(wish: TriggerWish): string | undefined {
  const { signers, signed, set, badSignature } = wish;
  if (signers !== undefined || signed !== undefined) {
    return 'the name of a scenario says how many sign: leave out --signers and --signed';
  }
  if (badSignature !== undefined) return '--bad-signature is for one event, not for a scenario';
  return set.length > 0 ? '--set is for one event, not for a scenario' : undefined;
}

interface Counted {
  readonly event: EventType;
  readonly signers: number;
  readonly signed: number;
}

/** How many can have signed by then. */
function signedRange(event: EventType, signers: number): readonly [least: number, most: number] {
  if (event === 'document.completed') return [signers, signers];
  return event === 'signer.signed' ? [1, signers] : [0, signers - 1];
}

function countedSigners(event: EventType, wish: TriggerWish): Counted | string {
  const isExtra = EXTRA_EVENTS.some((type) => type === event);
  const fewest = (wish.signed ?? 0) + (isExtra ? 1 : 0);
  const signers = wish.signers ?? Math.max(DEFAULT_SIGNERS, fewest);
  const top = LIMITS.signersPerDocument;
  if (signers < 1 || signers > top) return `--signers must be from 1 to ${top}`;
  const [least, most] = signedRange(event, signers);
  const { signed = least } = wish;
  if (signed >= least && signed <= most) return { event, signers, signed };
  if (event === 'document.completed') return 'document.completed is sent once all have signed';
  return `--signed must be from ${least} to ${most}`;
}

function edited(event: WebhookEvent, wish: TriggerWish): FieldSet {
  let value: unknown = event;
  for (const edit of wish.set) {
    const at = edit.indexOf('=');
    if (at < 1) return refused(`--set "${edit}" does not have the form path=value`);
    const done = setField(value, edit.slice(0, at), typedValue(edit.slice(at + 1)));
    if (!done.ok) return done;
    value = done.value;
  }
  const problem = wish.allowsInvalid ? undefined : eventProblem(event.event, value);
  if (problem === undefined) return { ok: true, value };
  return refused(`${problem} (--allow-invalid sends it anyway)`);
}

const bytesOf = (event: unknown): Buffer => Buffer.from(JSON.stringify(event));

const isSeeded = ({ isShuffled, maxWaitMs, loss }: TriggerWish, repeat: number): boolean =>
  isShuffled || maxWaitMs > 0 || loss > 0 || repeat > 1;

function planned(wish: TriggerWish, deliveries: number, repeat: number) {
  const { isShuffled, maxWaitMs, loss, seed } = wish;
  const plan = planAttempts({ deliveries, repeat, isShuffled, maxWaitMs, loss }, seed);
  return { plan, seed: isSeeded(wish, deliveries > 1 ? repeat : 1) ? seed : null };
}

function scenario(wish: TriggerWish, signers: number): ReadOrder {
  const problem = scenarioProblem(wish);
  if (problem !== undefined) return refused(problem);
  const events = composeEvents({ ...wish, what: 'scenario', signers, signed: 0, count: 1 });
  const order: TriggerOrder = {
    isScenario: true,
    event: 'signer.signed',
    badSignatures: [],
    bodies: events.map(bytesOf),
    expected: expectedState(events) ?? null,
    ...planned(wish, events.length, wish.repeat),
  };
  return { ok: true, order };
}

function single(wish: TriggerWish, counted: Counted): ReadOrder {
  const { event, signers, signed } = counted;
  const count = wish.sameBytes ? 1 : wish.repeat;
  const bodies: Buffer[] = [];
  for (const one of composeEvents({ ...wish, what: event, signers, signed, count })) {
    const made = edited(one, wish);
    if (!made.ok) return made;
    bodies.push(bytesOf(made.value));
  }
  const timing = planned(wish, count, wish.sameBytes ? wish.repeat : 1);
  const badSignatures = namedKinds(wish.badSignature);
  const order = { isScenario: false, event, bodies, badSignatures, expected: null, ...timing };
  return { ok: true, order };
}

/** Every event conforms to the contract unless the wish allows otherwise. */
export function readTriggerOrder(wish: TriggerWish): ReadOrder {
  const signers = scenarioSigners(wish.name);
  if (signers !== undefined) return scenario(wish, signers);
  if (!isEventType(wish.name)) {
    return refused(`there is no event "${wish.name}"; the events are ${TRIGGERS.join(', ')}`);
  }
  const counted = countedSigners(wish.name, wish);
  return typeof counted === 'string' ? refused(counted) : single(wish, counted);
}
