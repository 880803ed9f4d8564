import { expect, test } from 'vitest';
import { writeResponse } from '../../../src/cli/transport/api-request.ts';

const JSON_BODY = '{\r\n\t"name":"a\u009b2J\u202e\u{e0041}"}';

function written(body: string, type: string, isTTY: boolean): string {
  const chunks: Buffer[] = [];
  const write = (chunk: string | Uint8Array) => chunks.push(Buffer.from(chunk)) > 0;
  writeResponse({ body: Buffer.from(body), headers: { 'content-type': type } }, { isTTY, write });
  return Buffer.concat(chunks).toString();
}

test('a pipe gets the bytes as they came', () => {
  expect(written(JSON_BODY, 'application/json', false)).toBe(JSON_BODY);
});

test('a terminal gets JSON with its controls escaped, and of the same value', () => {
  const shown = written(JSON_BODY, 'application/json', true);
  expect(shown).toBe('{\n\t"name":"a\\u009b2J\\u202e\\udb40\\udc41"}\n');
  expect(JSON.parse(shown)).toEqual(JSON.parse(JSON_BODY));
});

test('a terminal gets text with its controls shown', () => {
  expect(written('a\n\u001b[2J', 'text/plain', true)).toBe('a\n\\u{1b}[2J\n');
});
