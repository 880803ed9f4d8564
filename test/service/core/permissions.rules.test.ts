import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Permission } from '../../../src/service/core/permissions.rules.ts';
import {
  CALLER_ROLES,
  may,
  NotPermitted,
  permit,
} from '../../../src/service/core/permissions.rules.ts';

const ALLOWED: Readonly<Record<Permission, string>> = {
  'documents.read': 'owner developer support key operator',
  'documents.send': 'owner developer key',
  'documents.resend': 'owner developer support key operator',
  'documents.withdraw': 'owner support key operator',
  'keys.manage': 'owner developer operator',
  'endpoints.read': 'owner developer support operator',
  'endpoints.manage': 'owner developer operator',
  'audit.read': 'owner developer',
  'billing.manage': 'owner',
  'members.read': 'owner developer',
  'members.manage': 'owner operator',
  'settings.manage': 'owner operator',
  'account.operate': 'operator',
  'self.manage': 'owner developer support',
  'sandbox.use': 'owner developer support',
};

test.each(Object.entries(ALLOWED))('%s is for: %s', (permission, roles) => {
  const allowed = CALLER_ROLES.filter((role) => may(role, permission as Permission));
  expect(allowed.join(' ')).toBe(roles);
});

test('the documented table says the same', async () => {
  const page = await readFile(new URL('../../../docs/security.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `([\w.]+)` .*$/gm)].map(([row, permission]) => {
    const marks = row.split('|').slice(-CALLER_ROLES.length - 1, -1);
    const roles = CALLER_ROLES.filter((_role, index) => marks[index]?.includes('✓'));
    return [permission, roles.join(' ')];
  });
  expect(rows).toEqual(Object.entries(ALLOWED));
});

test('who may do something learns in which account, and nobody else does', () => {
  const account = { accountId: 'acc_test' };
  expect(permit({ role: 'support', account }, 'documents.read')).toBe('acc_test');
  const asked = () => permit({ role: 'support', account }, 'keys.manage');
  expect(asked).toThrow(NotPermitted);
  expect(asked).toThrow('The role support lacks the permission keys.manage.');
});
