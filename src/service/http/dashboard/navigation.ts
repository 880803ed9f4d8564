import type { Html } from '../../../html/html.ts';
import type { Permission } from '../../domain/members/permissions.ts';
import { WORDS } from './words/words.ts';

const { menu } = WORDS.common;

/** An entry of the menu: a page of the dashboard. */
export interface MenuEntry {
  readonly path: string;
  readonly label: string;
  /** Who sees it. */
  readonly permission: Permission;
}

/** The menu, in order. */
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

/** Parts of an addition that every page shows. */
export interface ShownAddition {
  /** Below the menu's own entries; a page below another one comes after it. */
  readonly menu: readonly MenuEntry[];
  /** Tells who is not signed in how they get in. */
  readonly signedOut?: Html;
}

/** Decorates an app with what its pages show of an addition. */
export const ADDITION = 'dashboardAddition';
