import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  decideUpdate,
  registryAddress,
  registryOf,
} from '../../../src/cli/update/tell-of-update.ts';
import {
  asVersion,
  readState,
  statePath,
  writeState,
} from '../../../src/cli/update/update-state.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const HOUR = 3_600_000;

const STEPS = [
  ['nothing known', { askedAt: 0, toldAt: 0, latest: undefined }, undefined, true],
  ['asked an hour ago', { askedAt: NOW - HOUR, toldAt: 0, latest: undefined }, undefined, false],
  ['asked a day ago', { askedAt: NOW - 24 * HOUR, toldAt: 0, latest: '0.1.0' }, undefined, true],
  ['a newer version', { askedAt: NOW - HOUR, toldAt: 0, latest: '0.2.0' }, '0.2.0', false],
  ['told already', { askedAt: NOW - HOUR, toldAt: NOW - HOUR, latest: '0.2.0' }, undefined, false],
  ['told a day ago', { askedAt: NOW, toldAt: NOW - 24 * HOUR, latest: '0.10.0' }, '0.10.0', false],
  ['an older version', { askedAt: NOW, toldAt: 0, latest: '0.0.9' }, undefined, false],
  ['a time to come', { askedAt: NOW + HOUR, toldAt: NOW + HOUR, latest: '1.0.0' }, '1.0.0', true],
] as const;

test.each(STEPS)('with %s, each step is done at most once a day', (_, state, tell, ask) => {
  expect(decideUpdate(state, '0.1.9', NOW)).toEqual({ tell, ask });
});

const VERSIONS = [
  ['1.2.3', '1.2.3'],
  ['1.2.3-beta.1', undefined],
  ['1.2.3\u001b[2J', undefined],
  ['latest', undefined],
  [12, undefined],
] as const;

test.each(VERSIONS)('%j is a release: %s', (value, version) => {
  expect(asVersion(value)).toBe(version);
});

const RCS = [
  ['registry=https://npm.example.in/\n', 'https://npm.example.in/'],
  ['save-exact=true\n  registry = "https://npm.example.in" \n', 'https://npm.example.in'],
  ['@esign:registry=https://npm.example.in/\n', undefined],
  ['# registry=https://npm.example.in/\n', undefined],
  ['', undefined],
] as const;

test.each(RCS)('the registry of the .npmrc %j is %s', (text, address) => {
  expect(registryOf(text)).toBe(address);
});

test('the registry is that of npm, and never one over plain http elsewhere', async () => {
  const userConfig = join(await makeTestFolder(), '.npmrc');
  const of = (registry?: string) => registryAddress({ npm: { registry, userConfig } });
  expect(of()).toBe('https://registry.npmjs.org/');
  await writeFile(userConfig, 'registry=https://npm.example.in/\n');
  expect(of()).toBe('https://npm.example.in/');
  expect(of('http://127.0.0.1:4873')).toBe('http://127.0.0.1:4873');
  for (const address of ['http://npm.example.in/', 'file:///etc', 'nowhere'])
    expect(of(address), address).toBeUndefined();
});

test('the state survives, and a damaged one says nothing', async () => {
  const path = statePath(join(await makeTestFolder(), 'new'));
  const state = { askedAt: 1, toldAt: 2, latest: '1.2.3' };
  writeState(path, state);
  expect(readState(path)).toEqual(state);
  expect(await readdir(join(path, '..'))).toEqual(['update.json']);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(state);
  for (const text of ['{', '[]', '{"latest":"x","askedAt":"y"}']) {
    await writeFile(path, text);
    expect(readState(path)).toEqual({ askedAt: 0, toldAt: 0, latest: undefined });
  }
  await mkdir(`${path}-folder`);
  expect(readState(`${path}-folder`).askedAt).toBe(0);
});
