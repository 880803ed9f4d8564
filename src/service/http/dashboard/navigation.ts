import type { Permission } from '../../domain/members/permissions.ts';

/** An entry of the menu. */
interface Entry {
  readonly path: string;
  readonly label: string;
  /** Who sees it. */
  readonly permission: Permission;
}

/** The menu, in order. */
export const MENU: readonly Entry[] = [
  { path: '/dashboard', label: 'Home', permission: 'documents.read' },
  { path: '/dashboard/me', label: 'You', permission: 'self.manage' },
];
