import { expect, test } from 'vitest';
import { explainStart } from '../../src/sandbox/start-sandbox.ts';

const asked = { host: '127.0.0.1', port: 80, dataDir: '/srv/esign' };
const systemError = (code: string, syscall: string) =>
  Object.assign(new Error(`${code}: ${syscall}`), { code, syscall });

test.each([
  [
    'a name that nobody has',
    'ENOTFOUND',
    'getaddrinfo',
    '127.0.0.1 is not an address of this machine',
  ],
  ['a port for administrators', 'EACCES', 'listen', 'No permission to listen on port 80'],
  ['a file as folder', 'EEXIST', 'mkdir', '/srv/esign is not a folder'],
  ['a folder of somebody else', 'EACCES', 'mkdir', 'No permission to write to /srv/esign'],
  ['a disk that is only read', 'EROFS', 'open', 'No permission to write to /srv/esign'],
])('%s is explained', (_what, code, syscall, words) => {
  const error = systemError(code, syscall);
  expect(explainStart(error, asked)).toMatchObject({
    name: 'SandboxRefused',
    code: 'invalid_request',
    message: expect.stringContaining(words),
    cause: error,
  });
});

test('any other error is unchanged', () => {
  const error = systemError('ENOSPC', 'write');
  expect(explainStart(error, asked)).toBe(error);
  expect(explainStart('odd', asked)).toBe('odd');
});
