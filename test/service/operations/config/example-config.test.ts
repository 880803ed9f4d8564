import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../../../src/service/operations/config/load-config.ts';
import {
  exampleConfig,
  SECTIONS,
  VARIABLES,
} from '../../../../src/service/operations/config/settings.ts';
import { aKey, writePrivate } from '../../../support/deployment/a-config.ts';
import { aFolder } from '../../../support/service/an-authority.ts';

test('the example file is a configuration once the files that it names are there', async () => {
  const folder = await aFolder();
  const path = join(folder, 'esign.toml');
  await writeFile(path, exampleConfig());
  await writePrivate(join(folder, 'database-url'), 'postgresql://esign:x@db.example.in/esign');
  await writePrivate(join(folder, 'smtp-url'), 'smtps://esign:x@mail.example.in');
  await writePrivate(join(folder, 'keys/links-1'), aKey());
  await writePrivate(join(folder, 'keys/sealing-1'), aKey());
  const { config } = loadConfig({ path, env: {} });
  expect(config.gateways).toHaveLength(1);
  expect(config.timestamps.policy).toBe('preferred');
});

test('it is still one when every optional line is used', async () => {
  const folder = await aFolder();
  const path = join(folder, 'esign.toml');
  await writeFile(path, exampleConfig().replace(/^# (?=\w+ = |\[)/gm, ''));
  const wrong = () => loadConfig({ path, env: {} });
  // All that is wrong is that files are missing.
  expect(wrong).toThrow(/does not exist/);
  expect(wrong).not.toThrow(/is not a setting|must|is missing/);
});

test('every setting is told with its unit or meaning, and has one variable of its own', () => {
  const all = SECTIONS.flatMap(({ settings }) => settings);
  expect(all.filter(({ node }) => !node.description).map(({ key }) => key)).toEqual([]);
  const names = VARIABLES.map(({ variable }) => variable);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain('ESIGN_DATABASE_URL');
});
