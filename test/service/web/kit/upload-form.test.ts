import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../../../src/contract/limits.ts';
import {
  cleanFileName,
  isUntyped,
  watchFilePart,
} from '../../../../src/service/web/kit/upload-form.ts';
import { FORM_HEADERS, form, pdfPart } from '../../../support/sign-in/form.ts';

test.each([
  ['contract.pdf', 'contract.pdf'],
  ['  lease  agreement.pdf ', 'lease agreement.pdf'],
  ['/home/asha/contract.pdf', 'contract.pdf'],
  ['C:\\Users\\Asha\\contract.pdf', 'contract.pdf'],
  ['../../contract.pdf', 'contract.pdf'],
  ['con\r\ntract\0.pdf', 'con tract .pdf'],
  ['किराया.pdf', 'किराया.pdf'],
  [`${'x'.repeat(300)}.pdf`, 'x'.repeat(LIMITS.documentNameLength)],
  ['', undefined],
  [undefined, undefined],
  ['...', undefined],
  ['folder/', undefined],
  [' \t ', undefined],
])('the label for the file name %j is %j', (fileName, label) => {
  expect(cleanFileName(fileName)).toBe(label);
});

test('a long file name is cut to 255 characters', () => {
  expect(cleanFileName('x'.repeat(1000))).toBe('x'.repeat(255));
});

test.each([
  [{}, true],
  [{ 'content-type': [] }, true],
  [{ 'content-type': [''] }, true],
  [{ 'content-type': [' '] }, true],
  [{ 'content-type': ['text/plain'] }, false],
  [{ 'content-type': ['application/pdf'] }, false],
  [{ 'content-type': [';charset=utf-8'] }, false],
])('a part with the headers %j declares no type: %s', (headers, untyped) => {
  expect(isUntyped(headers)).toBe(untyped);
});

/** Whether a form's file part is found to be untyped, when the form arrives in pieces of a size. */
async function watched(body: Buffer, size: number, type = FORM_HEADERS['content-type']) {
  const message = new IncomingMessage(new Socket());
  message.headers['content-type'] = type;
  const isFileUntyped = watchFilePart(message);
  for (let at = 0; at < body.length; at += size) message.push(body.subarray(at, at + size));
  message.push(null);
  await pipeline(message, new Writable({ write: (_chunk, _encoding, done) => done() }));
  return isFileUntyped();
}

const untyped = { name: 'file', fileName: 'x.pdf', value: '%PDF-1.7' };

describe.each([1, 7, 64, 100_000])('in pieces of %d bytes', (size) => {
  const before = { name: 'name', value: 'x'.repeat(2_000) };
  test.each([
    ['a file without a type', [untyped], true],
    ['a file without a type behind another field', [before, untyped], true],
    ['a file without a type and without a name', [{ name: 'file', value: '%PDF-1.7' }], true],
    ['a file with a type', [pdfPart('%PDF-1.7')], false],
    ['a file declared as text', [pdfPart('%PDF-1.7', { type: 'text/plain' })], false],
    ['another field without a type', [before], false],
    ['a typed file before an untyped one', [pdfPart('%PDF-1.7'), untyped], false],
    ['a file that quotes the head of another', [pdfPart(form(untyped).subarray(2))], false],
  ])('%s is told apart', async (_what, parts, expected) => {
    expect(await watched(form(...parts), size)).toBe(expected);
  });
});

test.each([
  ['a quoted boundary', 'multipart/form-data; boundary="esign-test-boundary"', true],
  [
    'a parameter before the boundary',
    'multipart/form-data; a=b; boundary=esign-test-boundary',
    true,
  ],
  ['no boundary', 'multipart/form-data', false],
  ['the boundary of another form', 'multipart/form-data; boundary=other', false],
])('%s is read from the type of the form', async (_what, type, expected) => {
  expect(await watched(form(untyped), 100_000, type)).toBe(expected);
});
