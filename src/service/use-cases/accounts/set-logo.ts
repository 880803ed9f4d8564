import { createHash } from 'node:crypto';
import type { Account } from '../../domain/accounts/account.ts';
import type { Logo, LogoProblem } from '../../domain/branding/logo.ts';
import type { Caller } from '../../domain/members/permissions.ts';
import { permit } from '../../domain/members/permissions.ts';
import type { ServiceDeps } from '../deps.ts';
import { reencodePng } from './reencode-png.ts';

/** The logo of an account; undefined without one, and for one that was replaced a moment ago. */
export async function logoOf(
  { store }: Deps,
  { logoHash: hash }: Pick<Account, 'logoHash'>,
): Promise<Logo | undefined> {
  const png = hash === null ? undefined : await store.findLogo(hash);
  return hash !== null && png ? { hash, png } : undefined;
}

type Deps = Pick<ServiceDeps, 'store'>;

/** Sets the logo of the caller's account from an uploaded file, re-encoded. Returns the reason if the file is refused. */
export async function setLogo(
  { store }: Deps,
  caller: Caller,
  file: Buffer,
): Promise<LogoProblem | undefined> {
  const accountId = permit(caller, 'settings.manage');
  const png = await reencodePng(file);
  if (typeof png === 'string') return png;
  const hash = createHash('sha256').update(png).digest('hex');
  await store.transaction((tx) => tx.setLogo(accountId, { hash, png }));
  return undefined;
}

/** Removes the logo of the caller's account. Mails that were sent keep it. */
export async function removeLogo({ store }: Deps, caller: Caller): Promise<void> {
  const accountId = permit(caller, 'settings.manage');
  await store.transaction((tx) => tx.setLogo(accountId, null));
}
