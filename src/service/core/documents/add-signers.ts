import { randomUUID } from 'node:crypto';
import type { PageExtent } from '../../../contract/check-signers.ts';
import { checkSigners, rectangleProblem } from '../../../contract/check-signers.ts';
import type { AddedSigner, AddedSigners, SignerInput } from '../../../contract/signer.ts';
import type { Sender, SenderRequest } from '../accounts/authenticate.ts';
import type { ServiceDeps } from '../deps.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { Origin } from '../evidence/audit.rules.ts';
import { permit } from '../permissions.rules.ts';
import type { Document, Signer } from './document.rules.ts';
import { addedSigner } from './document.rules.ts';
import { assertCanAddSigners } from './document-states.rules.ts';
import { advancedOf, findOwnDocument, lockOwnDocument } from './read-documents.ts';

type PlaceableSigner = Pick<Signer, 'name' | 'signingOrder' | 'positions'>;

/** The first requested rectangle that is off its page, in words; undefined for none. */
export function placementProblem(
  pages: readonly PageExtent[],
  signers: readonly PlaceableSigner[],
): string | undefined {
  for (const { name, signingOrder, positions } of signers) {
    const problems = (positions ?? []).map((position) => rectangleProblem(position, pages));
    const found = problems.find((problem) => problem !== undefined);
    if (found !== undefined) return `Signer ${signingOrder} (${name}) ${found}.`;
  }
  return undefined;
}

/** `body` is parsed JSON, not yet validated. */
export interface AddSignersOrder {
  readonly documentId: string;
  readonly body: unknown;
  readonly origin: Origin;
}

/**
 * Specification, section 4.4.
 * @throws {DomainError} `not_found`, `invalid_request`, `invalid_state`, `signer_limit_reached`, in
 * this order
 */
export async function addSigners(
  deps: Pick<ServiceDeps, 'store' | 'clock'>,
  caller: Sender,
  request: AddSignersOrder,
): Promise<AddedSigners> {
  const accountId = permit(caller, 'documents.send');
  const { documentId } = request;
  const checked = checkSigners(request.body);
  if (!checked.ok) {
    await findOwnDocument(deps, caller, documentId);
    throw new DomainError('invalid_request', checked.problem);
  }
  const signers = await deps.store.transaction(async (tx) => {
    const document = await lockOwnDocument(tx, { accountId, documentId });
    const added = newSigners(document, checked.signers);
    assertPlaceable(document, added);
    const at = deps.clock.now();
    await tx.insertSigners(documentId, added);
    await tx.changeDocument(documentId, { updatedAt: at });
    await tx.appendAudit(
      documentId,
      added.map((signer) => signerAdded(signer, { caller, origin: request.origin }, at)),
    );
    return added;
  });
  return { signers: signers.map(presentAdded) };
}

function newSigners({ signers }: Document, inputs: readonly SignerInput[]): Signer[] {
  return inputs.map(({ name, email, phone, advanced }, index) =>
    addedSigner({
      signerId: `sgn_${randomUUID().replaceAll('-', '')}`,
      ...{ name, email, phone },
      signingOrder: signers.length + index + 1,
      positions: advanced?.signaturePlacement?.positions ?? null,
    }),
  );
}

/** Checks the request before the document's state. */
function assertPlaceable(document: Document, added: readonly Signer[]): void {
  const misplaced = placementProblem(document.pages, added);
  if (misplaced) throw new DomainError('invalid_request', misplaced);
  assertCanAddSigners(document, added.length);
}

function signerAdded(signer: Signer, { caller, origin }: SenderRequest, at: Date) {
  const { signerId, name, email, signingOrder } = signer;
  const data = { signerId, name, email, signingOrder, apiKey: caller.keyPrefix };
  return { type: 'signer.added' as const, at, origin, data };
}

function presentAdded(signer: Signer): AddedSigner {
  const { signerId, name, email, signingOrder } = signer;
  return { signerId, name, email, signingOrder, ...advancedOf(signer) };
}
