import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { serveError } from '../../../src/cli/errors/serve-error.ts';
import { InstallationMismatch } from '../../../src/service/index.ts';
import type { Meters } from '../../../src/service/operations/serve/meters.ts';
import { serveMetrics } from '../../../src/service/operations/serve/meters.ts';

const named = (name: string, more: object = {}) =>
  Object.assign(new Error('The server is too old.'), { name, ...more });

test.each([
  ['DatabaseRefused', 'database.url', 'correct database.url'],
  ['SchemaBehind', 'database.url', 'esign admin migrate'],
  ['SchemaMismatch', 'database.url', 'run that release, or correct database.url'],
  ['InvalidProxies', 'http.trusted_proxies', 'correct http.trusted_proxies'],
  ['BucketRefused', 'files.s3', 'correct files.s3'],
])('%s is a refused configuration that names %s', (name, setting, next) => {
  expect(serveError(named(name))).toMatchObject({
    code: 'config_refused',
    exitCode: 78,
    message: 'The server is too old',
    faults: [{ setting, problem: 'The server is too old', next }],
  });
});

test('parts that do not belong together name the setting and its own fix', () => {
  const fault = 'The database belongs to another installation';
  const mismatch = new InstallationMismatch({ setting: 'files', fault, hint: 'mount the files' });
  expect(serveError(mismatch)).toMatchObject({
    code: 'config_refused',
    message: fault,
    faults: [{ setting: 'files', problem: fault, next: 'mount the files' }],
  });
});

test.each([named('StoreUnavailable'), named('DatabaseRefused', { reason: 'unreachable' })])(
  'a database that does not answer is unreachable',
  (error) => {
    expect(serveError(error)).toMatchObject({ code: 'database_unreachable', exitCode: 9 });
  },
);

/** The error of listening at an address. */
async function listenError(port: number, host: string): Promise<unknown> {
  const server = createServer();
  try {
    return await new Promise((resolve) => server.once('error', resolve).listen(port, host));
  } finally {
    server.close();
  }
}

test('a port that is taken and an address of another machine are told', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const taken = serveError(await listenError(port, '127.0.0.1'));
  const metrics = await serveMetrics({} as Meters, { host: '127.0.0.1', port }).catch(serveError);
  other.close();
  expect(metrics).toMatchObject({
    code: 'port_in_use',
    message: `metrics.port ${port} on 127.0.0.1 is already in use`,
    next: 'set another metrics.port, or stop the program that has it',
  });
  expect(taken).toMatchObject({
    code: 'port_in_use',
    message: `http.port ${port} on 127.0.0.1 is already in use`,
    exitCode: 2,
  });
  expect(serveError(await listenError(0, '192.0.2.1'))).toMatchObject({
    code: 'cannot_listen',
    why: 'it is not an address of this machine',
    exitCode: 2,
  });
});

test('any other error stays what it is', () => {
  const error = new TypeError('a bug');
  expect(serveError(error)).toBe(error);
});
