import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import type { UploadSource } from '../../../src/client/index.ts';
import { AbortedError, TimeoutError, UploadError } from '../../../src/client/index.ts';
import { LIMITS } from '../../../src/contract/limits.ts';
import { aClient, failureOf, SMALL_PDF } from '../../support/client/a-client.ts';
import { aList, posts } from '../../support/client/a-list.ts';
import type { Received } from '../../support/network/http-server.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const BYTES = Buffer.from(SMALL_PDF);

async function aFile(name: string, content: string | Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-client-'));
  onTestFinished(() => removeFolder(folder));
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

const formOf = async ({ headers, body }: Received): Promise<FormData> =>
  new Response(new Uint8Array(body), {
    headers: { 'content-type': String(headers['content-type']) },
  }).formData();

async function uploaded(file: UploadSource, name?: string) {
  const { baseUrl, received } = await aList([]);
  await aClient(baseUrl).client.documents.create(file, name === undefined ? {} : { name });
  const [post] = posts(received);
  if (post === undefined) throw new Error('nothing was sent');
  const form = await formOf(post);
  const part = form.get('file');
  if (!(part instanceof File)) throw new Error('no file was sent');
  const text = Buffer.from(await part.arrayBuffer()).toString();
  return { post, name: form.get('name'), filename: part.name, type: part.type, text };
}

const FORMS: ReadonlyArray<readonly [string, () => UploadSource | Promise<UploadSource>, string]> =
  [
    ['a path', () => aFile('lease.pdf', BYTES), 'lease.pdf'],
    ['a file URL', async () => pathToFileURL(await aFile('a b.pdf', BYTES)), 'a b.pdf'],
    ['a Buffer', () => BYTES, 'Untitled document'],
    ['a Uint8Array', () => new Uint8Array(BYTES), 'Untitled document'],
    ['an ArrayBuffer', () => Uint8Array.from(BYTES).buffer, 'Untitled document'],
    ['a Blob', () => new Blob([BYTES]), 'Untitled document'],
    ['a File', () => new File([BYTES], 'deed.pdf'), 'deed.pdf'],
    [
      'a Readable',
      () => Readable.from([BYTES.subarray(0, 9), BYTES.subarray(9)]),
      'Untitled document',
    ],
    ['a ReadableStream', () => new Blob([BYTES]).stream(), 'Untitled document'],
    ['data with a name', () => ({ data: BYTES, name: 'will.pdf' }), 'will.pdf'],
  ];

test.each(FORMS)('%s is uploaded whole, with its length, type and name', async (_, make, name) => {
  const sent = await uploaded(await make());
  expect([sent.text, sent.name, sent.type]).toEqual([SMALL_PDF, name, 'application/pdf']);
  expect(Number(sent.post.headers['content-length'])).toBe(sent.post.body.byteLength);
});

test('names with quotes, line breaks and other scripts arrive as the form encoding has them', async () => {
  const sent = await uploaded({ data: BYTES, name: 'a"b\r\nc.pdf' }, 'अनिता "किराया"');
  expect(sent.name).toBe('अनिता "किराया"');
  expect(sent.post.body.toString()).toContain('filename="a%22b%0D%0Ac.pdf"');
});

test('a blank name gives way to the name of the file', async () => {
  expect((await uploaded({ data: BYTES, name: 'will.pdf' }, '  ')).name).toBe('will.pdf');
});

const full = (size: number) => Buffer.concat([BYTES, Buffer.alloc(size - BYTES.byteLength)]);

test.each([
  ['empty bytes', () => Buffer.alloc(0), 'empty'],
  ['an empty file', () => aFile('a.pdf', ''), 'empty'],
  ['text', () => Buffer.from('hello'), 'not_pdf'],
  ['one byte too many', () => full(LIMITS.pdfBytes + 1), 'too_large'],
  ['a file of one byte too many', () => aFile('a.pdf', full(LIMITS.pdfBytes + 1)), 'too_large'],
  ['a stream without end', () => Readable.from(endless()), 'too_large'],
  ['a file that is not there', () => '/no/such/file.pdf', 'unreadable'],
  ['a folder', () => tmpdir(), 'unreadable'],
  ['an http URL', () => new URL('https://example.com/a.pdf'), 'unreadable'],
  ['a stream of objects', () => Readable.from([{ page: 1 }]), 'unreadable'],
  ['a stream that fails', () => Readable.from(failing()), 'unreadable'],
  ['a name with a NUL', () => ({ data: BYTES, name: 'a\0.pdf' }), 'bad_name'],
] satisfies ReadonlyArray<readonly [string, () => UploadSource | Promise<UploadSource>, string]>)(
  '%s is refused before anything is sent',
  async (_, make, reason) => {
    const { baseUrl, received } = await aList([]);
    const call = aClient(baseUrl).client.documents.create(await make());
    expect(await failureOf(call, UploadError)).toMatchObject({ reason });
    expect(received).toHaveLength(0);
  },
);

function* endless() {
  for (;;) yield Buffer.alloc(1024 * 1024);
}

async function* failing() {
  yield BYTES;
  throw new Error('the disk is gone');
}

test('a file of exactly the largest size is sent', async () => {
  expect((await uploaded(full(LIMITS.pdfBytes))).text).toHaveLength(LIMITS.pdfBytes);
});

/** Streams that never yield, and whether they were ended. */
const STUCK: ReadonlyArray<readonly [string, (onEnd: () => void) => UploadSource]> = [
  ['a Readable', (destroy) => new Readable({ read: () => undefined, destroy })],
  ['a ReadableStream', (cancel) => new ReadableStream({ cancel })],
  [
    'an iterable',
    (onEnd) => ({
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<never>(() => undefined),
        return: async () => {
          onEnd();
          return { done: true as const, value: undefined };
        },
      }),
    }),
  ],
];

test.each(STUCK)('%s that never ends is ended by a time limit and by a signal', async (_, make) => {
  const { baseUrl, received } = await aList([]);
  const { client } = aClient(baseUrl);
  let ended = 0;
  const stuck = () =>
    make(() => {
      ended += 1;
    });
  const late = client.documents.create(stuck(), { timeouts: { totalMs: 50 } });
  expect(await failureOf(late, TimeoutError)).toMatchObject({
    which: 'total',
    opened: false,
    message: 'reading the file took longer than 50 ms, the limit of the whole call',
  });
  const signal = AbortSignal.timeout(50);
  const aborted = await failureOf(client.documents.create(stuck(), { signal }), AbortedError);
  expect(aborted).toMatchObject({ opened: false, cause: signal.reason });
  const already = client.documents.create({ data: stuck() as Readable }, { signal });
  await failureOf(already, AbortedError);
  expect([ended, received.length]).toEqual([3, 0]);
});

test.each([
  [
    'missing',
    async () => '/no/such/lease.pdf',
    /^\/no\/such\/lease\.pdf cannot be read \(ENOENT: no such file or directory\)$/,
  ],
  [
    'a PDF in Base64',
    async () => BYTES.toString('base64').repeat(3),
    /^JVBERi0.{93}… cannot be read \(ENOENT: .*: a string is a path; decode Base64 first$/,
  ],
  [
    'a large PDF in Base64',
    async () => full(100_000).toString('base64'),
    /\(ENAMETOOLONG: .*decode Base64 first$/,
  ],
])('a path that is %s says why in a few words', async (_, make, words) => {
  const { client } = aClient('http://127.0.0.1:9');
  const error = await failureOf(client.documents.create(await make()), UploadError);
  expect(error.message).toMatch(words);
  expect(error.message.length).toBeLessThanOrEqual(200);
  expect(inspect(error).length).toBeLessThan(3_000);
});
