import { expect, test } from 'vitest';
import { ESP_FAILURES } from '../../../../src/sandbox/authority/requests/esp-failures.ts';
import { failureOf, isOutage } from '../../../../src/service/adapters/gateway/read-answer.ts';

test.each([
  ['gateway_refused', 'ESP-901 ESP-902 ESP-903 ESP-905 ESP-906 ESP-907 ESP-909 ESP-911 ESP-922'],
  ['gateway_refused', 'ESP-992 ESP-000 ESP-009 ESS-114'],
  ['clock', 'ESP-908'],
  ['duplicate_txn', 'ESP-910'],
  ['signer_declined', 'ESP-944 ESP-945 esp-944'],
  ['session_expired', 'ESP-946'],
  ['otp_attempts', 'ESP-415 400 403 UIDAI-400'],
  ['wait_1min', '952'],
  ['wait_30min', '953'],
  ['mobile_not_linked', '112 UIDAI-112 ESP-112'],
  ['identity_locked', '330 331 332'],
  ['identity_suspended', '995 996 997'],
  ['invalid_identity', '998 515 532 K-515 100 200'],
  ['virtual_id_expired', '517 K-517 UIDAI-517'],
  ['biometrics_failed', '300 310 316 329 800 811 812 951'],
  ['service_down', '402 999 K-100 K-200 ESP-991 ESP-993 ESP-999'],
  ['service_down', 'ESP-777 X NA 299 333'],
])('%s: %s', (reason, codes) => {
  for (const code of codes.split(' ')) expect([code, failureOf(code)]).toEqual([code, reason]);
});

test.each([
  [true, 'ESP-991 ESP-992 ESP-993 ESP-999 esp-999 999 UIDAI-999'],
  [
    false,
    'ESP-901 ESP-944 ESP-946 ESP-415 ESP-990 402 K-100 K-200 998 UIDAI-998 112 952 X NA 9991',
  ],
])('the service failed, %s: %s', (expected, codes) => {
  for (const code of codes.split(' ')) expect([code, isOutage(code)]).toEqual([code, expected]);
});

test('a failure without a code counts as the authority’s', () => {
  expect(failureOf('')).toBe('service_down');
});

test('every code of the sandbox’s authority is known', () => {
  for (const { code } of Object.values(ESP_FAILURES)) {
    expect([code, failureOf(code) === 'service_down']).toEqual([code, code === 'ESP-999']);
  }
});
