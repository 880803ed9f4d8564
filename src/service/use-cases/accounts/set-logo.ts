import { createHash } from 'node:crypto';
import type { LogoProblem } from '../../domain/branding/logo.ts';
import type { ServiceDeps } from '../deps.ts';
import { reencodePng } from './reencode-png.ts';

type Deps = Pick<ServiceDeps, 'store'>;

/** Gives an account the logo of an uploaded file, encoded anew. Returns why not, if the file is refused. */
export async function setLogo(
  { store }: Deps,
  accountId: string,
  file: Buffer,
): Promise<LogoProblem | undefined> {
  const png = await reencodePng(file);
  if (typeof png === 'string') return png;
  const hash = createHash('sha256').update(png).digest('hex');
  await store.transaction((tx) => tx.setLogo(accountId, { hash, png }));
  return undefined;
}

/** Takes an account's logo away; mails that were sent keep it. */
export async function removeLogo({ store }: Deps, accountId: string): Promise<void> {
  await store.transaction((tx) => tx.setLogo(accountId, null));
}
