import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unreadableFile } from '../input/read-input-file.ts';

const PDF = /\.pdf$/i;

async function pdfsAt(path: string): Promise<string[]> {
  if (path === '-' || !(await stat(path)).isDirectory()) return [path];
  const names = await readdir(path, { recursive: true });
  return names.filter((name) => PDF.test(name)).map((name) => join(path, name));
}

/** The named files and all PDFs in the named folders, each once. Throws a `CliError` (exit 2). */
export async function findPdfs(paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const below = await pdfsAt(path).catch((cause: unknown) => {
      throw unreadableFile(path, 'PDFs', cause);
    });
    found.push(...below.sort());
  }
  return [...new Set(found)];
}
