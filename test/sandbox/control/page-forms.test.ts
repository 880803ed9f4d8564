import { expect, test } from 'vitest';
import { readPage } from '../../../src/sandbox/control/drive-signing.ts';

const BASE = 'http://127.0.0.1:4010/sign/token';
const only = (markup: string) => readPage(markup, BASE).forms[0];

test('a form is read with its hidden, text and ticked fields', () => {
  const form =
    only(`<form method="post" action="/go?a=1&amp;b=2"><input type=hidden name=h value="&lt;x&gt;&quot;">
    <input name="t"><input type="checkbox" name="c" value="yes"><input type="checkbox" name="d"><input value="nameless"></form>`);
  expect(form).toEqual({
    action: 'http://127.0.0.1:4010/go?a=1&b=2',
    method: 'POST',
    isMultipart: false,
    fields: { h: '<x>"', t: '', c: 'yes', d: 'on' },
  });
});

test('a form without action or method goes to its own page by GET', () => {
  expect(only('<form></form>')).toMatchObject({ action: BASE, method: 'GET', fields: {} });
});

test('a multipart form is known as one', () => {
  expect(only('<form method=POST enctype="multipart/form-data"></form>')?.isMultipart).toBe(true);
});

test.each([
  ['<main><h1>Done</h1><p role="alert">It  broke\n once.</p></main>', 'It broke once.'],
  ['<main><h1>You signed</h1><p>Nothing more to do.</p></main>', 'You signed: Nothing more to do.'],
  [
    '<h1>lease.pdf</h1><p>Waiting</p><p role="status">It is another’s turn.</p>',
    'It is another’s turn.',
  ],
  ['<h1>Not found</h1>', 'Not found'],
  ['plain', ''],
])('the message of %j is %j', (markup, sentence) => {
  expect(readPage(markup, BASE).sentence).toBe(sentence);
});
