import { expect, test } from 'vitest';
import { CliError } from '../../../src/cli/errors/cli-error.ts';
import { findEndpoint } from '../../../src/cli/sandbox/find-endpoint.ts';

const ENDPOINTS = ['whe_5f0c1d5e11', 'whe_5f0c1d5e22', 'whe_a1b2c3d433'].map((endpointId) => ({
  endpointId,
  url: 'http://127.0.0.1:3000/',
}));

test('an id, or an unambiguous beginning of it, names an endpoint', () => {
  expect(findEndpoint('whe_a1b2', ENDPOINTS).endpointId).toBe('whe_a1b2c3d433');
  expect(findEndpoint('whe_5f0c1d5e2', ENDPOINTS).endpointId).toBe('whe_5f0c1d5e22');
});

const REFUSED = [
  ['whe_a1b', 'invalid_endpoint', 2],
  ['whe_5f0c1d5e', 'ambiguous_endpoint', 2],
  ['whe_00000000', 'not_found', 5],
] as const;

test.each(REFUSED)('%s is refused as %s', (text, code, exitCode) => {
  const refusal = () => {
    try {
      return findEndpoint(text, ENDPOINTS).endpointId;
    } catch (error) {
      return error instanceof CliError ? [error.code, error.exitCode] : error;
    }
  };
  expect(refusal()).toEqual([code, exitCode]);
});
