import { setTimeout as pause } from 'node:timers/promises';
import type { Document, SignerInput, UnsafeCallOptions } from '../../src/client/index.ts';
import { EsignClient, OutcomeUnknownError } from '../../src/client/index.ts';
import { driveSigning } from '../../src/sandbox/control/drive-signing.ts';
import { SandboxRefused } from '../../src/sandbox/control/sandbox-errors.ts';
import type { ServeWorld } from '../support/deployment/serve-world.ts';
import { aPdf } from '../support/pdf/a-pdf.ts';

const RETRIES = 100;
const AGAIN_MS = 500;
/** A signer who brought an answer looks this often whether it counts before starting anew. */
const LOOKS = 40;
const MOST_REFUSALS = 40;
const NAMES = ['Asha Rao', 'Ravi Kumar'];

/** What carrying documents through has met. */
export interface Carried {
  readonly documents: Document[];
  /** Pages that refused a signer, by what they said. */
  readonly refusals: Map<string, number>;
}

interface Traffic {
  readonly world: ServeWorld;
  readonly client: EsignClient;
  readonly refusals: Map<string, number>;
}

/** Calls until the outcome is known. */
async function insist<T>(call: (lost: UnsafeCallOptions) => Promise<T>): Promise<T> {
  const lostAt = new Date();
  for (let lost: UnsafeCallOptions = {}; ; lost = { lostAt }) {
    try {
      return await call(lost);
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) throw error;
    }
  }
}

const signersOf = (number: number): SignerInput[] =>
  NAMES.slice(0, 1 + (number % NAMES.length)).map((name, at) => ({
    name,
    email: `signer-${number}-${at + 1}@example.in`,
    phone: `987654321${at}`,
  }));

const nextOf = (document: Document) => document.signers.find(({ signedAt }) => signedAt === null);

/** Signs as whoever is next; a page that refuses, because something is down, is counted. */
async function tryToSign({ world, refusals }: Traffic, document: Document): Promise<boolean> {
  const { phone } = world.authority;
  const signer = nextOf(document);
  try {
    await driveSigning({
      signUrl: signer?.signUrl ?? '',
      identity: signer?.name ?? '',
      readCode: (reference) =>
        phone.messages().findLast((one) => one.reference === reference)?.code,
    });
    return true;
  } catch (error) {
    if (!(error instanceof SandboxRefused)) throw error;
    refusals.set(error.message, (refusals.get(error.message) ?? 0) + 1);
    return false;
  }
}

/** Has the next signer sign; resolves to the document with the signature. */
async function signNext(traffic: Traffic, document: Document): Promise<Document> {
  const { documents } = traffic.client;
  const before = nextOf(document)?.signerId;
  for (let refusals = 0; refusals < MOST_REFUSALS; refusals += 1) {
    const looks = (await tryToSign(traffic, document)) ? LOOKS : 1;
    for (let look = 0; look < looks; look += 1) {
      const now = await documents.retrieve(document.documentId);
      if (nextOf(now)?.signerId !== before) return now;
      await pause(AGAIN_MS);
    }
  }
  throw new Error(`${document.name} cannot be signed: ${[...traffic.refusals.keys()].join(' | ')}`);
}

/** Carries a document through, and stops after each step. */
export async function* carry(traffic: Traffic, number: number): AsyncGenerator<void, Document> {
  const { documents } = traffic.client;
  const name = `Lease ${number}`;
  const { documentId } = await insist((lost) => documents.create(aPdf(), { name, ...lost }));
  yield;
  await insist((lost) => documents.addSigners(documentId, signersOf(number), lost));
  yield;
  await insist((lost) => documents.send(documentId, lost));
  return yield* haveSigned(traffic, await documents.retrieve(documentId));
}

/** Has everybody sign who has not yet. */
export async function* haveSigned(
  traffic: Traffic,
  document: Document,
): AsyncGenerator<void, Document> {
  let now = document;
  while (now.status !== 'COMPLETED') {
    yield;
    now = await signNext(traffic, now);
  }
  return now;
}

/** Takes the steps that are left. */
export async function finish(steps: AsyncGenerator<void, Document>): Promise<Document> {
  for (;;) {
    const { done, value } = await steps.next();
    if (done) return value;
  }
}

interface Order {
  readonly apiKey: string;
  readonly lanes: number;
  /** Filled meanwhile. */
  readonly carried: Carried;
  isOver(completed: number): boolean;
  onCompleted(completed: number): Promise<void>;
}

/** Carries documents from upload to completion, several at once, until it is over. */
export async function carryDocuments(
  world: ServeWorld,
  { apiKey, lanes, carried, isOver, onCompleted }: Order,
): Promise<void> {
  const timeouts = { totalMs: Number.POSITIVE_INFINITY };
  const baseUrl = world.publicUrl;
  const client = new EsignClient({ baseUrl, apiKey, maxRetries: RETRIES, timeouts });
  let number = 0;
  const lane = async () => {
    while (!isOver(carried.documents.length)) {
      number += 1;
      const traffic = { world, client, refusals: carried.refusals };
      carried.documents.push(await finish(carry(traffic, number)));
      await onCompleted(carried.documents.length);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  client.close();
}
