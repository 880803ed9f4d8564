import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const CACHE = new URL('../../node_modules/.cache/esign/', import.meta.url);

/** Bundles a script of this folder, so that its process starts fast; lies where it finds the packages left outside. */
export async function bundleVictim(
  name: string,
): Promise<{ path: string; remove(): Promise<void> }> {
  const path = fileURLToPath(new URL(`${name}-${randomUUID()}.mjs`, CACHE));
  await build({
    entryPoints: [fileURLToPath(new URL(`${name}.ts`, import.meta.url))],
    outfile: path,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: ['@electric-sql/pglite', '@expo-google-fonts/*', 'pg-native'],
    logLevel: 'silent',
    banner: {
      js: "import {createRequire as _createRequire} from 'node:module'; const require = _createRequire(import.meta.url);",
    },
  });
  return { path, remove: () => rm(path, { force: true }) };
}
