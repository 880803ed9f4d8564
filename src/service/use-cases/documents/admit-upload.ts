import { permit } from '../../domain/members/permissions.ts';
import { assertDraftAllowed, DEFAULT_QUOTAS } from '../../domain/quotas.ts';
import { FilesNearlyFull } from '../../ports/file-store.ts';
import type { KeyCaller } from '../accounts/authenticate.ts';
import type { ServiceDeps } from '../deps.ts';

type Deps = Pick<ServiceDeps, 'store' | 'files' | 'quotas'>;

/** Why no uploads are taken now; undefined if they are. */
export async function uploadsProblem({
  files,
  quotas = DEFAULT_QUOTAS,
}: Omit<Deps, 'store'>): Promise<string | undefined> {
  const { freeDiskPercent } = quotas;
  const share = await files.freeShare();
  if (share === undefined || share * 100 >= freeDiskPercent) return undefined;
  return `less than ${freeDiskPercent} % of the files' volume is free`;
}

/** Asserts that uploads are taken now. @throws {FilesNearlyFull} */
export async function assertSpace(deps: Omit<Deps, 'store'>): Promise<void> {
  const problem = await uploadsProblem(deps);
  if (problem !== undefined)
    throw new FilesNearlyFull(`No uploads are taken while ${problem}. Try again later.`);
}

/**
 * Asserts that a caller may upload a document, before anything of it is read. Creating the document asserts it again.
 * @throws {DomainError} `invalid_request` for an account with too many drafts
 * @throws {FilesNearlyFull}
 */
export async function admitUpload(deps: Deps, caller: KeyCaller): Promise<void> {
  const accountId = permit(caller, 'documents.send');
  const { account } = caller;
  await assertSpace(deps);
  const use = await deps.store.measureDrafts(accountId);
  assertDraftAllowed(deps.quotas ?? DEFAULT_QUOTAS, { ...use, account }, 1);
}
