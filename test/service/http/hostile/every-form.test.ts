import { describe, expect, test } from 'vitest';
import { FIELDS, openRouteWalk } from '../../../support/hostile/route-walk.ts';
import { anAuthenticator } from '../../../support/sign-in/an-authenticator.ts';

const { named, visitorOf, ask, expectAll } = await openRouteWalk();

const FORMS = named.filter(([, { method }]) => method === 'POST');

const BOUNDARY = 'b';
const END = `--${BOUNDARY}--\r\n`;
const part = (name: string, value: string, more = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const multipart = (payload: string, boundary = BOUNDARY) =>
  [`multipart/form-data; boundary=${boundary}`, payload] as const;

/** Content types, and bodies that are none of them or not the whole of one. */
const BODIES: readonly (readonly [
  what: string,
  type: string,
  payload: string,
  encoding?: string,
])[] = [
  ['JSON that is cut', 'application/json', '{"a":'],
  ['JSON with NUL', 'application/json', String.raw`{"signers":[{"name":"\u0000"}]}`],
  ['XML', 'text/xml', '<a>'],
  ['a type that is none', ';;', 'a'],
  ['a form in another charset', 'application/x-www-form-urlencoded; charset=utf-16', 'a=%00'],
  ['a compressed form that is cut', 'application/x-www-form-urlencoded', '\x1f\x8b\x08\0', 'gzip'],
  ['no boundary', 'multipart/form-data', 'a'],
  ['a boundary of 300 characters', ...multipart(part('a', '1'), 'b'.repeat(300))],
  ['a part that is cut', ...multipart(part('file', 'PNG', '; filename="a.png"'))],
  ['a logo that is cut', ...multipart(part('logo', 'PNG', '; filename="a.png"'))],
  ['the head of a part that is cut', ...multipart(`--${BOUNDARY}\r\nContent-Dispo`)],
  ['NUL in a part', ...multipart(part('a', '\0') + END)],
  ['NUL in a name', ...multipart(part('a\0', '1') + END)],
  ['NUL in the name of a file', ...multipart(part('file', 'x', '; filename="\0.png"') + END)],
  ['many parts', ...multipart(part('a', '1').repeat(200) + END)],
  ['a part named like a prototype', ...multipart(part('__proto__', '1') + END)],
  [
    'a part without a name',
    ...multipart(`--${BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\n1\r\n${END}`),
  ],
];

describe.each(FORMS)('%s', (_name, route) => {
  test('takes no form that cannot be stored', async () => {
    const { headers, formKey, addressWith } = await visitorOf(route);
    const url = addressWith();
    const all = (value: string) => ({
      url,
      payload: `form_key=${formKey}&${FIELDS.map((name) => `${name}=${value}`).join('&')}`,
    });
    await expectAll(route, headers, [
      ...FIELDS.map(
        (name) => [name, { url, payload: `form_key=${formKey}&${name}=a%00b` }] as const,
      ),
      ['invalid UTF-8', all('%ff%c0%80')],
      ['long', all('x'.repeat(1000))],
      ['a list', { url, payload: `form_key=${formKey}&id=1&id=%00` }],
      ['only names', { url, payload: `form_key=${formKey}&a&%00` }],
    ]);
  });

  test('takes no body of another kind', async () => {
    const { headers, addressWith } = await visitorOf(route);
    const asked = BODIES.map(([what, type, payload, encoding]) => {
      const of = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) };
      return [what, { url: addressWith(), payload, headers: of }] as const;
    });
    await expectAll(route, headers, asked);
  });
});

const PASSKEYS = FORMS.filter(([, { url }]) => /passkey/.test(url));

test.each(PASSKEYS)(
  '%s finds no passkey in an answer with NUL or half of a pair',
  async (_name, route) => {
    const { headers, formKey, addressWith } = await visitorOf(route);
    const device = anAuthenticator('esign.example.in');
    const place = { origin: 'http://esign.example.in', challenge: 'x' };
    const answers = ['\0', '\ud800'].map((text) => {
      device.create(place, text);
      return JSON.stringify({
        ...JSON.parse(device.get(place, { userHandle: text })),
        id: text,
        rawId: text,
      });
    });
    for (const answer of [...answers, 'null', '[]', '{"id":{}}', '{"id":"a","response":null}']) {
      const payload = new URLSearchParams({ form_key: formKey, answer }).toString();
      const { statusCode } = await ask(route, { url: addressWith(), headers, payload });
      expect(statusCode, answer).toBeLessThan(500);
    }
  },
);
