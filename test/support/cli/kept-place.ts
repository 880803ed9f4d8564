import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { FindContext } from '../../../src/cli/finding/find-here.ts';
import { keptDocuments } from '../../../src/cli/finding/kept-documents.ts';
import { EsignClient } from '../../../src/client/index.ts';

const { signal } = new AbortController();

/** A command's context for finding, as another run of it would have one: nothing is shared but the folder. `asked` is every request. */
export function findContext(
  configDir: string,
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
  { isKept = true, isCurrent = false } = {},
): FindContext & { readonly asked: readonly string[] } {
  const asked: string[] = [];
  const onRequest = ({ operation }: { readonly operation: string }) => void asked.push(operation);
  const client = new EsignClient({ baseUrl, apiKey, hooks: { onRequest } });
  onTestFinished(() => client.close());
  const warn = (text: string) => {
    throw new Error(text);
  };
  const kept = keptDocuments({ configDir, baseUrl, apiKey, isKept, isCurrent, warn });
  return { client, kept, signal, asked };
}

/** The bytes of every file below a folder, by path. */
export async function bytesBelow(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const read = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path, await readFile(path)] as const;
  });
  return new Map(await Promise.all(read));
}
