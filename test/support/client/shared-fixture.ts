import { readFileSync } from 'node:fs';

const TESTS = new URL('../..', import.meta.url);

/** Reads a file that the tests of the Python package read too. */
export function sharedFixture<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`shared/${name}.json`, TESTS), 'utf8')) as T;
}
