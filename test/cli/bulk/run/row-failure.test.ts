import { expect, test } from 'vitest';
import { rowFailure } from '../../../../src/cli/bulk/run/row-failure.ts';
import { ApiError } from '../../../../src/client/index.ts';

const refused = new ApiError('The key is not valid.', {
  ...{ status: 401, code: 'unauthorized', headers: {}, rawBody: '' },
  ...{ method: 'POST', path: '/api/v1/documents', operation: 'createDocument' },
});

test('a row whose key is refused says where the key came from, and stops the run', () => {
  const failure = rowFailure(refused, 'ESIGN_API_KEY');
  expect(failure.message).toBe('The key is not valid: the key comes from ESIGN_API_KEY');
  expect(failure).toMatchObject({ phase: 'held', status: 401 });
  expect(failure.stops).toBeDefined();
  expect(rowFailure(refused).message).toBe('The key is not valid.');
});
