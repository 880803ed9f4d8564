import { expect, test } from 'vitest';
import {
  AbortedError,
  ApiError,
  ConnectionError,
  InvalidArgumentError,
  NotCompletedError,
  OutcomeUnknownError,
  ResponseShapeError,
  SaveFileError,
  TimeoutError,
  UploadError,
  WebhookSignatureError,
} from '../../../src/client/index.ts';

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
