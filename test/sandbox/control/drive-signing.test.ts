import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { driveSigning, readPage } from '../../../src/sandbox/control/drive-signing.ts';

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly cookie: string | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

type Pages = Readonly<Record<string, (response: ServerResponse) => void>>;

const page = (markup: string) => (response: ServerResponse) =>
  response.end(`<main>${markup}</main>`);
const form = (action: string, fields: string, more = '') =>
  page(`<form method="post" action="${action}" ${more}>${fields}</form>`);
const redirect = (location: string, cookie?: string) => (response: ServerResponse) =>
  response.writeHead(303, { location, ...(cookie ? { 'set-cookie': cookie } : {}) }).end();

/** A server with pages by method and path that records requests. */
async function serve(pages: Pages) {
  const seen: Seen[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const { method = '', url: path = '', headers } = request;
    const body = await text(request);
    seen.push({ method, path, cookie: headers.cookie, type: headers['content-type'], body });
    const show = pages[`${method} ${path}`] ?? page('<h1>Not here</h1>');
    show(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { seen, url: `http://127.0.0.1:${port}` };
}

const readCode = (reference: string) => (reference === 'REF' ? '123456' : undefined);
const drive = (url: string) =>
  driveSigning({ signUrl: `${url}/sign`, identity: '000000000019', readCode });

const CONSENT = '<input type="checkbox" name="consent" value="yes">';

const WHOLE: Pages = {
  'GET /sign': form('/consent', CONSENT),
  'POST /consent': form('/authority', '<input type="hidden" name="msg" value="a.b">'),
  'POST /authority': redirect('/session', 'visit=1; Path=/; HttpOnly'),
  'GET /session': form('/identity', `<input name="identity">${CONSENT}`),
  'POST /identity': form('/code', '<input name="otp"><input name="reference" value="REF">'),
  'POST /code': form(
    '/return',
    '<input type="hidden" name="msg" value="c.d">',
    'enctype="multipart/form-data"',
  ),
  'POST /return': redirect('/done'),
  'GET /done': page('<p role="status">Signed</p>'),
};

test('the pages are passed in order, each with its own fields', async () => {
  const { url, seen } = await serve(WHOLE);
  await drive(url);
  expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual(Object.keys(WHOLE));
  expect(seen.map(({ body }) => body).slice(0, 6)).toEqual([
    '',
    'consent=yes',
    'msg=a.b',
    '',
    'identity=000000000019&consent=yes',
    'otp=123456&reference=REF',
  ]);
});

test('a multipart form is answered in multipart, and cookies go back where they came from', async () => {
  const { url, seen } = await serve(WHOLE);
  await drive(url);
  const returned = seen.find(({ path }) => path === '/return');
  expect(returned?.type).toMatch(/^multipart\/form-data; boundary=/);
  expect(returned?.body).toMatch(/name="msg"\r\n\r\nc\.d\r\n/);
  expect(seen.map(({ cookie }) => cookie).slice(2, 5)).toEqual([undefined, 'visit=1', 'visit=1']);
});

test('the fields of the other transport are known as well', async () => {
  const { url, seen } = await serve({
    ...WHOLE,
    'POST /consent': form('/authority', '<input type="hidden" name="eSignRequest" value="a.b">'),
    'POST /code': form('/return', '<input type="hidden" name="eSignResponse" value="c.d">'),
  });
  await drive(url);
  expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual(Object.keys(WHOLE));
});

test.each([
  [
    'a page without a form',
    { 'GET /sign': page('<h1>Waiting</h1><p>Not your turn.</p>') },
    'Waiting: Not your turn.',
  ],
  [
    'the same form again',
    {
      ...WHOLE,
      'POST /code': form('/code', '<p role="alert">The code is wrong.</p><input name="otp">'),
    },
    'The code is wrong.',
  ],
  ['redirects without end', { 'GET /sign': redirect('/sign') }, 'The pages redirect endlessly.'],
] as const)('%s ends it with a message', async (_what, pages, message) => {
  const { url } = await serve(pages);
  await expect(drive(url)).rejects.toMatchObject({ code: 'signing_failed', message });
});

test('an unreachable server is named', async () => {
  const drive1 = drive('http://127.0.0.1:1');
  await expect(drive1).rejects.toThrow('http://127.0.0.1:1 did not respond');
});

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
