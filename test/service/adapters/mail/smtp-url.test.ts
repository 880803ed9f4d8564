import { expect, test } from 'vitest';
import { InvalidMailServer, readSmtpUrl } from '../../../../src/service/adapters/mail/smtp-url.ts';

test.each([
  ['smtp://mail.example.in', { host: 'mail.example.in', port: 587, tls: 'starttls' }],
  ['smtp://mail.example.in:25', { port: 25, tls: 'starttls' }],
  ['smtps://mail.example.in', { port: 465, tls: 'implicit' }],
  ['smtps://mail.example.in:4465?tls=none', { port: 4465, tls: 'implicit' }],
  ['smtp://127.0.0.1:1025', { host: '127.0.0.1', port: 1025, tls: 'none' }],
  ['smtp://[::1]:1025', { host: '::1', tls: 'none' }],
  ['smtp://localhost:1025?tls=starttls', { tls: 'starttls' }],
  ['smtp://mailpit:1025?tls=none', { host: 'mailpit', tls: 'none' }],
  ['smtp://127.0.0.1.example.in', { tls: 'starttls' }],
  [
    'smtps://sign%40example.in:p%40ss%3Aword@mail.example.in',
    { auth: { user: 'sign@example.in', pass: 'p@ss:word' } },
  ],
])('%s is parsed', (url, server) => {
  expect(readSmtpUrl(url)).toMatchObject(server);
});

test.each([
  '',
  'mail.example.in:25',
  'http://mail.example.in',
  'smtp://',
  'smtp://mail.example.in?tls=maybe',
  'smtp://user:secret@mail.example.in?tls=none',
])('%j is refused without repeating its password', (url) => {
  expect(() => readSmtpUrl(url)).toThrow(InvalidMailServer);
  expect(() => readSmtpUrl(url)).not.toThrow(/secret/);
});

test.each([
  'smtp://user:a^%b#secret@127.0.0.1:25',
  'smtp://user:secret%zz@127.0.0.1:25',
  'smtps://user:secret/1@mail.example.in',
  'smtps://user:1#secret@mail.example.in',
])('%j is refused with how to encode its password', (url) => {
  expect(() => readSmtpUrl(url)).toThrow(/^Percent-encode special characters .*% is %25/);
  expect(() => readSmtpUrl(url)).not.toThrow(/secret/);
});
