import type { Timeline } from '../../../contract/extensions/extensions.ts';
import type { Caller } from '../../members/permissions.rules.ts';
import type { ServiceDeps } from '../deps.ts';
import { findOwnDocument } from '../documents/read-documents.ts';
import { describeEntry } from '../evidence/audit.rules.ts';
import { readEndings } from './endings.ts';

/** The whole trail in words, which name no secret. @throws {DomainError} `not_found` */
export async function readTimeline(
  deps: Pick<ServiceDeps, 'store' | 'clock'>,
  caller: Caller,
  id: string,
): Promise<Timeline> {
  const document = await findOwnDocument(deps, caller, id);
  const { documentId, accountId, status, linksUntil, externalId } = document;
  const [endings, trail] = await Promise.all([
    readEndings(deps, accountId, [document]),
    deps.store.readAudit(documentId),
  ]);
  const names = new Map(document.signers.map(({ signerId, name }) => [signerId, name]));
  return {
    documentId,
    status,
    ended: endings.get(documentId) ?? null,
    linksUntil: linksUntil?.toISOString() ?? null,
    externalId,
    entries: trail.map((entry) => {
      const { signerId } = entry.data;
      const name = typeof signerId === 'string' ? names.get(signerId) : undefined;
      return {
        at: entry.at,
        kind: entry.type,
        signer: typeof signerId === 'string' && name !== undefined ? { signerId, name } : null,
        text: describeEntry(entry, (of) => names.get(of)),
      };
    }),
  };
}
