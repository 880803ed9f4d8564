import { describe, expect, test } from 'vitest';
import {
  listedReturn,
  readReturnOrigins,
  returnWith,
} from '../../../../src/service/core/links/return-url.rules.ts';

describe('the origins that an account lists', () => {
  test.each([
    ['one', 'https://app.example.in', 'https://app.example.in'],
    [
      'several, with more spaces than needed',
      ' https://a.in  https://b.in ',
      'https://a.in https://b.in',
    ],
    ['one twice', 'https://a.in https://A.in/', 'https://a.in'],
    ['one with a port', 'https://a.in:8443', 'https://a.in:8443'],
    ['one with the port of its scheme', 'https://a.in:443', 'https://a.in'],
    [
      'a name in another script, as ASCII',
      'https://bücher.example',
      'https://xn--bcher-kva.example',
    ],
    ['a program on the same machine', 'http://localhost:3000', 'http://localhost:3000'],
    ['none', '  ', null],
  ])('%s', (_what, text, stored) => {
    expect(readReturnOrigins(text)).toBe(stored);
  });

  test.each([
    ['http', 'http://app.example.in'],
    ['a machine that is only called local', 'http://localhost.example.in'],
    ['a path', 'https://app.example.in/done'],
    ['a query', 'https://app.example.in/?next=1'],
    ['a fragment', 'https://app.example.in/#top'],
    ['a user name', 'https://app.example.in@evil.example'],
    ['a pattern', 'https://*.example.in'],
    ['no scheme', 'app.example.in'],
    ['a script', 'javascript:alert(1)'],
    ['a file', 'file:///etc/hosts'],
    ['a URL without an origin', 'null'],
    ['a blob', 'blob:https://app.example.in/8d1b'],
    ['an eleventh', Array.from({ length: 11 }, (_, n) => `https://a${n}.in`).join(' ')],
  ])('never %s', (_what, text) => {
    expect(readReturnOrigins(text)).toBeUndefined();
  });
});

const LISTED = 'https://app.example.in https://app.example.in:8443 http://localhost:3000';

describe('an address to return to', () => {
  test.each([
    ['any path', 'https://app.example.in/deals/7?tab=2#signing'],
    ['a listed port', 'https://app.example.in:8443/'],
    ['a program on the same machine', 'http://localhost:3000/done'],
  ])('%s on a listed origin', (_what, address) => {
    expect(listedReturn(address, LISTED)?.href).toBe(address);
  });

  test.each([
    ['another host', 'https://evil.example/'],
    ['a host that begins alike', 'https://app.example.in.evil.example/'],
    ['a host below it', 'https://x.app.example.in/'],
    ['a host above it', 'https://example.in/'],
    ['a host with a final dot', 'https://app.example.in./'],
    ['another port', 'https://app.example.in:444/'],
    ['another scheme', 'http://app.example.in/'],
    ['a user name', 'https://app.example.in@evil.example/'],
    ['a user name at the listed host', 'https://evil.example@app.example.in/'],
    ['a password', 'https://a:b@app.example.in/'],
    ['a backslash before another host', 'https://evil.example\\@app.example.in/'],
    ['a letter that only looks alike', 'https://аpp.example.in/'],
    ['no scheme', '//evil.example/'],
    ['a path of this service', '/dashboard'],
    ['a script', 'javascript:alert(document.domain)'],
    ['a script behind a listed origin', 'javascript://app.example.in/%0aalert(1)'],
    ['data', 'data:text/html,hello'],
    ['a blob of the listed origin', 'blob:https://app.example.in/8d1b'],
    ['a URL in another one', 'view-source:https://app.example.in/'],
    ['more than 2,000 characters', `https://app.example.in/${'a'.repeat(2000)}`],
    ['nothing', ''],
    ['an origin that is none', 'null'],
  ])('never %s', (_what, address) => {
    expect(listedReturn(address, LISTED)).toBeUndefined();
  });

  test('never any, for an account that lists none', () => {
    expect(listedReturn('https://app.example.in/', null)).toBeUndefined();
    expect(listedReturn('https://app.example.in/', '')).toBeUndefined();
  });

  test('loses what browsers ignore, so that the page shows the host that it leads to', () => {
    const back = returnWith('https:\\\\APP.example.in\\a\tb', { origins: LISTED, documentId: 'd' });
    expect(back).toEqual({
      href: 'https://app.example.in/ab?documentId=d',
      host: 'app.example.in',
    });
  });

  test('gets the id of the document, in place of one that it had, and before its fragment', () => {
    const back = returnWith('https://app.example.in/a?documentId=x&b=%26&documentId=y#c', {
      origins: LISTED,
      documentId: '5f0c',
    });
    expect(back?.href).toBe('https://app.example.in/a?documentId=5f0c&b=%26#c');
  });

  test('leads nowhere once its origin is no longer listed', () => {
    const kept = 'https://app.example.in/done';
    expect(returnWith(kept, { origins: 'https://other.in', documentId: 'd' })).toBeNull();
  });
});
