import { randomBytes, randomUUID } from 'node:crypto';
import type { PreparedSignature } from '../../../pdf/signing/prepare.ts';
import { compareNames } from '../compare-names.rules.ts';
import type { AtGateway, ServiceDeps } from '../deps.ts';
import { placementsOf } from '../documents/arrange-signatures.rules.ts';
import type { Signer, StoredFile } from '../documents/document.rules.ts';
import type { SignerVisit } from '../links/signing-view.ts';
import type { SignatureAttempt } from './signature.rules.ts';
import { fieldName } from './signature.rules.ts';

type Deps = Pick<ServiceDeps, 'files' | 'fonts'> & AtGateway;

interface WantedAttempt {
  readonly base: StoredFile;
  readonly shownName: string | null;
  readonly at: Date;
}

export async function prepareAttempt(
  deps: Deps,
  visit: SignerVisit,
  wanted: WantedAttempt,
): Promise<SignatureAttempt> {
  const { files, gateway } = deps;
  const { documentId } = visit.document;
  const { base, shownName, at } = wanted;
  const prepared = await prepare(deps, visit, wanted);
  const preparedKey = `documents/${documentId}/attempt-${randomUUID()}.pdf`;
  await files.write(preparedKey, prepared.bytes);
  return {
    txn: `ESIGN-${randomBytes(16).toString('hex')}`,
    documentId,
    signerId: visit.signer.signerId,
    state: 'at_gateway',
    gateway: gateway.id,
    baseSha256: base.sha256,
    inputHash: prepared.sha256,
    preparedKey,
    contentsAt: prepared.contentsAt,
    reserve: prepared.reserve,
    shownName,
    linkGeneration: visit.signer.linkGeneration,
    createdAt: at,
    expiresAt: new Date(at.getTime() + gateway.sessionMs),
    answer: null,
    reason: null,
    failures: 0,
  };
}

/** Shows a certificate's differing name above the invited one. */
function namesOn({ name }: Signer, shownName: string | null) {
  if (shownName === null || compareNames(name, shownName) === 'match')
    return { name: shownName ?? name };
  return { name: shownName, invitedAs: name };
}

async function prepare(
  deps: Deps,
  { document, signer }: SignerVisit,
  { base, shownName, at: date }: WantedAttempt,
): Promise<PreparedSignature> {
  const placed = placementsOf(document);
  const rects = placed.find(({ signerId }) => signerId === signer.signerId)?.positions ?? [];
  const { prepareSignature } = await import('../../../pdf/signing/prepare.ts');
  const bytes = await deps.files.read(base.key, base);
  return await prepareSignature(bytes, {
    field: fieldName(signer.signingOrder),
    ...namesOn(signer, shownName),
    rects,
    date,
    reason: `Signed by OTP as signer ${signer.signingOrder} of ${document.signers.length}`,
    test: deps.gateway.isTest,
    otherwise: signer.email,
    reserve: deps.gateway.reserve,
    subFilter: deps.gateway.subFilter,
    fonts: await deps.fonts(),
  });
}
