import type { IncomingMessage } from 'node:http';
import { request as send } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { readSaved } from '../saved-files.ts';
import type { Answer, OperationName, SandboxControl } from './operations.ts';
import { OPERATIONS } from './operations.ts';
import { REFUSAL_CODES, SandboxNotRunning, SandboxRefused } from './sandbox-errors.ts';

/** Content of `sandbox.json`, which exists while a sandbox runs. */
const RunInfo = Type.Object({
  pid: Type.Integer(),
  baseUrl: Type.String(),
  controlUrl: Type.String(),
  /** Authorises requests to the control interface. */
  token: Type.String(),
});
export type RunInfo = Static<typeof RunInfo>;

const Refused = Type.Object({ error: Type.String(), message: Type.String() });
const UNAUTHORIZED = 401;

/** Where a running sandbox records its address. */
export const runInfoPath = (dataDir: string): string => join(dataDir, 'sandbox.json');

export const notRunning = (dataDir: string, cause?: unknown): SandboxNotRunning =>
  new SandboxNotRunning(`No sandbox runs on ${dataDir}. Start one: esign sandbox start`, { cause });

async function readRunInfo(dataDir: string): Promise<RunInfo> {
  const info = await readSaved(runInfoPath(dataDir), RunInfo);
  if (!info) throw notRunning(dataDir);
  return info;
}

export function refusalIn(content: unknown): SandboxRefused | undefined {
  if (!Value.Check(Refused, content)) return undefined;
  const code = REFUSAL_CODES.find((known) => known === content.error);
  return new SandboxRefused(code ?? 'internal_error', content.message);
}

/** Uses `node:http`, which loads faster than fetch. Throws SandboxNotRunning. */
export async function sendControl(
  dataDir: string,
  name: string,
  input: unknown,
): Promise<IncomingMessage> {
  const { controlUrl, token } = await readRunInfo(dataDir);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const url = new URL(`/control/${name}`, controlUrl);
    const sent = send(url, { method: 'POST', headers, agent: false }, resolve);
    sent.on('error', (error) => reject(notRunning(dataDir, error)));
    sent.end(JSON.stringify(input));
  });
  if (response.statusCode !== UNAUTHORIZED) return response;
  response.destroy();
  throw notRunning(dataDir);
}

/** Validates the response: another program may listen where a sandbox was. */
async function call<N extends OperationName>(
  dataDir: string,
  name: N,
  input: unknown,
): Promise<Answer<N>> {
  const response = await sendControl(dataDir, name, input);
  const content: unknown = await text(response)
    .then((received) => JSON.parse(received))
    .catch((error) => {
      throw notRunning(dataDir, error);
    });
  if (Value.Check(OPERATIONS[name].answer, content)) return content as Answer<N>;
  throw refusalIn(content) ?? notRunning(dataDir);
}

/** The base URL of the sandbox on a data folder; undefined if none answers. */
export async function addressOf(dataDir: string): Promise<string | undefined> {
  try {
    const { baseUrl } = await readRunInfo(dataDir);
    await call(dataDir, 'listFaults', {});
    return baseUrl;
  } catch (error) {
    if (error instanceof SandboxNotRunning) return undefined;
    throw error;
  }
}

export const isRunning = async (dataDir: string): Promise<boolean> =>
  (await addressOf(dataDir)) !== undefined;

/** Throws SandboxNotRunning, as every method does once the sandbox has stopped. */
export async function openControl(dataDir: string): Promise<SandboxControl> {
  await readRunInfo(dataDir);
  const names = Object.keys(OPERATIONS) as OperationName[];
  const methods = names.map((name) => [name, (input = {}) => call(dataDir, name, input)]);
  return Object.fromEntries(methods);
}
