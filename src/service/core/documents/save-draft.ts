import { randomUUID } from 'node:crypto';
import { checkSigners } from '../../../contract/check-signers.ts';
import { documentNameProblem } from '../../../contract/document.ts';
import type { SignerInput } from '../../../contract/signer.ts';
import { checkSettings } from '../accounts/check-settings.ts';
import type { ServiceDeps } from '../deps.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { AuditFact, Origin } from '../evidence/audit.rules.ts';
import type { Caller } from '../permissions.rules.ts';
import { permit } from '../permissions.rules.ts';
import { placementProblem } from './add-signers.ts';
import type { Document, Signer } from './document.rules.ts';
import { addedSigner } from './document.rules.ts';
import { assertCanAddSigners } from './document-states.rules.ts';
import { lockOwnDocument } from './read-documents.ts';
import { takeChange } from './take-change.ts';

export interface DraftOrder {
  readonly documentId: string;
  readonly origin: Origin;
  readonly name: string;
  /** Empty for the account's. */
  readonly message: string;
  /** All of them, in signing order; may be empty. Not yet validated. */
  readonly signers: readonly unknown[];
}

const CHANGES = { what: 'A draft', mostPerDay: 200 } as const;

/** @throws {DomainError} `invalid_request` */
function checkDraft({ name, message, signers }: DraftOrder) {
  const problem = name === '' ? 'must not be empty' : documentNameProblem(name);
  if (problem) throw new DomainError('invalid_request', `name ${problem}.`);
  const settings = checkSettings({ message: message === '' ? null : message });
  if (signers.length === 0) return { message: settings.message ?? null, inputs: [] };
  const checked = checkSigners({ signers });
  if (!checked.ok) throw new DomainError('invalid_request', checked.problem);
  return { message: settings.message ?? null, inputs: checked.signers };
}

/** A signer who is the same person in the draft keeps their id. */
function signersOf(draft: Document, inputs: readonly SignerInput[]): Signer[] {
  const left = [...draft.signers];
  return inputs.map(({ name, email, phone, advanced }, index) => {
    const at = left.findIndex(
      (one) => one.name === name && one.email === email && one.phone === phone,
    );
    const [known] = at < 0 ? [] : left.splice(at, 1);
    return addedSigner({
      signerId: known?.signerId ?? `sgn_${randomUUID().replaceAll('-', '')}`,
      ...{ name, email, phone },
      signingOrder: index + 1,
      positions: advanced?.signaturePlacement?.positions ?? null,
    });
  });
}

function changes(
  draft: Document,
  { name, signers }: Pick<Document, 'name' | 'signers'>,
  { origin, at }: Pick<AuditFact, 'origin' | 'at'>,
): AuditFact[] {
  const isIn = (all: readonly Signer[], { signerId }: Signer) =>
    all.some((one) => one.signerId === signerId);
  const renamed = { type: 'document.renamed', at, origin, data: { name } } as const;
  return [
    ...(name === draft.name ? [] : [renamed]),
    ...draft.signers
      .filter((one) => !isIn(signers, one))
      .map(({ signerId }) => ({ type: 'signer.removed', at, origin, data: { signerId } }) as const),
    ...signers
      .filter((one) => !isIn(draft.signers, one))
      .map(({ signerId, name: added, email, signingOrder }) => {
        const data = { signerId, name: added, email, signingOrder };
        return { type: 'signer.added', at, origin, data } as const;
      }),
  ];
}

/**
 * Replaces the draft's name, message and signers.
 * @throws {DomainError} `not_found`, `invalid_request`; `invalid_state` once it was sent, or after
 * too many changes
 */
export async function saveDraft(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  caller: Caller,
  order: DraftOrder,
): Promise<void> {
  const accountId = permit(caller, 'documents.send');
  const { origin, name } = order;
  const { message, inputs } = checkDraft(order);
  await store.transaction(async (tx) => {
    const draft = await lockOwnDocument(tx, { ...order, accountId });
    const signers = signersOf(draft, inputs);
    assertCanAddSigners({ ...draft, signers: [] }, signers.length);
    const misplaced = placementProblem(draft.pages, signers);
    if (misplaced) throw new DomainError('invalid_request', misplaced);
    const at = clock.now();
    const facts = changes(draft, { name, signers }, { origin, at });
    const { documentId } = draft;
    if (facts.length > 0) await takeChange(tx, { documentId, ...CHANGES }, at);
    await tx.replaceSigners(documentId, signers);
    await tx.changeDocument(documentId, { name, message, updatedAt: at });
    await tx.appendAudit(documentId, facts);
  });
}
