import { expect, test } from 'vitest';
import { paintOf } from '../../../src/cli/terminal/paint.ts';
import { shownJson, writeResponse } from '../../../src/cli/transport/api-request.ts';

const JSON_BODY = '{\r\n\t"name":"a\u009b2J\u202e\u{e0041}"}';

function written(body: string, type: string, isTTY: boolean): string {
  const chunks: Buffer[] = [];
  const write = (chunk: string | Uint8Array) => chunks.push(Buffer.from(chunk)) > 0;
  const response = { body: Buffer.from(body), headers: { 'content-type': type } };
  writeResponse(response, { isTTY, write }, paintOf(false));
  return Buffer.concat(chunks).toString();
}

test('a pipe gets the bytes as they came', () => {
  expect(written(JSON_BODY, 'application/json', false)).toBe(JSON_BODY);
});

test('a terminal gets JSON with its controls escaped, and of the same value', () => {
  const shown = written(JSON_BODY, 'application/json', true);
  expect(shown).toBe('{\n  "name": "a\\u009b2J\\u202e\\udb40\\udc41"\n}\n');
  expect(JSON.parse(shown)).toEqual(JSON.parse(JSON_BODY));
});

test('a terminal gets text with its controls shown', () => {
  expect(written('a\n\u001b[2J', 'text/plain', true)).toBe('a\n\\u{1b}[2J\n');
});

test('a terminal gets JSON indented, with every number as it was sent', () => {
  const body = '{"a":[],"b":{},"c":[1e400,12345678901234567890,-0.10],"d":{"e":null,"f":"x:,{"}}';
  expect(written(body, 'application/json', true)).toBe(`{
  "a": [],
  "b": {},
  "c": [
    1e400,
    12345678901234567890,
    -0.10
  ],
  "d": {
    "e": null,
    "f": "x:,{"
  }
}
`);
});

test('what is called JSON, but is none, is shown as text', () => {
  expect(written('{"a":', 'application/json', true)).toBe('{"a":\n');
});

test('names, texts, numbers and words have colours of their own', () => {
  const paint = paintOf(true);
  expect(shownJson('{"a":["b",1,true]}', paint)).toBe(
    `{\n  ${paint.blue('"a"')}: [\n    ${paint.green('"b"')},\n    ${paint.cyan('1')},\n    ${paint.yellow('true')}\n  ]\n}`,
  );
});
