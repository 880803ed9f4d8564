import jmespath from 'jmespath';
import { expect, test } from 'vitest';
import { FUNCTIONS, readQuery } from '../../../src/cli/rows/query.ts';

const LIST = JSON.parse(`{"documents":[
  {"name":"Rent agreement","status":"SENT","signers":{"signed":1,"total":2}},
  {"name":"Offer letter","status":"COMPLETED","signers":{"signed":2,"total":2}}
],"__proto__":{"name":"own"}}`);

const PICKED: ReadonlyArray<readonly [expression: string, picked: unknown]> = [
  ["documents[?status=='SENT'].name | [0]", 'Rent agreement'],
  ['length(documents)', 2],
  ['documents[].signers.signed', [1, 2]],
  ['sum(documents[].signers.total)', 4],
  ['nothing', null],
  ['constructor', null],
  ['documents[0].toString', null],
  ['documents.constructor', null],
  ['documents[0].name.constructor', null],
  ['__proto__', { name: 'own' }],
];

test.each(PICKED)(
  '%s picks what is in the result, and nothing of the language',
  async (text, is) => {
    const query = await readQuery(text);
    expect(JSON.parse(JSON.stringify(query.pick(LIST)))).toEqual(is);
  },
);

const WRONG = ['documents[', 'documents[?status==SENT', '', 'lenght(documents)', 'a.frob(b)'];

test.each(WRONG)('"%s" is refused before there is a result', async (text) => {
  await expect(readQuery(text)).rejects.toMatchObject({ code: 'invalid_query', exitCode: 2 });
});

test.each(FUNCTIONS)('%s is a function of the library', (name) => {
  const run = () => jmespath.search({}, `${name}()`);
  expect(run).toThrow(/ArgumentError/);
});
