import type { Html } from '../../../html/html.ts';
import type { Permission } from '../../members/permissions.rules.ts';
import { WORDS } from './words/words.ts';

const { menu } = WORDS.common;

export interface MenuEntry {
  readonly path: string;
  readonly label: string;
  readonly permission: Permission;
}

export const MENU: readonly MenuEntry[] = [
  { path: '/dashboard', label: menu.home, permission: 'documents.read' },
  { path: '/dashboard/documents', label: menu.documents, permission: 'documents.read' },
  { path: '/dashboard/requests', label: menu.requests, permission: 'documents.read' },
  { path: '/dashboard/webhooks', label: menu.webhooks, permission: 'endpoints.read' },
  { path: '/dashboard/keys', label: menu.keys, permission: 'keys.manage' },
  { path: '/dashboard/credits', label: menu.credits, permission: 'billing.manage' },
  { path: '/dashboard/members', label: menu.members, permission: 'members.manage' },
  { path: '/dashboard/settings', label: menu.settings, permission: 'settings.manage' },
  { path: '/dashboard/audit', label: menu.audit, permission: 'audit.read' },
  { path: '/dashboard/me', label: menu.me, permission: 'self.manage' },
];

export interface ShownAddition {
  /** Shown below the built-in menu. An entry nested below another one follows it. */
  readonly menu: readonly MenuEntry[];
  /** Tells visitors how to sign in. */
  readonly signedOut?: Html;
}

export const ADDITION = 'dashboardAddition';
