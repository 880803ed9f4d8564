import { expect, test } from 'vitest';
import {
  documentIdOf,
  requestIdAt,
} from '../../../../src/service/core/accounts/api-request.rules.ts';

const UUID = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';

test('the id of a request begins with its time, and ids are in the order of their times', () => {
  const times = [0, 1, 255, 256, Date.UTC(2026, 10, 20), Date.UTC(2500, 0)];
  const ids = times.map((time) => requestIdAt(new Date(time), UUID));
  expect(ids[0]).toBe('req_0000000000007372a5670e02b2c3d479');
  expect(ids.every((id) => /^req_[0-9a-f]{32}$/.test(id))).toBe(true);
  expect(ids.toSorted()).toEqual(ids);
});

test.each([
  [UUID, UUID],
  [UUID.toUpperCase(), UUID],
  [`${UUID}0`, null],
  ['asha@example.in', null],
  ['', null],
  [undefined, null],
])('a path with %s names the document %s', (given, documentId) => {
  expect(documentIdOf(given)).toBe(documentId);
});
