import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { diagnose } from '../../../../src/cli/webhook/diagnose/diagnose.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const EVENT = {
  event: 'signer.signed',
  documentId: '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11',
  certificateUrl: 'https://esign.example.com/api/certificate',
  signers: [{ name: 'अनिता शर्मा', signingOrder: 1 }],
};
const JSON_TEXT = JSON.stringify(EVENT);

type Bytes = Buffer | string;
const hex = (body: Bytes, secret: Bytes = SECRET): string =>
  createHmac('sha256', secret).update(body).digest('hex');
const sign = (body: Bytes, secret: Bytes = SECRET): string => `sha256=${hex(body, secret)}`;

const explained = (
  body: Bytes,
  signature: string | undefined,
  secret = SECRET,
  others: { name: string; value: string }[] = [],
) => {
  const secrets = [{ name: 'the secret', value: secret }];
  const found = diagnose({ body: Buffer.from(body), signature, secrets, others });
  return { ...found, text: found.explain.join(' ') };
};

test.each([
  ['an event', JSON_TEXT],
  ['an empty body', ''],
  ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x00])],
  ['a body with a byte order mark', `\ufeff${JSON_TEXT}`],
])('%s with its own signature is valid', (_, body) => {
  expect(explained(body, sign(body))).toMatchObject({ valid: true, reason: null, explain: [] });
});

test('any of several accepted secrets makes a signature valid', () => {
  const secrets = [
    { name: 'secret 1', value: 'whsec_old' },
    { name: 'secret 2', value: SECRET },
  ];
  const input = { body: Buffer.from(JSON_TEXT), signature: sign(JSON_TEXT), secrets };
  expect(diagnose(input).valid).toBe(true);
});

test.each<[what: string, arrived: Bytes, signed: Bytes, words: string]>(
  [
    ['a final line break', `${JSON_TEXT}\n`, JSON_TEXT, 'final line break was added'],
    ['a lost line break', JSON_TEXT, `${JSON_TEXT}\n`, 'final \\n was removed'],
    ['a lost CR LF', JSON_TEXT, `${JSON_TEXT}\r\n`, 'final \\r\\n was removed'],
    ['an added mark', `\ufeff${JSON_TEXT}`, JSON_TEXT, 'byte order mark was added'],
    ['a lost mark', JSON_TEXT, `\ufeff${JSON_TEXT}`, 'byte order mark was removed'],
    ['whitespace', `  ${JSON_TEXT} `, JSON_TEXT, 'whitespace was added'],
    ['CR LF inside', 'a\r\nb\r\nc', 'a\nb\nc', '\\n became \\r\\n'],
    ['LF inside', 'a\nb\nc', 'a\r\nb\r\nc', '\\r\\n became \\n'],
    ['an indent', JSON.stringify(EVENT, null, 2), JSON_TEXT, 'compact JSON was signed'],
    ['a lost indent', JSON_TEXT, JSON.stringify(EVENT, null, 2), '2-space JSON was signed'],
    ['a lost wide indent', JSON_TEXT, JSON.stringify(EVENT, null, 4), '4-space JSON was signed'],
    ['a lost tab', JSON_TEXT, JSON.stringify(EVENT, null, '\t'), 'tab JSON was signed'],
    [
      'Python',
      '{"a":[1,2],"b":"x: y, z"}',
      '{"a": [1, 2], "b": "x: y, z"}',
      'Python JSON was signed',
    ],
    ['key order', '{"b":1,"a":2}', '{"a":2,"b":1}', 'keys sorted was signed'],
    ['unicode escapes', '{"a":"é"}', '{"a":"\\u00e9"}', '\\u escapes was signed'],
    ['slash escapes', '{"a":"x/y"}', '{"a":"x\\/y"}', 'escaped slashes was signed'],
    ['a JSON string', JSON.stringify(JSON_TEXT), JSON_TEXT, 'wrapped in a JSON string'],
    [
      'latin1',
      Buffer.from('{"a":"é"}', 'latin1').toString('latin1'),
      Buffer.from('{"a":"é"}', 'latin1'),
      'latin1',
    ],
    ['base64', Buffer.from(JSON_TEXT).toString('base64'), JSON_TEXT, 'the body is base64'],
    ['UTF-16', JSON_TEXT, Buffer.from(JSON_TEXT, 'utf16le'), 'UTF-16 was signed'],
  ].map((row) => row as [string, Bytes, Bytes, string]),
)('a body changed by %s is recognised', (_, arrived, signed, words) => {
  const found = explained(arrived, sign(signed));
  expect(found).toMatchObject({ valid: false, reason: 'altered_body' });
  expect(found.text.toLowerCase()).toContain(words.toLowerCase());
  expect(found.text).toContain('To fix:');
});

test.each<[what: string, given: string, used: Bytes, words: string]>([
  ['whitespace', ` ${SECRET}\n`, SECRET, 'whitespace around it'],
  ['quotation marks', `"${SECRET}"`, SECRET, 'quotation marks around it'],
  ['a line break in use', SECRET, `${SECRET}\n`, 'line break at its end'],
  ['a dropped prefix', SECRET, SECRET.slice(6), 'without its whsec_'],
  ['base64', SECRET, Buffer.from(SECRET.slice(6), 'base64'), 'decoded from base64'],
  ['hexadecimal digits', '0b0b0b0b', Buffer.alloc(4, 0x0b), 'decoded from hexadecimal digits'],
  ['CR LF in use', SECRET, `${SECRET}\r\n`, '\\r\\n at its end'],
  ['an unset variable', SECRET, '', 'an empty secret'],
  ['an undefined one', SECRET, 'undefined', 'the word undefined'],
])('a secret mangled by %s is recognised', (_, given, used, words) => {
  const found = explained(JSON_TEXT, sign(JSON_TEXT, used), given);
  expect(found).toMatchObject({ valid: false, reason: 'wrong_secret' });
  expect(found.text).toContain(words);
});

test('the secret of another profile is named', () => {
  const others = [{ name: 'the secret of profile "staging"', value: 'whsec_staging' }];
  const found = explained(JSON_TEXT, sign(JSON_TEXT, 'whsec_staging'), SECRET, others);
  expect(found).toMatchObject({ valid: false, reason: 'wrong_secret' });
  expect(found.text).toContain('signed with the secret of profile "staging"');
});

test.each<[what: string, header: string | undefined, reason: string, words: string]>([
  ['none', undefined, 'no_signature', 'no X-Service-Signature'],
  ['an empty one', '', 'no_signature', 'no X-Service-Signature'],
  ['whitespace', ` ${sign(JSON_TEXT)} `, 'malformed_signature', 'whitespace'],
  ['quotation marks', `"${sign(JSON_TEXT)}"`, 'malformed_signature', 'quotation marks'],
  ['no prefix', hex(JSON_TEXT), 'malformed_signature', 'lacks the sha256= prefix'],
  ['another prefix', `v1=${hex(JSON_TEXT)}`, 'malformed_signature', 'begins with v1='],
  ['upper case', `sha256=${hex(JSON_TEXT).toUpperCase()}`, 'malformed_signature', 'upper-case'],
  [
    'base64',
    `sha256=${Buffer.from(hex(JSON_TEXT), 'hex').toString('base64')}`,
    'malformed_signature',
    'base64',
  ],
  [
    'base64url',
    `sha256=${Buffer.from(hex(JSON_TEXT), 'hex').toString('base64url')}`,
    'malformed_signature',
    'base64',
  ],
  ['two values', `${sign(JSON_TEXT)}, ${sign('x')}`, 'malformed_signature', '2 values'],
  [
    'a digest cut short',
    sign(JSON_TEXT).slice(0, -4),
    'malformed_signature',
    '60 hexadecimal digits',
  ],
  ['lengthened', `${sign(JSON_TEXT)}00`, 'malformed_signature', '66 hexadecimal digits'],
  ['no digest', 'sha256=zzz', 'malformed_signature', 'neither hexadecimal nor base64'],
  ['Stripe’s form', `t=1614265330,v1=${hex('x')}`, 'malformed_signature', '2 values'],
  ['SHA-1', `sha1=${'0'.repeat(40)}`, 'malformed_signature', 'begins with sha1='],
  [
    'a plain hash',
    `sha256=${createHash('sha256').update(JSON_TEXT).digest('hex')}`,
    'wrong_algorithm',
    'made without a secret',
  ],
])('a header that is %s is recognised', (_, header, reason, words) => {
  const found = explained(JSON_TEXT, header);
  expect(found).toMatchObject({ valid: false, reason });
  expect(found.text).toContain(words);
});

test.each([
  ['a lossy decode', '{"name":"\ufffd"}', 'U+FFFD'],
  ['a cut body', '{"event":"signer.si', 'damaged or truncated'],
  ['a zero at the end', '{"a":[2, -1.50 ]}', 'numbers such as 1.0 or 1e3'],
  ['an exponent', '{"a":1e3}', 'numbers such as 1.0 or 1e3'],
  ['both', '{"a":2.5E+10}', 'numbers such as 1.0 or 1e3'],
  ['an empty body', '', 'empty'],
])('%s is hinted at', (_, body, words) => {
  expect(explained(body, `sha256=${'0'.repeat(64)}`).text).toContain(words);
});

test('when nothing matches, the secrets are named by their fingerprints', () => {
  const { explain } = explained(JSON_TEXT, sign(JSON_TEXT, 'whsec_rotated'));
  const digest = createHash('sha256').update(SECRET).digest('hex');
  expect(explain[1]).toContain(`checked with the secret (sha256:${digest.slice(0, 8)})`);
  expect(explain[1]).toContain('the secret was rotated');
});

test('the explanation holds neither a secret nor the signature that would be right', () => {
  const found = explained(JSON_TEXT, sign(JSON_TEXT, 'whsec_of_somebody_else'));
  expect(found.text).not.toContain(SECRET);
  expect(found.text).not.toContain(hex(JSON_TEXT));
});

test('two faults at once are both named', () => {
  const found = explained(`${JSON_TEXT}\n`, hex(JSON_TEXT), ` ${SECRET} `);
  expect(found.text).toContain('final line break was added');
  expect(found.text).toContain('whitespace around it');
  expect(found.text).toContain('lacks the sha256= prefix');
});
