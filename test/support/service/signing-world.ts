import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { PdfWorkers } from '../../../src/pdf/admission/workers.ts';
import { openFolder } from '../../../src/service/adapters/files/folder.ts';
import type { KeyCaller } from '../../../src/service/core/accounts/authenticate.ts';
import {
  assertAccess,
  findCaller,
  hashApiKey,
} from '../../../src/service/core/accounts/authenticate.ts';
import { createAccount } from '../../../src/service/core/accounts/create-account.ts';
import type { ServiceDeps } from '../../../src/service/core/deps.ts';
import { addSigners } from '../../../src/service/core/documents/add-signers.ts';
import {
  createDocument,
  receiveUpload,
} from '../../../src/service/core/documents/create-document.ts';
import { sendDocument } from '../../../src/service/core/documents/send-document.ts';
import { SYSTEM } from '../../../src/service/core/evidence/audit.rules.ts';
import { signingToken } from '../../../src/service/core/links/links.rules.ts';
import type { NotYet } from '../../../src/service/core/signing/begin-signature.ts';
import { beginSignature } from '../../../src/service/core/signing/begin-signature.ts';
import { offeredGateway } from '../../../src/service/core/signing/choose-gateway.ts';
import { finishSignature } from '../../../src/service/core/signing/finish-signature.ts';
import type { Finished } from '../../../src/service/core/signing/judge-answer.ts';
import { resumeSignatures } from '../../../src/service/core/signing/resume-signatures.ts';
import type { Consent } from '../../../src/service/core/signing/signature.rules.ts';
import type { DocumentStore } from '../../../src/service/store/store.ts';
import { addEndpoint } from '../../../src/service/webhooks/manage-endpoints.ts';
import { testFonts } from '../drawing/pdf-fonts.ts';
import { MovableClock } from '../outbox/outbox-parts.ts';
import { aPdf } from '../pdf/a-pdf.ts';
import { asOwner } from '../sign-in/callers.ts';
import type { TestAuthority } from './test-authority.ts';
import { makeTestAuthority } from './test-authority.ts';

/** A little more than a request or a try holds an attempt. */
const HELD_MS = 10_001;

const NAMES = ['Asha Rao', 'Ravi Kumar', 'अनिता शर्मा', 'Meera Iyer', 'Vikram Singh', 'Kavya Nair'];

/** The use cases' real parts, without HTTP, on a store. */
export interface SigningWorld {
  readonly deps: ServiceDeps;
  readonly authority: TestAuthority;
  /** Folder of the stored files. */
  readonly filesFolder: string;
  readonly clock: MovableClock;
  close(): Promise<void>;
}

/** A signer, as a request names them; `index` from 0. */
const signerInput = (index: number) => ({
  name: NAMES[index] ?? 'Asha Rao',
  email: `signer${index + 1}@example.in`,
  phone: '9876543210',
});

/** Opens the use cases' parts in a folder; store and PDF workers are the caller's and are closed with them. */
export async function openSigningWorld(
  folder: string,
  { store, pdf }: { readonly store: DocumentStore; readonly pdf: PdfWorkers },
): Promise<SigningWorld> {
  const clock = new MovableClock();
  const authority = await makeTestAuthority(join(folder, 'authority'), clock);
  const filesFolder = join(folder, 'files');
  const deps: ServiceDeps = {
    store,
    files: await openFolder(filesFolder),
    pdf,
    clock,
    sessionClock: clock,
    gateways: [authority.gateway],
    links: { secret: Buffer.alloc(32, 5), baseUrl: 'http://esign.example.in' },
    seals: [authority.seal],
    fonts: async () => testFonts(),
    version: '0.0.0-test',
  };
  const close = async () => {
    await pdf.close();
    await store.close();
  };
  return { deps, authority, filesFolder, clock, close };
}

/** A caller with an account of their own, and a webhook endpoint that events are queued for. */
export async function aCaller({ deps }: SigningWorld, credits = 10): Promise<KeyCaller> {
  const account = { name: 'Northwind Homes', credits, subscription: 'active' } as const;
  const { accountId, apiKey } = await createAccount(deps, account);
  await addEndpoint(deps, asOwner(accountId), { url: 'https://hooks.example.com/esign' });
  const caller = await findCaller(deps, hashApiKey(apiKey));
  assertAccess(deps, caller);
  return caller;
}

/** A PENDING document of so many signers. */
export async function aDraft(
  { deps }: SigningWorld,
  caller: KeyCaller,
  signers: number,
  pdf = aPdf(),
): Promise<string> {
  const upload = await receiveUpload(deps, Readable.from([pdf]));
  const file = { mimeType: 'application/pdf', fileName: 'lease.pdf', name: undefined };
  const { documentId } = await createDocument(deps, caller, { upload, ...file, origin: SYSTEM });
  if (signers > 0) await add(deps, { caller, documentId, from: 0, to: signers });
  return documentId;
}

/** Adds the signers from one index to below another. */
export async function add(
  deps: ServiceDeps,
  added: { caller: KeyCaller; documentId: string; from: number; to: number },
) {
  const { caller, documentId, from, to } = added;
  const indexes = Array.from({ length: to - from }, (_, index) => from + index);
  const body = { signers: indexes.map(signerInput) };
  return await addSigners(deps, caller, { documentId, body, origin: SYSTEM });
}

/** Sends a document. */
export const send = (deps: ServiceDeps, caller: KeyCaller, documentId: string) =>
  sendDocument(deps, caller, { documentId, origin: SYSTEM });

/** A SENT document with its signers' ids, in their order. */
export async function aSentDocument(
  world: SigningWorld,
  signers: number,
  pdf = aPdf(),
): Promise<{ documentId: string; signerIds: string[]; caller: KeyCaller }> {
  const caller = await aCaller(world);
  const documentId = await aDraft(world, caller, signers, pdf);
  const sent = await send(world.deps, caller, documentId);
  return { documentId, signerIds: sent.signers.map(({ signerId }) => signerId), caller };
}

const CONSENT: Consent = {
  read: 'pages',
  text: { version: 1, language: 'en', sha256: 'c'.repeat(64) },
};

/** A signer consents to a gateway, by default the one that they are offered: the request that their browser takes to the authority, or the state of what they see. */
export async function begin(deps: ServiceDeps, signerId: string, gateway?: string): Promise<Begun> {
  const token = signingToken(deps.links.secret, { signerId, linkGeneration: 0 });
  const begun = await beginSignature(deps, {
    token,
    consent: CONSENT,
    gateway: gateway ?? (await offeredGateway(deps)).id,
    shownName: null,
    origin: SYSTEM,
  });
  if (!begun) return { state: 'unknown' };
  if ('state' in begun) return { state: begun.state };
  if ('problem' in begun) return { state: begun.problem };
  if ('retryAt' in begun) return { state: 'later', retryAt: begun.retryAt };
  return { state: 'at_gateway', request: begun.fields.msg ?? begun.fields.eSignRequest ?? '' };
}

/** What a signer's consent led to. */
export type Begun =
  | { readonly state: 'at_gateway'; readonly request: string }
  | { readonly state: 'later'; readonly retryAt: Date }
  | { readonly state: NotYet['problem'] }
  | { readonly state: 'unknown' | 'your-turn' | 'waiting' | 'signed' | 'declined' | 'completed' };

/** As `begin`, where the signer is let through. @throws {Error} when they are not */
export async function beginOk(deps: ServiceDeps, signerId: string): Promise<string> {
  const begun = await begin(deps, signerId);
  if (begun.state === 'at_gateway') return begun.request;
  throw new Error(`The signer was not let through: ${begun.state}.`);
}

/** Brings an answer back from the authority. */
export const finish = (
  deps: ServiceDeps,
  answer: string,
  addressedTo: string | null = null,
): Promise<Finished | undefined> =>
  finishSignature(deps, { fields: { msg: answer }, addressedTo, origin: SYSTEM });

/** Goes on with what is left behind, once no request holds it any more; the failures. */
export function resumeLater({
  deps,
  clock,
}: Pick<SigningWorld, 'deps' | 'clock'>): Promise<unknown[]> {
  clock.advance(HELD_MS);
  return resumeSignatures(deps);
}

/** A signer signs from beginning to end; why nothing was signed, null when all is well. */
export async function signAs(world: SigningWorld, signerId: string): Promise<string | null> {
  const answer = await world.authority.answer(await beginOk(world.deps, signerId));
  return (await finish(world.deps, answer))?.reason ?? null;
}
