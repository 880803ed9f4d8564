import { Value } from 'typebox/value';
import { Document } from '../../contract/document.ts';
import { endpointPath } from '../../contract/endpoints.ts';
import type { DocumentSigner } from '../../contract/signer.ts';
import { identityFor } from '../authority/identities.ts';
import type { TestPhone } from '../authority/test-phone.ts';
import type { LinkOrder, SignedSigner, SignOrder } from '../control/control-face.ts';
import { SandboxRefused } from '../control/sandbox-errors.ts';
import { driveSigning } from './driver.ts';

const API_MS = 30_000;

/** What signing in the sandbox needs: the API, keys of the accounts it made, and the test phone. */
export interface SigningPlace {
  readonly baseUrl: string;
  readonly apiKeys: readonly string[];
  readonly phone: TestPhone;
}

async function readAs(place: SigningPlace, documentId: string, apiKey: string) {
  const url = new URL(endpointPath('retrieveDocument', documentId), place.baseUrl);
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(API_MS),
  });
  const content: unknown = await answer.json();
  return answer.ok ? Value.Decode(Document, content) : undefined;
}

async function readDocument(place: SigningPlace, documentId: string): Promise<Document> {
  for (const apiKey of place.apiKeys) {
    const document = await readAs(place, documentId, apiKey);
    if (document) return document;
  }
  throw new SandboxRefused('not_found', `The sandbox has no document ${documentId}.`);
}

const inOrder = (signers: readonly DocumentSigner[]): DocumentSigner[] =>
  [...signers].sort((a, b) => a.signingOrder - b.signingOrder);

/** Who is meant; of signers with one email, whoever has yet to sign. */
function find(signers: readonly DocumentSigner[], who: string): DocumentSigner {
  const meant = inOrder(signers).filter(
    ({ signingOrder, email, signerId }) =>
      String(signingOrder) === who ||
      email?.toLowerCase() === who.toLowerCase() ||
      signerId === who,
  );
  const signer = meant.find(({ hasSigned }) => !hasSigned) ?? meant[0];
  if (!signer) throw new SandboxRefused('not_found', `The document has no signer ${who}.`);
  return signer;
}

function named(signers: readonly DocumentSigner[], who: string): DocumentSigner {
  const signer = find(signers, who);
  if (signer.hasSigned) {
    throw new SandboxRefused('invalid_state', `${signer.name} has signed already.`);
  }
  const next = inOrder(signers).find(({ hasSigned }) => !hasSigned) ?? signer;
  if (next.signerId === signer.signerId) return signer;
  const turn = `It is ${next.name}’s turn (signer ${next.signingOrder})`;
  const after = `${signer.name} (signer ${signer.signingOrder}) comes after`;
  throw new SandboxRefused(
    'invalid_state',
    `${turn}; ${after}. Sign as signer ${next.signingOrder} first, or as all in order.`,
  );
}

const notSent = (): SandboxRefused =>
  new SandboxRefused('invalid_state', 'The document is PENDING; send it first.');

/** Who is to sign, in order: the one named, all that are left, or the next one. */
export function chooseSigners(
  { status, signers }: Pick<Document, 'status' | 'signers'>,
  { signer, all }: Pick<SignOrder, 'signer' | 'all'>,
): DocumentSigner[] {
  if (status === 'PENDING') throw notSent();
  if (signer !== undefined) return [named(signers, signer)];
  const left = inOrder(signers).filter(({ hasSigned }) => !hasSigned);
  if (left.length === 0) {
    throw new SandboxRefused('invalid_state', 'Everybody has signed; nobody is left.');
  }
  return all ? left : left.slice(0, 1);
}

/**
 * The page of a signer: of the one named, of whoever is next, else of the first.
 * @throws {SandboxRefused} when the document is not there or not sent, or has no such signer
 */
export async function findLink(
  place: SigningPlace,
  { documentId, signer }: LinkOrder,
): Promise<{ url: string }> {
  const { signers } = await readDocument(place, documentId);
  const next = inOrder(signers).find(({ hasSigned }) => !hasSigned) ?? inOrder(signers)[0];
  const { signUrl } = (signer === undefined ? next : find(signers, signer)) ?? {};
  if (signUrl) return { url: signUrl };
  throw notSent();
}

async function signAs(place: SigningPlace, documentId: string, signer: DocumentSigner) {
  await driveSigning({
    signUrl: signer.signUrl ?? '',
    identity: identityFor(signer).number,
    readCode: (reference) =>
      place.phone.messages().findLast((message) => message.reference === reference)?.code,
  });
  const after = await readDocument(place, documentId);
  const { signedAt } = after.signers.find(({ signerId }) => signerId === signer.signerId) ?? {};
  if (!signedAt) {
    throw new SandboxRefused('signing_failed', `${signer.name} went through, but did not sign.`);
  }
  const { signerId, name, signingOrder } = signer;
  return { signerId, name, signingOrder, signedAt };
}

/**
 * Signs a document as its next signer, as the one named, or as all in order, through the real pages.
 * @throws {SandboxRefused} when there is nobody to sign, or a page says why it cannot be
 */
export async function signDocument(
  place: SigningPlace,
  { documentId, ...whom }: SignOrder,
): Promise<{ signers: SignedSigner[] }> {
  const document = await readDocument(place, documentId);
  const signers: SignedSigner[] = [];
  for (const signer of chooseSigners(document, whom)) {
    signers.push(await signAs(place, documentId, signer));
  }
  return { signers };
}
