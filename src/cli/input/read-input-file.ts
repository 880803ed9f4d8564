import { readFile } from 'node:fs/promises';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { fileFault } from '../errors/file-fault.ts';
import { cannotAsk } from '../terminal/interactive.ts';

/** Exit 2; `what` names the file's content. */
export function unreadableFile(path: string, what: string, cause: unknown): CliError {
  return new CliError({
    code: 'file_unreadable',
    what: `cannot read ${what} from "${path}"`,
    why: fileFault(cause) ?? (cause instanceof Error ? cause.message : undefined),
    exitCode: EXIT.usage,
    cause,
  });
}

/** Reads a file (`-`: stdin); `what` names its content. Throws a `CliError` (exit 2). */
export async function readInputFile(path: string, what: string): Promise<Buffer> {
  if (path === '-') return await readStdin(what);
  try {
    return await readFile(path);
  } catch (cause) {
    throw unreadableFile(path, what, cause);
  }
}

/** Throws a `CliError` (exit 2) if nothing is piped. */
async function readStdin(what: string): Promise<Buffer> {
  if (process.stdin.isTTY)
    throw cannotAsk(`cannot read ${what} from stdin: nothing was piped`, 'pipe it, or name a file');
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** Reads a key or secret, and shows no part of it. Throws a `CliError` (exit 2). */
export async function readSecretFromStdin(what: string): Promise<string> {
  const bytes = await readStdin(what);
  const secret = bytes.toString('utf8').trim();
  if (/^[\x21-\x7e]+$/.test(secret)) return secret;
  if (secret === '') throw cannotAsk(`cannot read ${what} from stdin: it is empty`, 'pipe it');
  const why = bytes.includes(0)
    ? 'it is not plain text, but perhaps UTF-16'
    : 'it has spaces, line breaks or invisible characters in it';
  throw new CliError({
    code: 'file_unreadable',
    what: `cannot read ${what} from stdin: ${why}`,
    next: 'pipe it alone, as plain text',
    exitCode: EXIT.usage,
  });
}
