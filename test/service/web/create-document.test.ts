import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../../src/contract/limits.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import { openApi } from '../../support/service/call-service.ts';
import { FORM_END, FORM_HEADERS, form, partHead, pdfPart } from '../../support/sign-in/form.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const pdf = aPdf();

const { service, user } = await openApi();

const storedFiles = async () =>
  (await readdir(service.files, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length;

/** A PDF of an exact size, padded with white space. */
const pdfOf = (bytes: number) => Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length, '\n')]);

describe('a created document', () => {
  test('is PENDING, has an id and the name it was given', async () => {
    const answer = await user.upload(form({ name: 'name', value: ' Lease ' }, pdfPart(pdf)));
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      documentId: expect.stringMatching(UUID),
      name: 'Lease',
      status: 'PENDING',
    });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test.each([
    ['the name field after the file', [pdfPart(pdf), { name: 'name', value: 'किराया' }], 'किराया'],
    ['the file name when there is no name', [pdfPart(pdf)], 'contract.pdf'],
    [
      'the file name when the name is blank',
      [{ name: 'name', value: ' ' }, pdfPart(pdf)],
      'contract.pdf',
    ],
    [
      '"Untitled document" when the file has an empty name',
      [pdfPart(pdf, { fileName: '' })],
      'Untitled document',
    ],
    [
      'a name as long as is allowed',
      [{ name: 'name', value: '𑄃'.repeat(LIMITS.documentNameLength) }, pdfPart(pdf)],
      '𑄃'.repeat(LIMITS.documentNameLength),
    ],
  ])('is named by %s', async (_what, parts, name) => {
    const answer = await user.upload(form(...parts));
    expect(answer.json().name).toBe(name);
  });

  test('can come in a file part without a file name', async () => {
    const { fileName: _, ...part } = pdfPart(pdf);
    const answer = await user.upload(form(part));
    expect(answer.statusCode).toBe(201);
    expect(answer.json().name).toBe('Untitled document');
  });

  test('that acts when it is opened is refused, and the reply names what it does', async () => {
    const opening = aPdf({ catalog: '/OpenAction << /S /GoToR /F (other.pdf) /D [0 /Fit] >>' });
    const answer = await user.upload(form(pdfPart(opening)));
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_file']);
    expect(answer.json().message).toContain('a link to another file (GoToR)');
  });

  test.each([
    ['without a type', { name: 'file', fileName: 'x.pdf', value: pdf }],
    ['with an empty type', pdfPart(pdf, { type: ' ' })],
    ['as application/octet-stream', pdfPart(pdf, { type: 'application/octet-stream' })],
    ['as a PDF with a parameter', pdfPart(pdf, { type: 'application/pdf; name=x.pdf' })],
  ])('can come in a file part %s', async (_how, part) => {
    const after = await user.upload(form({ name: 'name', value: 'Lease' }, part));
    expect(after.statusCode).toBe(201);
    const before = await user.upload(form(part, { name: 'name', value: 'Lease' }));
    expect(before.statusCode).toBe(201);
  });

  test('can come in a file part without a type behind a field larger than the parser holds', async () => {
    const note = { name: 'note', value: 'x'.repeat(900_000) };
    const answer = await user.upload(form(note, { name: 'file', fileName: 'x.pdf', value: pdf }));
    expect(answer.statusCode).toBe(201);
  });

  test('can come with unknown fields', async () => {
    const answer = await user.upload(form({ name: 'colour', value: 'blue' }, pdfPart(pdf)));
    expect(answer.statusCode).toBe(201);
  });

  test('may have as many bytes as are allowed', async () => {
    expect((await user.upload(form(pdfPart(pdfOf(LIMITS.pdfBytes))))).statusCode).toBe(201);
  });
});

describe('a create request', () => {
  const name = (value: string) => ({ name: 'name', value });
  test.each([
    ['that is not a PDF', [pdfPart('not a PDF')], 'invalid_file'],
    ['whose file is empty', [pdfPart('')], 'invalid_file'],
    ['whose file is declared as text', [pdfPart(pdf, { type: 'text/plain' })], 'invalid_file'],
    ['whose PDF was cut', [pdfPart(pdf.subarray(0, 200))], 'invalid_file'],
    ['without a file', [name('Lease')], 'invalid_request'],
    ['with an empty form', [], 'invalid_request'],
    ['with its file in another field', [pdfPart(pdf, { name: 'document' })], 'invalid_request'],
    ['with two files', [pdfPart(pdf), pdfPart(pdf)], 'invalid_request'],
    [
      'with a name that is one wide character too long',
      [pdfPart(pdf), name('𑄃'.repeat(LIMITS.documentNameLength + 1))],
      'invalid_request',
    ],
    [
      'with a name that is far too long',
      [pdfPart(pdf), name('x'.repeat(100_000))],
      'invalid_request',
    ],
    [
      'with a name behind more blanks than are read',
      [pdfPart(pdf), name(`${' '.repeat(5000)}Lease`)],
      'invalid_request',
    ],
    ['with a null character in its name', [pdfPart(pdf), name('a\0b')], 'invalid_request'],
    ['with a line break in its name', [pdfPart(pdf), name('a\r\nb')], 'invalid_request'],
    [
      'with more fields than any form has',
      [...Array(30).fill(name('x')), pdfPart(pdf)],
      'invalid_request',
    ],
    [
      'with a field called __proto__',
      [{ name: '__proto__', value: 'x' }, pdfPart(pdf)],
      'invalid_request',
    ],
  ])('%s is refused and leaves nothing behind', async (_what, parts, error) => {
    const before = await storedFiles();
    const answer = await user.upload(form(...parts));
    expect(answer.json()).toEqual({ error, message: expect.any(String) });
    expect(answer.statusCode).toBe(400);
    expect(await storedFiles()).toBe(before);
  });

  test('with one byte over 10 MB is refused with 413 and leaves nothing behind', async () => {
    const before = await storedFiles();
    const answer = await user.upload(form(pdfPart(pdfOf(LIMITS.pdfBytes + 1))));
    expect(answer.statusCode).toBe(413);
    expect(answer.json().error).toBe('file_too_large');
    expect(await storedFiles()).toBe(before);
  });

  test.each([
    ['in the middle of the file', Buffer.from(`${partHead(pdfPart(''))}%PDF-1.7`)],
    ['after the file', Buffer.concat([form(pdfPart(pdf)).subarray(0, -FORM_END.length)])],
    ['in the head of a part', Buffer.from(partHead(pdfPart('')).slice(0, -8))],
    ['before its first boundary', Buffer.from('garbage')],
  ])('that breaks off %s is refused and leaves nothing behind', async (_where, body) => {
    const before = await storedFiles();
    const answer = await user.upload(body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toBe('invalid_request');
    expect(await storedFiles()).toBe(before);
  });

  test('whose form has no boundary is refused', async () => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/v1/documents',
      headers: { ...user.account.headers, 'content-type': 'multipart/form-data' },
      payload: form(pdfPart(pdf)),
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toBe('invalid_request');
  });

  test.each([
    ['JSON', 'application/json', '{}'],
    ['the bare PDF', 'application/pdf', pdf],
    [
      'another multipart type',
      FORM_HEADERS['content-type'].replace('form-data', 'mixed'),
      form(pdfPart(pdf)),
    ],
    ['an unreadable type', ';;;', form(pdfPart(pdf))],
    ['no type', undefined, form(pdfPart(pdf))],
    ['no body', undefined, undefined],
  ])('sent as %s is refused with invalid_content_type', async (_what, type, payload) => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/v1/documents',
      headers: { ...user.account.headers, ...(type ? { 'content-type': type } : {}) },
      ...(payload === undefined ? {} : { payload }),
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toBe('invalid_content_type');
  });
});
