import type { RawResponse } from '../../client/index.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';

const TEXT = /^text\/|json|xml/;

/**
 * Writes the body of an answer as it came; a terminal gets a line break after it. Throws a `CliError` (exit 2) rather than
 * write anything but text to a terminal.
 */
export function writeAnswer(
  { body, headers }: Pick<RawResponse, 'body' | 'headers'>,
  stdout: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
): void {
  const type = headers['content-type'] ?? '';
  if (stdout.isTTY && !TEXT.test(type) && body.length > 0) {
    throw new CliError({
      code: 'binary_to_terminal',
      what: `the answer is ${type || 'of no known type'}, and is not written to a terminal`,
      next: 'pipe it on, or into a file',
      exitCode: EXIT.usage,
    });
  }
  stdout.write(body);
  if (stdout.isTTY) stdout.write('\n');
}
