import { FilesNearlyFull } from '../../ports/file-store.ts';
import type { Sender } from '../accounts/authenticate.ts';
import type { ServiceDeps } from '../deps.ts';
import { permit } from '../permissions.rules.ts';
import { assertDraftAllowed, DEFAULT_QUOTAS } from '../quotas.rules.ts';

type Deps = Pick<ServiceDeps, 'store' | 'files' | 'quotas'>;

/** Undefined if uploads are accepted. */
export async function uploadsProblem({
  files,
  quotas = DEFAULT_QUOTAS,
}: Omit<Deps, 'store'>): Promise<string | undefined> {
  const { freeDiskPercent } = quotas;
  const share = await files.freeShare();
  if (share === undefined || share * 100 >= freeDiskPercent) return undefined;
  return `less than ${freeDiskPercent} % of the files' volume is free`;
}

/** @throws {FilesNearlyFull} */
export async function assertSpace(deps: Omit<Deps, 'store'>): Promise<void> {
  const problem = await uploadsProblem(deps);
  if (problem !== undefined)
    throw new FilesNearlyFull(`No uploads are taken while ${problem}. Try again later.`);
}

/**
 * Before the upload is read; `createDocument` checks again.
 * @throws {DomainError} `invalid_request` for an account with too many drafts
 * @throws {FilesNearlyFull}
 */
export async function admitUpload(deps: Deps, caller: Sender): Promise<void> {
  const accountId = permit(caller, 'documents.send');
  const { account } = caller;
  await assertSpace(deps);
  const use = await deps.store.measureDrafts(accountId);
  assertDraftAllowed(deps.quotas ?? DEFAULT_QUOTAS, { ...use, account }, 1);
}
