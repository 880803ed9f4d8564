import { expect, test } from 'vitest';
import { parseRequest } from '../../../../src/sandbox/authority/requests/verify-request.ts';

const esign = (content: string) => `<Esign>${content}</Esign>`;

test('a request is parsed only with no more than one can have', () => {
  expect(parseRequest(esign('<a/>'.repeat(63)))?.childNodes).toHaveLength(63);
  expect(parseRequest(esign('<a/>'.repeat(64)))).toBeNull();
  expect(parseRequest(esign('<a>'.repeat(20_000) + '</a>'.repeat(20_000)))).toBeNull();
});
