import { Value } from 'typebox/value';
import { Document } from '../../contract/document.ts';
import { endpointPath } from '../../contract/endpoints.ts';
import type { DocumentSigner } from '../../contract/signer.ts';
import type { TestPhone } from '../authority/test-phone.ts';
import { PASS_HEADER } from '../faults.ts';
import { driveDecline, driveSigning } from './drive-signing.ts';
import type { Answer, Input } from './operations.ts';
import { SandboxRefused } from './sandbox-errors.ts';

const API_MS = 30_000;

export interface SigningAccess {
  readonly baseUrl: string;
  readonly apiKeys: readonly string[];
  readonly phone: TestPhone;
  /** Lets requests past API faults. */
  readonly pass: string;
}

async function readAs(access: SigningAccess, documentId: string, apiKey: string) {
  const url = new URL(endpointPath('retrieveDocument', documentId), access.baseUrl);
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${apiKey}`, [PASS_HEADER]: access.pass },
    signal: AbortSignal.timeout(API_MS),
  });
  const content: unknown = await response.json();
  return response.ok ? Value.Decode(Document, content) : undefined;
}

async function readDocument(access: SigningAccess, documentId: string): Promise<Document> {
  for (const apiKey of access.apiKeys) {
    const document = await readAs(access, documentId, apiKey);
    if (document) return document;
  }
  throw new SandboxRefused('not_found', `The sandbox has no document ${documentId}.`);
}

const inOrder = (signers: readonly DocumentSigner[]): DocumentSigner[] =>
  [...signers].sort((a, b) => a.signingOrder - b.signingOrder);

/** If several have one email, the first who has not signed. */
function find(signers: readonly DocumentSigner[], who: string): DocumentSigner {
  const matching = inOrder(signers).filter(
    ({ signingOrder, email, signerId }) =>
      String(signingOrder) === who ||
      email?.toLowerCase() === who.toLowerCase() ||
      signerId === who,
  );
  const signer = matching.find(({ hasSigned }) => !hasSigned) ?? matching[0];
  if (!signer) throw new SandboxRefused('not_found', `The document has no signer ${who}.`);
  return signer;
}

function named(signers: readonly DocumentSigner[], who: string): DocumentSigner {
  const signer = find(signers, who);
  if (signer.hasSigned) {
    throw new SandboxRefused('invalid_state', `${signer.name} has already signed.`);
  }
  const next = inOrder(signers).find(({ hasSigned }) => !hasSigned) ?? signer;
  if (next.signerId === signer.signerId) return signer;
  const turn = `It is ${next.name}’s turn (signer ${next.signingOrder})`;
  const after = `${signer.name} (signer ${signer.signingOrder}) comes later`;
  throw new SandboxRefused(
    'invalid_state',
    `${turn}; ${after}. Sign as signer ${next.signingOrder} first, or as all signers in order.`,
  );
}

const notSent = (): SandboxRefused =>
  new SandboxRefused('invalid_state', 'The document is PENDING. Send it first.');

/** Signers in order: the given one, all that are left, or the next. */
export function chooseSigners(
  { status, signers }: Pick<Document, 'status' | 'signers'>,
  { signer, all }: Pick<Input<'sign'>, 'signer' | 'all'>,
): DocumentSigner[] {
  if (status === 'PENDING') throw notSent();
  if (signer !== undefined) return [named(signers, signer)];
  const left = inOrder(signers).filter(({ hasSigned }) => !hasSigned);
  if (left.length === 0) {
    throw new SandboxRefused('invalid_state', 'Everyone has already signed.');
  }
  return all ? left : left.slice(0, 1);
}

/**
 * The link of the given signer, the next or, once all signed, the first. Throws SandboxRefused if
 * the document is unknown or not sent, or has no such signer.
 */
export async function findLink(
  access: SigningAccess,
  { documentId, signer }: Input<'link'>,
): Promise<{ url: string }> {
  const { signers } = await readDocument(access, documentId);
  const next = inOrder(signers).find(({ hasSigned }) => !hasSigned) ?? inOrder(signers)[0];
  const { signUrl } = (signer === undefined ? next : find(signers, signer)) ?? {};
  if (signUrl) return { url: signUrl };
  throw notSent();
}

interface Signing {
  readonly documentId: string;
  readonly signer: DocumentSigner;
  readonly identity: string | undefined;
}

/** Default identity: the signer's name. */
async function signAs(access: SigningAccess, { documentId, signer, identity }: Signing) {
  await driveSigning({
    signUrl: signer.signUrl ?? '',
    identity: identity ?? signer.name,
    readCode: (reference) =>
      access.phone.messages().findLast((message) => message.reference === reference)?.code,
  });
  const after = await readDocument(access, documentId);
  const { signedAt } = after.signers.find(({ signerId }) => signerId === signer.signerId) ?? {};
  if (!signedAt) {
    throw new SandboxRefused(
      'signing_failed',
      `${signer.name} went through all pages, but there is no signature.`,
    );
  }
  const { signerId, name, signingOrder } = signer;
  return { signerId, name, signingOrder, signedAt };
}

/** Throws SandboxRefused if there is nobody to sign as, or with the failed page's message. */
export async function signDocument(
  access: SigningAccess,
  { documentId, identity, ...whom }: Input<'sign'>,
): Promise<Answer<'sign'>> {
  const document = await readDocument(access, documentId);
  const signers: Answer<'sign'>['signers'] = [];
  for (const signer of chooseSigners(document, whom)) {
    signers.push(await signAs(access, { documentId, signer, identity }));
  }
  return { signers };
}

/** Declines on the signer's page. Throws SandboxRefused as `signDocument` does. */
export async function declineDocument(
  access: SigningAccess,
  { documentId, reason = '', ...whom }: Input<'decline'>,
): Promise<Answer<'decline'>> {
  const [signer] = chooseSigners(await readDocument(access, documentId), whom);
  if (!signer) throw notSent();
  await driveDecline(signer.signUrl ?? '', reason);
  const { signerId, name, signingOrder } = signer;
  return { signerId, name, signingOrder };
}
