import type { Html } from '../../../html/html.ts';
import type { Permission } from '../../domain/members/permissions.ts';

/** An entry of the menu: a page of the dashboard. */
export interface MenuEntry {
  readonly path: string;
  readonly label: string;
  /** Who sees it. */
  readonly permission: Permission;
}

/** The menu, in order. */
export const MENU: readonly MenuEntry[] = [
  { path: '/dashboard', label: 'Home', permission: 'documents.read' },
  { path: '/dashboard/documents', label: 'Documents', permission: 'documents.read' },
  { path: '/dashboard/requests', label: 'Requests', permission: 'documents.read' },
  { path: '/dashboard/webhooks', label: 'Webhooks', permission: 'documents.read' },
  { path: '/dashboard/keys', label: 'API keys', permission: 'keys.manage' },
  { path: '/dashboard/credits', label: 'Credits', permission: 'billing.manage' },
  { path: '/dashboard/members', label: 'Members', permission: 'members.manage' },
  { path: '/dashboard/settings', label: 'Settings', permission: 'settings.manage' },
  { path: '/dashboard/audit', label: 'Audit log', permission: 'audit.read' },
  { path: '/dashboard/me', label: 'You', permission: 'self.manage' },
];

/** What every page shows of an addition to the dashboard. */
export interface ShownAddition {
  /** Below the menu's own entries; a page below another one comes after it. */
  readonly menu: readonly MenuEntry[];
  /** Tells who is not signed in how they get in. */
  readonly signedOut?: Html;
}

/** Decorates an app with what its pages show of an addition. */
export const ADDITION = 'dashboardAddition';
