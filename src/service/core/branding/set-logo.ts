import { createHash } from 'node:crypto';
import type { Account } from '../accounts/account.rules.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Caller } from '../permissions.rules.ts';
import { permit } from '../permissions.rules.ts';
import type { Logo, LogoProblem } from './logo.rules.ts';
import { reencodePng } from './reencode-png.ts';

/** Also undefined for a logo that was just replaced. */
export async function logoOf(
  { store }: Deps,
  { logoHash: hash }: Pick<Account, 'logoHash'>,
): Promise<Logo | undefined> {
  const png = hash === null ? undefined : await store.findLogo(hash);
  return hash !== null && png ? { hash, png } : undefined;
}

type Deps = Pick<ServiceDeps, 'store'>;

/** Re-encodes the file. Returns the problem if it's refused. */
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

/** Mails already sent keep it. */
export async function removeLogo({ store }: Deps, caller: Caller): Promise<void> {
  const accountId = permit(caller, 'settings.manage');
  await store.transaction((tx) => tx.setLogo(accountId, null));
}
