import type { FSWatcher } from 'node:fs';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../../src/client/http/system-clock.ts';
import type { SignerInput, UnsafeCallOptions } from '../../../src/client/index.ts';
import { EsignClient, NodeTransport, OutcomeUnknownError } from '../../../src/client/index.ts';
import type { Answer, SandboxControl } from '../../../src/sandbox/index.ts';
import { SandboxNotRunning, SandboxRefused } from '../../../src/sandbox/index.ts';
import { aPdf } from '../pdf/a-pdf.ts';
import type { KillableSandbox } from './killable-sandbox.ts';
import type { ServicePulse } from './service-pulse.ts';

/** Documents on their way at once. */
const LANES = 3;
/** Each crash may cost a call one, and every wait lasts until the service serves again. */
const RETRIES = 100;
const WAIT_MS = 100;
const NAMES = ['Asha Rao', 'Ravi Kumar'];
/** What a crash cuts off at the authority costs its signer one refusal. */
const MOST_REFUSALS = 3;
const PAUSE_MS = 50;

/** A document that was carried through, and what was acknowledged of it. */
export interface Acknowledged {
  readonly name: string;
  readonly documentId: string;
  readonly signers: readonly SignerInput[];
  /** The signatures whose acknowledgement came. */
  readonly signed: readonly Answer<'sign'>['signers'][number][];
}

/** The service that a stream goes to. */
export interface StreamPlace {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly dataDir: string;
  readonly control: Pick<SandboxControl, 'sign'>;
  readonly pulse: ServicePulse;
  readonly random: () => number;
  readonly service: Pick<KillableSandbox, 'now' | 'untilUp' | 'lives'>;
}

/** A client of the service, whose requests the pulse counts. */
export function countedClient(place: StreamPlace): EsignClient {
  const { baseUrl, apiKey, pulse } = place;
  const inner = new NodeTransport();
  return new EsignClient({
    baseUrl,
    apiKey,
    maxRetries: RETRIES,
    timeouts: { totalMs: Number.POSITIVE_INFINITY },
    transport: {
      send: (request) => pulse.request(() => inner.send(request)),
      close: () => inner.close(),
    },
    clock: {
      now: () => place.service.now(),
      random: place.random,
      async sleep(ms, signal) {
        await systemClock.sleep(Math.min(ms, WAIT_MS), signal);
        await place.service.untilUp();
      },
    },
  });
}

const signersOf = (random: () => number): SignerInput[] =>
  NAMES.slice(0, 1 + Math.floor(random() * NAMES.length)).map((name, at) => ({
    name,
    email: `signer${at + 1}@example.in`,
    phone: `987654321${at}`,
  }));

/** Signs as whoever is next, once more after each crash; a refusal that no crash explains comes out. */
class Signing {
  readonly signed: Answer<'sign'>['signers'][number][] = [];
  readonly #place: StreamPlace;
  readonly #documentId: string;
  #refusals = 0;
  #life = 0;

  constructor(place: StreamPlace, documentId: string) {
    this.#place = place;
    this.#documentId = documentId;
  }

  async next(): Promise<void> {
    const { control, pulse } = this.#place;
    try {
      const order = { documentId: this.#documentId };
      const { signers } = await pulse.request(() => control.sign(order));
      this.signed.push(...signers);
    } catch (error) {
      if (error instanceof SandboxRefused) this.#countRefusal(error);
      else if (!(error instanceof SandboxNotRunning)) throw error;
      await pause(PAUSE_MS);
      await this.#place.service.untilUp();
    }
  }

  #countRefusal(refused: SandboxRefused): void {
    const life = this.#place.service.lives;
    this.#refusals = life === this.#life ? this.#refusals + 1 : 1;
    this.#life = life;
    if (this.#refusals <= MOST_REFUSALS) return;
    throw new Error(`${this.#documentId} cannot be signed: ${refused.message}`, { cause: refused });
  }
}

/** Calls until the outcome is known: where crash after crash hid it, the call goes on as one that was lost. */
async function insist<T>(
  { service }: StreamPlace,
  call: (lost: UnsafeCallOptions) => Promise<T>,
): Promise<T> {
  const lostAt = new Date(service.now());
  for (let lost: UnsafeCallOptions = {}; ; lost = { lostAt }) {
    const life = service.lives;
    try {
      return await call(lost);
    } catch (error) {
      const isHidden = error instanceof OutcomeUnknownError && service.lives > life;
      if (!isHidden) throw error;
    }
  }
}

function watchRevisions({ dataDir, pulse }: StreamPlace, documentId: string): FSWatcher {
  const folder = join(dataDir, 'files', 'documents', documentId);
  return watch(folder, (_, file) => {
    if (file?.startsWith('signed-')) pulse.revised();
  });
}

async function carryThrough(place: StreamPlace, name: string): Promise<Acknowledged> {
  const client = countedClient(place);
  const signers = signersOf(place.random);
  const { documents } = client;
  const { documentId } = await insist(place, (lost) => documents.create(aPdf(), { name, ...lost }));
  await insist(place, (lost) => documents.addSigners(documentId, signers, lost));
  await insist(place, (lost) => documents.send(documentId, lost));
  const signing = new Signing(place, documentId);
  const watcher = watchRevisions(place, documentId);
  while ((await documents.retrieve(documentId)).status !== 'COMPLETED') await signing.next();
  watcher.close();
  client.close();
  return { name, documentId, signers, signed: signing.signed };
}

/** Carries documents through, several at once, until it is over; answers them once the last one is completed. */
export async function streamDocuments(
  place: StreamPlace,
  isOver: () => boolean,
): Promise<Acknowledged[]> {
  const done: Acknowledged[] = [];
  const lane = async (_: unknown, number: number) => {
    for (let at = 1; !isOver(); at += 1) {
      done.push(await carryThrough(place, `Lease ${number + 1}-${at}`));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return done;
}
