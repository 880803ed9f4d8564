import type { IncomingMessage } from 'node:http';
import { request as send } from 'node:http';
import { Value } from 'typebox/value';
import { readWhereabouts } from '../control/ask-control.ts';
import { CONTROL } from '../control/control-face.ts';
import { SandboxNotRunning, SandboxRefused } from '../control/sandbox-errors.ts';
import type { ListenerOrder } from './listener-face.ts';
import { LISTENERS_PATH, Registered } from './listener-face.ts';

/** A registration that lasts as long as its connection. */
export interface Registration {
  readonly registered: Registered;
  /** Resolves once the connection is gone. */
  readonly ended: Promise<void>;
  /** Ends it; the sandbox then removes the endpoint. */
  end(): void;
}

/** Most characters of the first line: somebody else may listen where a sandbox was. */
const LINE_LENGTH = 64 * 1024;

function notRunning(dataDir: string, cause?: unknown): SandboxNotRunning {
  const message = `No sandbox runs on ${dataDir}. Start one: esign sandbox start`;
  return new SandboxNotRunning(message, { cause });
}

/** Reads the first line, and leaves the answer open. */
async function firstLine(answer: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of answer.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (text.includes('\n') || text.length > LINE_LENGTH) break;
  }
  answer.resume();
  return JSON.parse(text);
}

function refusalIn(content: unknown): SandboxRefused | undefined {
  if (!Value.Check(CONTROL.refused, content)) return undefined;
  const isState = content.error === 'invalid_state';
  return new SandboxRefused(isState ? 'invalid_state' : 'invalid_request', content.message);
}

async function open(dataDir: string, order: ListenerOrder): Promise<IncomingMessage> {
  const { deskUrl, token } = await readWhereabouts(dataDir);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const url = new URL(LISTENERS_PATH, deskUrl);
  return await new Promise((resolve, reject) => {
    const sent = send(url, { method: 'POST', headers, agent: false }, resolve);
    sent.on('error', (error) => reject(notRunning(dataDir, error)));
    sent.end(JSON.stringify(order));
  });
}

/**
 * Registers a listener with the sandbox that runs on a data folder.
 * @throws {SandboxNotRunning} when none does; {SandboxRefused} when it does not take the address
 */
export async function registerListener(
  dataDir: string,
  order: ListenerOrder,
): Promise<Registration> {
  const answer = await open(dataDir, order);
  const ended = new Promise<void>((resolve) => answer.once('close', () => resolve()));
  answer.on('error', () => undefined);
  const end = (): void => void answer.destroy();
  const registered = await firstLine(answer).catch(() => undefined);
  if (Value.Check(Registered, registered)) return { registered, ended, end };
  end();
  throw refusalIn(registered) ?? notRunning(dataDir);
}
