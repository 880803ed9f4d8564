import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const CACHE = new URL('../../../node_modules/.cache/esign/', import.meta.url);

/** Bundles a script, so that its process starts fast; lies where it finds the packages that are left outside. */
export async function bundleVictim(entry: URL): Promise<{ path: string; remove(): Promise<void> }> {
  const path = fileURLToPath(new URL(`victim-${randomUUID()}.mjs`, CACHE));
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile: path,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: ['@electric-sql/pglite', '@expo-google-fonts/*', 'esbuild', 'pg-native'],
    logLevel: 'silent',
    banner: {
      js: "import {createRequire as _createRequire} from 'node:module'; const require = _createRequire(import.meta.url);",
    },
  });
  return { path, remove: () => rm(path, { force: true }) };
}
