import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { exampleConfig } from '../../src/service/operations/config/settings.ts';

const schemaOf = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../docs/schemas/${name}.schema.json`, import.meta.url), 'utf8'),
  );
const configuration = schemaOf('configuration');
const manifest = schemaOf('manifest');

test('the schema of the configuration takes the example with every optional line used', () => {
  const whole = exampleConfig().replace(/^# (?=\w+ = |\[)/gm, '');
  for (const text of [exampleConfig(), whole]) {
    expect(Value.Check(configuration, parse(text))).toBe(true);
  }
});

test.each([
  ['an unknown setting', '[http]\nhots = "127.0.0.1"\n'],
  ['a wrong type', '[http]\nport = "4010"\n'],
  ['a secret in plain text', '[gateways]\nasp_id = "x"\n'],
])('the schema of the configuration refuses %s', (_, text) => {
  expect(Value.Check(configuration, parse(text))).toBe(false);
});

const ASHA = { name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210' };

test.each([
  [true, { file: 'offer.pdf', signers: [ASHA], employee: 'E-0042' }],
  [true, { file: 'offer.pdf', signers: [{ ...ASHA, placement: '@last:72,96,180x120' }] }],
  [false, { file: 'offer.pdf', signers: [] }],
  [false, { file: 'offer.pdf', signers: [{ ...ASHA, phone: 9876543210 }] }],
  [false, { file: 'offer.pdf', signers: [ASHA], expectSha256: 'beef' }],
])('the schema of the manifest says %s of %j', (isTaken, row) => {
  expect(Value.Check(manifest, row)).toBe(isTaken);
});
