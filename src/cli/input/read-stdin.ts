import { cannotAsk } from '../terminal/interactive.ts';

/** Reads all of stdin as bytes. Throws a `CliError` (exit 2) on a terminal, where nothing was piped. */
export async function readStdin(what: string): Promise<Buffer> {
  if (process.stdin.isTTY)
    throw cannotAsk(`${what} is read from stdin, and nothing was piped`, 'pipe it, or name a file');
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** Reads a key or secret from stdin: the first line, trimmed. */
export async function readSecretFromStdin(what: string): Promise<string> {
  const text = (await readStdin(what)).toString('utf8');
  const secret = text.trim().split(/\s/)[0] ?? '';
  if (secret !== '') return secret;
  throw cannotAsk(`${what} is read from stdin, and stdin was empty`, 'pipe it');
}
