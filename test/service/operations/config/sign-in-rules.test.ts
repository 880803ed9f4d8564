import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../../../src/service/operations/config/load-config.ts';
import { writeConfig } from '../../../support/deployment/a-config.ts';
import { aFolder } from '../../../support/service/an-authority.ts';

const PROVIDER = `[[sign_in.providers]]
id = "example"
name = "Example Company"
issuer = "https://id.example.in"
client_id = "esign"
client_secret = { file = "keys/provider" }
domains = ["example.in"]
`;
const SECOND = PROVIDER.replace('"example"', '"second"').replace('example.in"]', 'example.com"]');

/** The providers of a configuration with the first and a second one. */
async function providers(from = '', to = '', environment = 'production') {
  const folder = await aFolder();
  const change = (text: string) =>
    `environment = "${environment}"\n${text}\n${`${PROVIDER}${SECOND}`.replace(from, to)}`;
  const path = await writeConfig(folder, change);
  await writeFile(join(folder, 'keys', 'provider'), 'TEST\n', { mode: 0o600 });
  return loadConfig({ env: {}, path }).config.signIn.providers;
}

test('without a provider there is none', async () => {
  const path = await writeConfig(await aFolder(), (text) => text);
  expect(loadConfig({ env: {}, path }).config.signIn).toEqual({});
});

test('a provider has its secret from a file, and leaves other ways to sign in open', async () => {
  expect(await providers()).toMatchObject([
    { id: 'example', clientSecret: 'TEST', domains: ['example.in'], only: false },
    { id: 'second', only: false },
  ]);
  expect(await providers('domains', 'only = true\ndomains')).toMatchObject([{ only: true }, {}]);
});

test.each([
  ['providers[0].issuer must begin with https://', 'https://id.', 'http://id.'],
  ['providers[0].issuer must begin with https://', 'https://id.example.in', 'http://127.0.0.1:4'],
  ['providers[0].issuer must be an https address', 'https://id.example.in', 'id.example.in'],
  ['providers[0].issuer must have no query', 'https://id.example.in', 'https://id.example.in/?a=b'],
  ['providers[1].id is the id of sign_in.providers[0] too', '"second"', '"example"'],
  ['providers[0].id must have small letters', '"example"', '"Example/1"'],
  ['providers[1].domains has "example.in", which is in', 'example.com"]', 'example.in"]'],
  ['providers[0].domains must hold domains in lower case', 'example.in"]', 'Example.in"]'],
  ['providers[0].domains must hold domains in lower case', 'example.in"]', '@example.in"]'],
  ['providers[0].domains is missing: nobody could sign in', '["example.in"]', '[]'],
  ['providers[0].domains is missing', 'domains = ["example.in"]', ''],
  ['providers[0].only must be true or false', 'domains', 'only = "yes"\ndomains'],
  ['providers[0].client_secret must not hold a secret', '{ file = "keys/provider" }', '"TEST"'],
  ['providers[0].client_secret is missing', 'client_secret = { file = "keys/provider" }', ''],
])('sign_in.%s', async (message, from, to) => {
  await expect(providers(from, to)).rejects.toThrow(`sign_in.${message}`);
});

test('an issuer on loopback may be without TLS while signatures are tests', async () => {
  const [from, to] = ['https://id.example.in', 'http://127.0.0.1:4'];
  expect(await providers(from, to, 'test')).toMatchObject([{ issuer: to }, {}]);
  const elsewhere = providers(from, 'http://id.example.in', 'test');
  await expect(elsewhere).rejects.toThrow('sign_in.providers[0].issuer must begin with https://');
});
