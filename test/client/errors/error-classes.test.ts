import { execFileSync } from 'node:child_process';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import * as sdk from '../../../src/client/index.ts';
import {
  AbortedError,
  ApiError,
  ConnectionError,
  InvalidArgumentError,
  isEsignError,
  NotCompletedError,
  OutcomeUnknownError,
  ResponseShapeError,
  SaveFileError,
  TimeoutError,
  UploadError,
  WebhookSignatureError,
} from '../../../src/client/index.ts';

const ERRORS = Object.entries(sdk)
  .filter(([, value]) => typeof value === 'function' && value.prototype instanceof Error)
  .map(([name]) => name);

/** Makes each error, by arguments that every constructor takes: what it is called, by itself and in its stack. */
const PROBE = `
import { ${ERRORS.join(', ')} } from './src/client/index.ts';
const told = Object.entries({ ${ERRORS.join(', ')} }).map(([exported, Class]) => {
  const error = new Class('exists', []);
  return { exported, name: error.name, stack: /^\\w+/.exec(error.stack)[0], minified: Class.name };
});
console.log(JSON.stringify(told));
`;

interface Told {
  readonly exported: string;
  readonly name: string;
  readonly stack: string;
  readonly minified: string;
}

test('each error has the name of its class, in its stack too, in a program that is minified', async () => {
  const { outputFiles } = await build({
    stdin: { contents: PROBE, resolveDir: new URL('../../..', import.meta.url).pathname },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  const input = outputFiles[0]?.text ?? '';
  const told: Told[] = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module'], { input, encoding: 'utf8' }),
  );
  expect(told.length).toBeGreaterThan(18);
  expect(told.filter(({ exported, minified }) => exported === minified)).toEqual([]);
  for (const { exported, name, stack } of told) expect([name, stack]).toEqual([exported, exported]);
});

test('the name is not among the fields of an error', () => {
  expect(Object.keys(new sdk.EsignError('x'))).not.toContain('name');
});

const API = { status: 404, headers: {}, rawBody: '', method: 'GET', path: '/' };

test.each([
  ['an ApiError', new ApiError('x', API), 404],
  ['a ResponseShapeError', new ResponseShapeError('x', { status: 200 }), 200],
  ['a cut response', new ConnectionError('x', { phase: 'answer', opened: true, status: 201 }), 201],
  [
    'a refused connection',
    new ConnectionError('x', { phase: 'connect', opened: false }),
    undefined,
  ],
  ['a TimeoutError', new TimeoutError('x', { which: 'try', opened: true }), undefined],
  ['an AbortedError', new AbortedError('x', { opened: true }), undefined],
  ['an OutcomeUnknownError', new OutcomeUnknownError('x', { hint: 'look' }), undefined],
  ['a NotCompletedError', new NotCompletedError('SENT', {}), undefined],
  ['an InvalidArgumentError', new InvalidArgumentError('x', 'x'), undefined],
  ['an UploadError', new UploadError('empty', 'x'), undefined],
  ['a SaveFileError', new SaveFileError('exists', 'x'), undefined],
  ['a WebhookSignatureError', new WebhookSignatureError('mismatch'), undefined],
])('the status of %s is a number, or undefined', (_, error, status) => {
  expect(error.status).toBe(status);
  expect(JSON.parse(JSON.stringify(error)).status).toBe(status);
});

test.each([new InvalidArgumentError('name', 'no name'), new WebhookSignatureError('mismatch')])(
  '%s is an error of the SDK, and shows no brand',
  (error) => {
    expect(isEsignError(error)).toBe(true);
    expect(Reflect.ownKeys(error).filter((key) => typeof key === 'symbol')).toEqual([]);
  },
);

test.each([new Error('no'), { name: 'EsignError' }, 'EsignError', null, undefined])(
  '%s is none',
  (value) => {
    expect(isEsignError(value)).toBe(false);
  },
);
