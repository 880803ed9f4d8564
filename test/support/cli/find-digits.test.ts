import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { digitFinder } from './find-digits.ts';

const NUMBER = '000000000019';
const SAID = `the number ${NUMBER} of somebody whose name is Asha Rao`;
const stream = (text: string) =>
  Buffer.concat([Buffer.from('stream\n'), deflateSync(text), Buffer.from('\nendstream')]);

test.each([
  ['plain', SAID],
  ['in groups', SAID.replace(NUMBER, '0000 0000 0019')],
  ['with hyphens', SAID.replace(NUMBER, '0000-0000-0019')],
  ['in base64', `<a>${Buffer.from(SAID).toString('base64')}</a>`],
  ['in hexadecimal digits', `<${Buffer.from(SAID).toString('hex')}>`],
  ['in a stream', stream(SAID)],
  ['in base64 in hexadecimal digits', Buffer.from(`"${btoa(SAID)}"`).toString('hex')],
])('a number %s is found', (_what, hidden) => {
  expect(digitFinder([NUMBER, '111111111111'])(hidden)).toEqual([NUMBER]);
});

test('digits within others are not the number', () => {
  expect(digitFinder([NUMBER])(`1${NUMBER} ${NUMBER}2 a${NUMBER}`)).toEqual([]);
});
