import { expect, test } from 'vitest';
import { isDocumentName, matchDocuments } from '../../src/cli/documents/resolve-document.ts';
import { nearestCommand, unknownCommand } from '../../src/cli/help/unknown-command.ts';
import { changeProfile } from '../../src/cli/profiles/change-profile.ts';
import { sendTarget } from '../../src/cli/sending/send-flags.ts';
import { parseFields, parseHeaders } from '../../src/cli/transport/api-request.ts';
import type { DocumentSummary } from '../../src/contract/document.ts';

const aSummary = (documentId: string): DocumentSummary => ({
  documentId,
  name: 'Lease',
  status: 'PENDING',
  createdAt: '2026-11-20T12:04:31.512Z',
  signers: { total: 0, signed: 0 },
});

const DOCUMENTS = [
  '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11',
  '5f0c1d5e-1111-4f0e-9a3c-2b7d1f6f8a11',
  'a1b2c3d4-0f64-4f0e-9a3c-2b7d1f6f8a11',
].map(aSummary);

test('the first characters of an id match one document, none, or several', () => {
  expect(matchDocuments('A1B2C3D4', DOCUMENTS)).toEqual([DOCUMENTS[2]]);
  expect(matchDocuments('5f0c1d5e', DOCUMENTS)).toHaveLength(2);
  expect(matchDocuments('5f0c1d5e-1', DOCUMENTS)).toEqual([DOCUMENTS[1]]);
  expect(matchDocuments('00000000', DOCUMENTS)).toEqual([]);
});

const NAMES = [
  ['5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11', true],
  ['5f0c1d5e', true],
  ['contract.pdf', false],
  ['./5f0c1d5e', false],
  ['package.json', false],
  ['-', false],
] as const;

test.each(NAMES)('"%s" can name a document: %s', (text, isName) => {
  expect(isDocumentName(text)).toBe(isName);
  expect(sendTarget(text, {}).kind).toBe(isName ? 'document' : 'file');
});

test.each(['5f0c1d5', 'asha', '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11a'])(
  '"%s" is no id, so these are words of a document, or a file with its signers',
  (text) => {
    expect(isDocumentName(text)).toBe(false);
    expect(sendTarget(text, {}).kind).toBe('document');
    expect(sendTarget(text, { signers: 'signers.csv' }).kind).toBe('file');
  },
);

test('the nearest command is offered, and none when nothing is near', () => {
  const ids = ['docs:list', 'docs:show', 'send', 'status'];
  expect(nearestCommand('docs:lst', ids)).toBe('docs list');
  expect(nearestCommand('sned', ids)).toBe('send');
  expect(nearestCommand('frobnicate', ids)).toBeUndefined();
});

const KNOWN = [
  ...['docs:list', 'signers:list', 'auth:login', 'send', 'bulk:send'],
  ...['sandbox:start', 'sandbox:sign', 'sandbox:inbox'],
];

const MEANT = [
  ['docs:lst:5f0c1d5e', 'esign docs lst', 'esign docs list'],
  ['login', 'esign login', 'esign auth login'],
  ['login:asha', 'esign login', 'esign auth login'],
  ['document:list', 'esign document', 'esign docs --help'],
  ['list', 'esign list', 'esign --help'],
  ['sandbox:stop', 'esign sandbox stop', 'esign sandbox start --help'],
  ['sandbox:strat', 'esign sandbox strat', 'esign sandbox start'],
  ['sandbox:frob', 'esign sandbox frob', 'esign sandbox --help'],
  ['bulk:stop', 'esign bulk stop', 'esign bulk --help'],
  ['docs:delete:5f0c1d5e', 'esign docs delete', 'esign docs --help'],
] as const;

test.each(MEANT)('%s is reported as "%s", and "%s" is suggested', (id, told, next) => {
  const error = unknownCommand(id, KNOWN);
  expect(error).toMatchObject({ message: `there is no command "${told}"`, next });
});

test('fields hold JSON where it is JSON, and text otherwise', () => {
  const fields = ['limit=5', 'name=a=b', 'isOn=true', 'list=[1,2]', 'odd=12abc', 'empty='];
  expect(parseFields(fields)).toEqual({
    limit: 5,
    name: 'a=b',
    isOn: true,
    list: [1, 2],
    odd: '12abc',
    empty: '',
  });
  expect(() => parseFields(['=x'])).toThrow('"=x" is not in the form name=value');
});

test('headers are parted at their first colon', () => {
  expect(parseHeaders(['X-Trace: a:b'])).toEqual({ 'X-Trace': 'a:b' });
  expect(() => parseHeaders(['nothing'])).toThrow('is not in the form');
});

test('a profile that moves to another address forgets its key', () => {
  const before = { baseUrl: 'https://a.example.com', apiKey: 'sk_live_1', dataDir: '/data' };
  const same = { baseUrl: 'https://a.example.com/', apiKey: undefined, webhookSecret: 'whsec_1' };
  expect(changeProfile('a', before, same)).toEqual({ ...before, webhookSecret: 'whsec_1' });
  const moved = { baseUrl: 'https://b.example.com', apiKey: undefined, webhookSecret: undefined };
  expect(changeProfile('a', before, moved)).toEqual({ baseUrl: 'https://b.example.com' });
  expect(() => changeProfile('a', undefined, { ...moved, baseUrl: undefined })).toThrow(
    'profile "a" does not exist yet',
  );
});
