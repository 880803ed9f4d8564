import { basename, dirname, extname, join } from 'node:path';
import type { SavedFile } from '../../client/index.ts';
import { saveFile } from '../../client/index.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import type { Printer } from '../terminal/printer.ts';
import { shellWord } from '../terminal/shell-word.ts';
import { utcAndLocal } from '../terminal/times.ts';
import type { RenewedProof } from './renew-proof.ts';

/** A renewed file, as it was written. */
export interface SavedRenewal extends SavedFile, Omit<RenewedProof, 'bytes'> {}

interface Destination {
  /** The file that was renewed. */
  readonly file: string;
  readonly output?: string | undefined;
  readonly force: boolean;
}

function pathFor({ file, output }: Destination): string {
  if (output !== undefined) return output;
  if (file !== '-') return join(dirname(file), `${basename(file, extname(file))}-renewed.pdf`);
  const what = 'a file from stdin needs a name for the renewed one';
  throw new CliError({ code: 'usage', what, next: 'name it with -o', exitCode: EXIT.usage });
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Writes a renewed file beside the other, or where the user says. Throws SaveFileError, or a `CliError` (exit 2). */
export async function saveRenewal(
  printer: Printer,
  { bytes, ...renewed }: RenewedProof,
  destination: Destination,
): Promise<SavedRenewal> {
  const { force } = destination;
  const saved = await saveFile(once(bytes), pathFor(destination), { force });
  const until = renewed.endsAt ? utcAndLocal(renewed.endsAt) : '';
  printer.result(`${shellWord(saved.path)}  ${renewed.level ?? 'no level'}, proven until ${until}`);
  return { ...saved, ...renewed };
}
