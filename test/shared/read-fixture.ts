import { readFileSync } from 'node:fs';

/** Reads a file that the tests of the Python package read too. */
export function sharedFixture<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as T;
}
