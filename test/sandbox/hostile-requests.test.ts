import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../src/sandbox/control/operations.ts';
import { LISTENERS } from '../../src/sandbox/control/webhook-schemas.ts';
import { INNER_WORDS } from '../support/hostile/route-walk.ts';
import { startTestSandbox } from '../support/sandbox/a-sandbox.ts';

const { sandbox, close } = await startTestSandbox();
afterAll(close);
const { authorityUrl, dataDir } = sandbox;
const { controlUrl, token } = JSON.parse(await readFile(join(dataDir, 'sandbox.json'), 'utf8'));

const TEXTS = ['%00', 'a%00b', '%ff', '%c0%80', '%ed%a0%80', 'x'.repeat(10_000)];
const FORM = 'application/x-www-form-urlencoded';
const CUT_PART = '--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n1';

/** Content types, and bodies that are none of them or not the whole of one. */
const BODIES = [
  [FORM, 'msg=%00&identity=%ff&otp=%c0%80&language=%00'],
  [FORM, 'a&a&a=%'],
  ['application/json', '{"a":'],
  ['application/json', '[]'],
  ['text/xml', '<a>'],
  ['multipart/form-data', 'a'],
  ['multipart/form-data; boundary=b', CUT_PART],
  [`multipart/form-data; boundary=${'b'.repeat(300)}`, CUT_PART],
  ['application/ocsp-request', '\x30\x80\x30\x80'],
  ['application/timestamp-query', '\x30\x80\x30\x80'],
] as const;

/** What is answered is not an error of ours, and says nothing of what it is made of. */
async function expectOwnWords(url: string, init: RequestInit = {}): Promise<Response> {
  const reply = await fetch(url, { redirect: 'manual', ...init });
  const body = await reply.clone().text();
  const said = `${init.method ?? 'GET'} ${url.slice(0, 80)} ${init.body}: ${reply.status} ${body.slice(0, 200)}`;
  expect(reply.status, said).toBeLessThan(500);
  if (reply.status >= 400) expect(body, said).not.toMatch(INNER_WORDS);
  return reply;
}

const posted = (type: string, body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { ...headers, 'content-type': type },
  body,
});

describe('the test authority', () => {
  const PATHS = ['/assets', '/session', '/refused', '/session/refused', '/pki', '/timestamp'];
  const FORMS = ['/sign', '/timestamp', '/session/x/identity', '/session/x/code'];

  test.each(PATHS)('has nothing below %s that cannot be', async (path) => {
    for (const text of TEXTS) await expectOwnWords(`${authorityUrl}${path}/${text}`);
    for (const text of TEXTS) await expectOwnWords(`${authorityUrl}${path}?lang=${text}`);
  });

  test.each(FORMS)('answers what is none of its forms at %s', async (path) => {
    for (const [type, body] of BODIES)
      await expectOwnWords(`${authorityUrl}${path}`, posted(type, body));
  });
});

describe('the control interface', () => {
  const headers = { authorization: `Bearer ${token}` };
  const NAMES = [...Object.keys(OPERATIONS), LISTENERS];

  test.each(NAMES)('refuses NUL, and what is no order, at %s', async (name) => {
    for (const [type, body] of [...BODIES, ['application/json', '{"a":"\\u0000"}'] as const]) {
      const sent = posted(type, body, headers);
      const reply = await expectOwnWords(`${controlUrl}/control/${name}`, sent);
      const refused = { error: 'invalid_request', message: expect.any(String) };
      expect(JSON.parse(await reply.text())).toEqual(refused);
    }
  });

  test.each(['/inbox', '/nothing'])('has nothing below %s that cannot be', async (path) => {
    for (const text of TEXTS)
      await expectOwnWords(`${controlUrl}/control${path}/${text}`, { headers });
  });
});
