import { expect, test } from 'vitest';
import type { Permission } from '../../../../src/service/domain/members/permissions.ts';
import { MEMBER_ROLES, may } from '../../../../src/service/domain/members/permissions.ts';

const ALLOWED: Readonly<Record<Permission, string>> = {
  'documents.read': 'owner developer support',
  'documents.resend': 'owner developer support',
  'documents.withdraw': 'owner support',
  'keys.manage': 'owner developer',
  'endpoints.manage': 'owner developer',
  'audit.read': 'owner developer',
  'billing.manage': 'owner',
  'members.manage': 'owner',
  'settings.manage': 'owner',
  'self.manage': 'owner developer support',
  'sandbox.use': 'owner developer support',
};

test.each(Object.entries(ALLOWED))('%s is for: %s', (permission, roles) => {
  const allowed = MEMBER_ROLES.filter((role) => may(role, permission as Permission));
  expect(allowed.join(' ')).toBe(roles);
});
