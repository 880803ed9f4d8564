import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const moment = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' });
const position = Type.Integer({ minimum: 1 });

export const OPERATIONS = ['create', 'signers', 'send'] as const;
export type JournalOperation = (typeof OPERATIONS)[number];

/**
 * `intent`: about to be sent. `ok`: applied. `reconciled`: found applied by reading. `unknown`: may
 * have been applied. `failed`: permanently refused. `held`: not applied, for a temporary reason.
 * `abandoned`: its document was replaced by a new one.
 */
export const PHASES = [
  'intent',
  'ok',
  'reconciled',
  'unknown',
  'failed',
  'held',
  'abandoned',
] as const;
export type Phase = (typeof PHASES)[number];

/** The first line of each run. */
export const RunEntry = Type.Object({
  run: Type.Literal('start'),
  ts: moment,
  pid: position,
  baseUrl: Type.String(),
  /** SHA-256 of the manifest. */
  manifest: sha256,
  rows: Type.Integer({ minimum: 0 }),
  /** Existing documents recent enough to be mistaken for this run's. */
  baselineIds: Type.Array(Type.String()),
});
export type RunEntry = Static<typeof RunEntry>;

export const RowEntry = Type.Object({
  row: position,
  /** SHA-256 of the PDF, the name and the signers. */
  key: sha256,
  op: Type.Enum(OPERATIONS),
  phase: Type.Enum(PHASES),
  attempt: position,
  ts: moment,
  line: Type.Optional(position),
  name: Type.Optional(Type.String()),
  documentId: Type.Optional(Type.String()),
  signers: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), email: Type.String(), phone: Type.String() })),
  ),
  creditsRemaining: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  code: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  status: Type.Optional(Type.Integer()),
  requestId: Type.Optional(Type.String()),
  /** Documents the request may have created. */
  candidates: Type.Optional(Type.Array(Type.String())),
});
export type RowEntry = Static<typeof RowEntry>;

export type JournalEntry = RunEntry | RowEntry;

export function parseEntry(line: string): JournalEntry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (Value.Check(RowEntry, value)) return value;
    return Value.Check(RunEntry, value) ? value : undefined;
  } catch {
    return undefined;
  }
}
