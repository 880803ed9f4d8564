import type { Permission } from '../../domain/members/permissions.ts';

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

/** Decorates an app with what gives the further entries of its menu. */
export const MENU_LINKS = 'menuLinks';
