import type { ExternalId } from '../../../contract/extensions/extensions.ts';
import { EXTENSION_LIMITS } from '../../../contract/extensions/names.ts';
import { isRecord } from '../../../contract/is-record.ts';
import { hasUnsafe } from '../../../contract/unsafe-characters.ts';
import type { KeyCaller } from '../accounts/authenticate.ts';
import type { ServiceDeps } from '../deps.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { Origin } from '../evidence/audit.rules.ts';
import { permit } from '../permissions.rules.ts';
import { lockOwnDocument } from './read-documents.ts';
import { takeChange } from './take-change.ts';

const { externalIdLength: MOST } = EXTENSION_LIMITS;

/** As given: what a client stores is what it looks for. */
function readExternalId(body: unknown): string | null {
  const given = isRecord(body) ? body.externalId : body;
  if (given === null) return null;
  const isText = typeof given === 'string' && given !== '' && [...given].length <= MOST;
  if (isText && given.trim() === given && !hasUnsafe(given)) return given;
  throw new DomainError(
    'invalid_request',
    `externalId must be 1 to ${MOST} characters without line breaks or spaces around them, or null.`,
  );
}

const CHANGES = { what: 'The external id of a document', mostPerDay: 20 } as const;

/**
 * Null removes it.
 * @throws {DomainError} `not_found`, `invalid_request`; `invalid_state` if another document has
 * it, or after too many changes
 */
export async function setExternalId(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  caller: KeyCaller,
  request: { readonly documentId: string; readonly body: unknown; readonly origin: Origin },
): Promise<ExternalId> {
  const accountId = permit(caller, 'documents.send');
  return await store.transaction(async (tx) => {
    // One request of the account at a time, so that two cannot take the same id.
    await tx.lockAccount(accountId);
    const { documentId, externalId: former } = await lockOwnDocument(tx, { ...request, accountId });
    const externalId = readExternalId(request.body);
    if (externalId === former) return { externalId };
    const holder = externalId !== null && (await tx.findByExternalId({ accountId, externalId }));
    if (holder) {
      const message = `The document ${holder} has this external id.`;
      throw new DomainError('invalid_state', message);
    }
    const at = clock.now();
    if (former !== null) await takeChange(tx, { documentId, ...CHANGES }, at);
    await tx.changeDocument(documentId, { externalId, updatedAt: at });
    const data = { externalId, apiKey: caller.keyPrefix };
    await tx.appendAudit(documentId, [
      { type: 'external-id.set', at, origin: request.origin, data },
    ]);
    return { externalId };
  });
}
