import { expect, test } from 'vitest';
import {
  extraEventsIn,
  parseAwaited,
  parseEvents,
  parseResponses,
} from '../../../../src/cli/webhook/listen/listen-flags.ts';
import { EVENT_TYPES } from '../../../../src/contract/webhooks/webhook-headers.ts';

test.each([
  ['200', [{ status: 200, times: 1 }]],
  [
    '500x2,200',
    [
      { status: 500, times: 2 },
      { status: 200, times: 1 },
    ],
  ],
  [
    ' 503x10 , 301',
    [
      { status: 503, times: 10 },
      { status: 301, times: 1 },
    ],
  ],
])('--respond %s is parsed', (text, answers) => {
  expect(parseResponses(text)).toEqual(answers);
});

test.each(['', '100', '600', '20', '200x0', '200x', '200,,500', '2oo', '200x1000000'])(
  '--respond %j is a usage error',
  (text) => {
    expect(() => parseResponses(text)).toThrow(expect.objectContaining({ exitCode: 2 }));
  },
);

test('events are those of the service', () => {
  expect(parseEvents('signer.signed, document.completed')).toEqual([
    'signer.signed',
    'document.completed',
  ]);
  expect(() => parseEvents('signer.sign')).toThrow(
    expect.objectContaining({
      exitCode: 2,
      message: `there is no event "signer.sign"; the events are ${EVENT_TYPES.join(', ')}`,
    }),
  );
});

test.each([
  ['document.completed', undefined],
  ['document.completed:5f0c1d5e', '5f0c1d5e'],
  [
    'document.completed:5F0C1D5E-0F64-4f0e-9a3c-2b7d1f6f8a11',
    '5F0C1D5E-0F64-4f0e-9a3c-2b7d1f6f8a11',
  ],
])('--until %s is parsed', (text, document) => {
  expect(parseAwaited(text)).toEqual({ event: 'document.completed', document });
});

test.each(['', 'completed', 'document.completed:', 'document.completed:5f0c', 'signer.signed:a:b'])(
  '--until %j is a usage error',
  (text) => {
    expect(() => parseAwaited(text)).toThrow(expect.objectContaining({ exitCode: 2 }));
  },
);

test('only events beside the specification have to be asked for', () => {
  const events = parseEvents('signer.declined,signer.signed');
  expect(extraEventsIn({ events })).toEqual(['signer.declined']);
  expect(extraEventsIn({ until: parseAwaited('document.expired') })).toEqual(['document.expired']);
  expect(extraEventsIn({ until: parseAwaited('document.completed') })).toEqual([]);
});
