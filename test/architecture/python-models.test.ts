import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writeModules } from '../../scripts/python/write-modules.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const fresh = writeModules(
  JSON.parse(read('openapi.json')),
  JSON.parse(read('openapi-extensions.json')),
);

test.each(Object.keys(fresh))('the Python module %s is what openapi.json says', (name) => {
  expect(read(`python/src/esign/_models/${name}`)).toBe(fresh[name]);
});

test('every schema of a response or an event has a Python class', () => {
  const { components } = JSON.parse(read('openapi.json'));
  const text = Object.values(fresh).join('\n');
  const renamed = [
    /^SentDocument$/,
    /Event$/,
    /^AddSignersRequest$/,
    /^CreateDocumentForm$/,
    /^ErrorBody$/,
  ];
  const named = Object.keys(components.schemas).filter(
    (name) => !renamed.some((one) => one.test(name)),
  );
  const missing = named.filter((name) => !new RegExp(`^(class )?${name}\\b`, 'm').test(text));
  expect(missing).toEqual([]);
});
