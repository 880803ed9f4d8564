import { expect, test } from 'vitest';
import { AnswerHeads } from '../../../../src/service/adapters/webhooks/answer-heads.ts';

/** The text as it is passed on, when it comes in two pieces that meet at `cut`. */
function passed(text: string, cut: number): string {
  const heads = new AnswerHeads();
  heads.expect();
  const bytes = Buffer.from(text, 'latin1');
  for (const piece of [bytes.subarray(0, cut), bytes.subarray(cut)]) heads.pass(piece);
  return bytes.toString('latin1');
}

const FINAL = 'HTTP/1.1 200 OK\r\nX-A: HTTP/1.1 100\r\n\r\nHTTP/1.1 100 no\r\n\r\nHTTP/1.1 100 no';

test.each([
  ['HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 102 Continue\r\n\r\n'],
  ['HTTP/1.0 100\r\nServer: x\r\n\r\n', 'HTTP/1.0 102\r\nServer: x\r\n\r\n'],
  ['HTTP/1.1 100 \r\r\n\r\n', 'HTTP/1.1 102 \r\r\n\r\n'],
  [
    'HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n',
    'HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n',
  ],
  [
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 x\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.1 102 Continue\r\n\r\nHTTP/1.1 103 x\r\n\r\nHTTP/1.1 102 Continue\r\n\r\n',
  ],
])('%j becomes %j before the answer, wherever it is cut', (interims, expected) => {
  const text = `${interims}${FINAL}`;
  for (let cut = 0; cut <= text.length; cut += 1)
    expect(passed(text, cut)).toBe(`${expected}${FINAL}`);
});

test.each(['HTTP/1.1 200 100\r\n\r\n', 'SSH-2.0-100 100 100 100\r\n\r\n', 'HTTP/1.1 1', ''])(
  'nothing of %j changes',
  (text) => {
    for (let cut = 0; cut <= text.length; cut += 1) expect(passed(text, cut)).toBe(text);
  },
);

test('bytes that nobody asked for stay as they are', () => {
  const bytes = Buffer.from('HTTP/1.1 100 Continue\r\n\r\n');
  new AnswerHeads().pass(bytes);
  expect(bytes.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n');
});

test('a switch of protocols is seen, and passed on as final, until the next request', () => {
  const heads = new AnswerHeads();
  const bytes = Buffer.from('HTTP/1.1 101 Switching\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n');
  heads.expect();
  expect([heads.hasBegun, heads.isSwitch]).toEqual([false, false]);
  heads.pass(bytes);
  expect([heads.hasBegun, heads.isSwitch]).toEqual([true, true]);
  expect(String(bytes)).toBe('HTTP/1.1 201 Switching\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n');
  heads.expect();
  expect([heads.hasBegun, heads.isSwitch]).toEqual([false, false]);
});

test('a switch of protocols whose first digit came alone is seen all the same', () => {
  const heads = new AnswerHeads();
  heads.expect();
  for (const piece of ['HTTP/1.1 1', '01 Switching\r\n']) heads.pass(Buffer.from(piece));
  expect(heads.isSwitch).toBe(true);
});
