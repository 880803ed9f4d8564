import type { Permission } from '../../domain/members/permissions.ts';
import { WORDS } from './words/words.ts';

const { menu } = WORDS.common;

/** An entry of the menu: a page of the dashboard, or the address of another one. */
export interface MenuLink {
  readonly path: string;
  readonly label: string;
}

interface Entry extends MenuLink {
  /** Who sees it. */
  readonly permission: Permission;
}

/** The menu, in order. */
export const MENU: readonly Entry[] = [
  { path: '/dashboard', label: menu.home, permission: 'documents.read' },
  { path: '/dashboard/documents', label: menu.documents, permission: 'documents.read' },
  { path: '/dashboard/requests', label: menu.requests, permission: 'documents.read' },
  { path: '/dashboard/webhooks', label: menu.webhooks, permission: 'documents.read' },
  { path: '/dashboard/keys', label: menu.keys, permission: 'keys.manage' },
  { path: '/dashboard/credits', label: menu.credits, permission: 'billing.manage' },
  { path: '/dashboard/members', label: menu.members, permission: 'members.manage' },
  { path: '/dashboard/settings', label: menu.settings, permission: 'settings.manage' },
  { path: '/dashboard/audit', label: menu.audit, permission: 'audit.read' },
  { path: '/dashboard/me', label: menu.me, permission: 'self.manage' },
];

/** Decorates an app with what gives the further entries of its menu. */
export const MENU_LINKS = 'menuLinks';
