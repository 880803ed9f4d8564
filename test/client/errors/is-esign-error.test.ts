import { expect, test } from 'vitest';
import {
  InvalidArgumentError,
  isEsignError,
  WebhookSignatureError,
} from '../../../src/client/index.ts';

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
