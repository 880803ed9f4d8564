import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

const TELL_FILES =
  "process.on('exit', () => process.stderr.write(JSON.stringify(Object.keys(require.cache))));";

/** The built code that a command loaded. */
interface LoadedCode {
  /** Names of the commands. */
  readonly commands: string[];
  /** Names of the packages in all files. */
  readonly packages: string[];
  readonly bytes: number;
}

/** A module to start Node with, so that a command ends its stderr with the files that it loaded. */
export async function fileTeller(folder: string): Promise<string> {
  const hook = join(folder, 'tell-files.cjs');
  await writeFile(hook, TELL_FILES);
  return hook;
}

/** Reads what a command loaded from its stderr. The build begins each file with the names of the packages in it. */
export async function loadedCode(stderr: string): Promise<LoadedCode> {
  const all: string[] = JSON.parse(stderr.slice(stderr.lastIndexOf('[')));
  const files = all.filter((file) => file.includes('/dist/'));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const packages = texts.flatMap((text) => /^\/\/ (\S.*)/.exec(text)?.[1]?.split(' ') ?? []);
  return {
    commands: files.flatMap((file) => /^command-(.*)\.cjs$/.exec(basename(file))?.[1] ?? []),
    packages: [...new Set(packages)].filter((name) => name !== 'esign').sort(),
    bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
  };
}
