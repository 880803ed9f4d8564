import { join } from 'node:path';
import type { Static, TSchema } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { readIfThere } from '../write-synced.ts';
import { CONTROL, Whereabouts } from './control-face.ts';
import type { RefusalCode } from './sandbox-errors.ts';
import { SandboxNotRunning, SandboxRefused } from './sandbox-errors.ts';
import { sendJson } from './send-json.ts';

const Refusal = Type.Enum([
  'invalid_request',
  'not_found',
  'invalid_state',
  'signing_failed',
  'internal_error',
]);

/** Where a running sandbox writes its whereabouts. */
export const whereaboutsPath = (dataDir: string): string => join(dataDir, 'sandbox.json');

const notRunning = (dataDir: string): SandboxNotRunning =>
  new SandboxNotRunning(`No sandbox runs on ${dataDir}. Start one: esign sandbox start`);

/** Where the sandbox of a data folder is. @throws {SandboxNotRunning} */
export async function readWhereabouts(dataDir: string): Promise<Whereabouts> {
  const text = await readIfThere(whereaboutsPath(dataDir));
  if (text === undefined) throw notRunning(dataDir);
  return Value.Decode(Whereabouts, JSON.parse(text));
}

function refusalIn(content: unknown): SandboxRefused | undefined {
  if (!Value.Check(CONTROL.refused, content)) return undefined;
  const { error, message } = content;
  const code: RefusalCode = Value.Check(Refusal, error) ? error : 'internal_error';
  return new SandboxRefused(code, message);
}

/** A request to the control interface. */
interface Ask {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

const UNAUTHORIZED = 401;

/** Asks the sandbox of one data folder; throws {SandboxNotRunning} or {SandboxRefused}. */
export type AskControl = <T extends TSchema>(what: Ask, schema: T) => Promise<Static<T>>;

/** One request to the control interface, its answer checked: somebody else may listen where a sandbox was. */
export async function askControl<T extends TSchema>(
  dataDir: string,
  what: Ask,
  schema: T,
): Promise<Static<T>> {
  const { deskUrl, token } = await readWhereabouts(dataDir);
  const answer = await sendJson(new URL(what.path, deskUrl), { ...what, token });
  if (!answer || answer.status === UNAUTHORIZED) throw notRunning(dataDir);
  if (!Value.Check(schema, answer.content)) {
    throw refusalIn(answer.content) ?? notRunning(dataDir);
  }
  return answer.content;
}
