import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { environmentWithoutOurs } from '../cli/profiles/profile.ts';
import type { SandboxInUse } from '../cli/sandbox/sandbox-variables.ts';

/** Options of a sandbox. */
export interface SandboxOptions {
  /** Credits of the sandbox's own account. Default: 1000. */
  readonly credits?: number | undefined;
  /** URLs that get the events of the sandbox's own account, signed with its `webhookSecret`. */
  readonly webhooks?: readonly string[] | undefined;
  /** The one-time password (6 digits) of every text message. Default: random. */
  readonly otp?: string | undefined;
}

/** A sandbox in its own process. */
export interface SandboxProcess extends SandboxInUse {
  /** Resolves once it has ended and its folders are gone. */
  close(): Promise<void>;
}

/** Valid from the sources and from the built file. */
const BIN = fileURLToPath(new URL('../../bin/run.cjs', import.meta.url));

function argumentsFor({ credits, webhooks = [], otp }: SandboxOptions): string[] {
  return [
    ...['sandbox', 'start', '--port', '0', '--ephemeral', '--until-stdin-ends', '--json'],
    ...(credits === undefined ? [] : ['--credits', String(credits)]),
    ...webhooks.flatMap((url) => ['--webhook', url]),
    ...(otp === undefined ? [] : ['--otp', otp]),
  ];
}

/** The error message that the command printed as JSON, or all that it printed. */
function reasonIn(printed: string): string {
  try {
    return String(JSON.parse(printed).error.message);
  } catch {
    return printed.trim() || 'it ended without a message';
  }
}

async function firstLine(child: ChildProcessWithoutNullStreams): Promise<string> {
  let printed = '';
  const note = (chunk: Buffer) => {
    printed += chunk;
  };
  child.stderr.on('data', note);
  const lines = createInterface(child.stdout);
  const failed = once(child, 'close').then(() => {
    throw new Error(`The sandbox did not start: ${reasonIn(printed)}`);
  });
  const [line] = await Promise.race([once(lines, 'line'), failed]);
  failed.catch(() => undefined);
  lines.close();
  child.stderr.off('data', note).pipe(process.stderr);
  return String(line);
}

/** This process may end without waiting: the sandbox's stdin then ends, and so does the sandbox. */
function detach(child: ChildProcessWithoutNullStreams): void {
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr])
    if ('unref' in stream && typeof stream.unref === 'function') stream.unref();
}

/** Starts an ephemeral sandbox that ends with this process. Throws an `Error` with the reason. */
export async function startProcess(options: SandboxOptions): Promise<SandboxProcess> {
  const configDir = await mkdtemp(join(tmpdir(), 'esign-testing-'));
  const remove = () => rmSync(configDir, { recursive: true, force: true });
  process.once('exit', remove);
  // Without the user's settings, such as a mail server
  const env = { ...environmentWithoutOurs(), ESIGN_CONFIG_DIR: configDir };
  const child = spawn(process.execPath, [BIN, ...argumentsFor(options)], { env });
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'close');
  const end = async () => {
    child.ref();
    child.stdin.end();
    await ended;
    process.off('exit', remove);
    remove();
  };
  try {
    const { baseUrl, apiKey, webhookSecret, dataDir } = JSON.parse(await firstLine(child));
    detach(child);
    return { baseUrl, apiKey, webhookSecret, dataDir, configDir, close: end };
  } catch (error) {
    await end();
    throw error;
  }
}
