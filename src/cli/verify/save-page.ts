import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { SavedFile } from '../../client/index.ts';
import { SaveFileError, saveFile } from '../../client/index.ts';
import type { BuiltInTrust } from '../../pdf/page/trust.ts';
import { misuse } from '../errors/usage-error.ts';
import { harmless } from '../terminal/harmless.ts';

interface PageToSave {
  /** The page as built. */
  readonly built: URL;
  readonly trust: BuiltInTrust;
  readonly make: (html: string, trust: BuiltInTrust) => string;
}

/** Saves the page that verifies files in a browser, offline. Throws a `CliError` (exit 2). */
export async function savePage(
  path: string,
  { built, trust, make }: PageToSave,
): Promise<SavedFile> {
  const html = make(await readFile(built, 'utf8'), trust);
  try {
    return await saveFile(Readable.from([Buffer.from(html)]), path, { force: false });
  } catch (error) {
    if (!(error instanceof SaveFileError)) throw error;
    throw misuse(harmless(error.message), 'name another file with --page');
  }
}
