import { readFileSync } from 'node:fs';
import { isLocal } from '../profiles/connection.ts';
import type { Environment } from '../profiles/profile.ts';

const DEFAULT_REGISTRY = 'https://registry.npmjs.org/';

/** The `registry` of an .npmrc, whose lines are `name = value`. */
export function registryOf(npmrc: string): string | undefined {
  const [, address] = /^[ \t]*registry[ \t]*=[ \t]*"?([^\s"]+)"?[ \t]*$/m.exec(npmrc) ?? [];
  return address;
}

function readNpmrc(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** npm's registry: from the environment, the user's .npmrc, or the default. Undefined if unsafe. */
export function registryAddress({ npm }: Pick<Environment, 'npm'>): string | undefined {
  const text = npm.registry ?? registryOf(readNpmrc(npm.userConfig)) ?? DEFAULT_REGISTRY;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal(url));
  return isSafe ? text : undefined;
}
