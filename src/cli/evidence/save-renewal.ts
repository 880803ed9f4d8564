import { lstat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { SavedFile } from '../../client/index.ts';
import { SaveFileError, saveFile } from '../../client/index.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import type { Printer } from '../terminal/printer.ts';
import { shellWord } from '../terminal/shell-word.ts';
import { utcAndLocal } from '../terminal/times.ts';
import type { RenewedProof } from './renew-file.ts';

export interface SavedRenewal extends SavedFile, Omit<RenewedProof, 'bytes'> {}

interface RenewalDestination {
  readonly file: string;
  readonly output?: string | undefined;
  readonly force: boolean;
}

/** Throws before the authority charges: `SaveFileError` (exists) or `CliError` (exit 2: stream). */
export async function renewedPath({ file, output, force }: RenewalDestination): Promise<string> {
  if (file === '-' || output === '-') {
    const what = 'a proof is renewed from one file to another';
    throw new CliError({ code: 'usage', what, next: 'name both files', exitCode: EXIT.usage });
  }
  const path = output ?? join(dirname(file), `${basename(file, extname(file))}-renewed.pdf`);
  const exists = (await lstat(path).catch(() => undefined)) !== undefined;
  if (exists && !force) throw new SaveFileError('exists', resolve(path));
  return path;
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Throws `SaveFileError`. */
export async function saveRenewal(
  printer: Printer,
  { bytes, ...renewed }: RenewedProof,
  { path, force }: { readonly path: string; readonly force: boolean },
): Promise<SavedRenewal> {
  const saved = await saveFile(once(bytes), path, { force });
  const until = renewed.endsAt ? utcAndLocal(renewed.endsAt) : '';
  printer.result(
    `${shellWord(saved.path)}  ${renewed.level ?? 'no level'}, certificates valid until ${until}`,
  );
  return { ...saved, ...renewed };
}
