import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../locks/error-code.ts';
import { stampedVersion } from '../help/completion-script.ts';
import { keptFolders } from '../profiles/kept-files.ts';
import type { Environment } from '../profiles/profile.ts';
import { sizeText } from '../terminal/counted.ts';
import { shellWord } from '../terminal/shell-word.ts';
import type { Check, Made } from './diagnosis.ts';
import { ok, sideCheck, unknown, warning } from './diagnosis.ts';

/** Permission bits of the group and others. */
const NOT_OWN = 0o077;
const PERMISSIONS = 0o777;

interface KeptEntry {
  readonly path: string;
  readonly mode: number;
  /** 0 for a folder. */
  readonly bytes: number;
}

const unlessAbsent = (error: unknown): undefined => {
  if (codeOf(error) === 'ENOENT') return undefined;
  throw error;
};

async function entry(path: string): Promise<KeptEntry[]> {
  const seen = await stat(path).catch(unlessAbsent);
  return seen ? [{ path, mode: seen.mode, bytes: seen.isFile() ? seen.size : 0 }] : [];
}

async function entriesOf(folder: string): Promise<KeptEntry[]> {
  const names = (await readdir(folder, { recursive: true }).catch(unlessAbsent)) ?? [];
  const all = await Promise.all([folder, ...names.map((name) => join(folder, name))].map(entry));
  return all.flat();
}

interface Keeping {
  readonly folders: readonly string[];
  /** False on Windows. */
  readonly hasModes: boolean;
  readonly isUsed: boolean;
}

export function keptResult(
  entries: readonly KeptEntry[],
  { folders, hasModes, isUsed }: Keeping,
): Made {
  if (entries.length === 0) return ok('nothing kept for searches or completion');
  const open = hasModes && entries.find(({ mode }) => (mode & NOT_OWN) !== 0);
  if (open) {
    const mode = (open.mode & PERMISSIONS).toString(8);
    const about = `${open.path} has the permissions ${mode}: not for its owner only`;
    const there = folders.filter((folder) => entries.some(({ path }) => path === folder));
    return warning(about, ['chmod -R go=', ...there.map(shellWord)].join(' '));
  }
  const bytes = entries.reduce((sum, one) => sum + one.bytes, 0);
  const owner = hasModes ? ', for its owner only' : '';
  const unused = isUsed ? '' : '; ESIGN_NO_CACHE keeps it unused';
  return ok(`${sizeText(bytes)} kept for searches and completion${owner}${unused}`);
}

export const checkKept = ({ configDir, keepsCache }: Environment): Promise<Check> =>
  sideCheck('cache', async () => {
    const folders = keptFolders(configDir);
    const entries = (await Promise.all(folders.map(entriesOf))).flat();
    const hasModes = process.platform !== 'win32';
    return keptResult(entries, { folders, hasModes, isUsed: keepsCache });
  });

interface SavedScript {
  readonly shell: string;
  readonly path: string;
  readonly text: string;
}

function scriptResult({ shell, path, text }: SavedScript, version: string): Made {
  const of = stampedVersion(text);
  if (of === version) return ok(`${path} is of this version`);
  const about = of === undefined ? 'does not name its version' : `is of esign ${of}`;
  return warning(`${path} ${about}`, `esign autocomplete ${shell} > ${shellWord(path)}`);
}

/** Sees only saved completion scripts, not those that a startup file generates. */
const checkScript = (shell: string, path: string, version: string): Promise<Check[]> =>
  readFile(path, 'utf8')
    .catch(unlessAbsent)
    .then(
      async (text) =>
        text === undefined
          ? []
          : [await sideCheck('completion', () => scriptResult({ shell, path, text }, version))],
      async () => [await sideCheck('completion', () => unknown(`${path} cannot be read`))],
    );

export async function checkCompletion(
  { completions: { bash, fish } }: Environment,
  version: string,
): Promise<Check[]> {
  const found = await Promise.all([
    checkScript('bash', bash, version),
    checkScript('fish', fish, version),
  ]);
  if (found.flat().length > 0) return found.flat();
  return [await sideCheck('completion', () => unknown('no script is saved in your folders'))];
}
