import fc from 'fast-check';
import { expect, onTestFinished } from 'vitest';
import { UndiciTransport } from '../../../src/cli/transport/undici-transport.ts';
import { FetchTransport } from '../../../src/client/http/fetch-transport.ts';
import type { DocumentSummary, Transport } from '../../../src/client/index.ts';
import {
  EsignClient,
  EsignError,
  NodeTransport,
  OutcomeUnknownError,
} from '../../../src/client/index.ts';
import { aPdf } from '../pdf/a-pdf.ts';
import type { TestService } from '../service/open-service.ts';
import { openService } from '../service/open-service.ts';
import type { ChaosProxy, Fault } from './chaos-proxy.ts';
import { FAULTS, startChaosProxy } from './chaos-proxy.ts';

/** What befalls the requests of one document, in their order, and how many signers it gets. */
interface Plan {
  readonly faults: readonly Fault[];
  readonly signers: number;
}

/** What the client was told of one call. */
type Told = 'done' | 'refused' | 'unknown';

interface Story {
  readonly name: string;
  readonly wanted: readonly string[];
  readonly create: Told;
  readonly documentId?: string;
  readonly add?: Told;
  readonly send?: Told;
}

const TOGETHER = 40;
const CREDITS = 50;
/** The client's waits take a fiftieth of their time. */
const clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms / 50)),
};
const timeouts = { headersMs: 700, bodyIdleMs: 700, tryMs: 2_000 };

async function told<T>(call: () => Promise<T>): Promise<{ told: Told; data?: T }> {
  try {
    return { told: 'done', data: await call() };
  } catch (error) {
    if (error instanceof OutcomeUnknownError) return { told: 'unknown' };
    if (error instanceof EsignError) return { told: 'refused' };
    throw error;
  }
}

async function tell(client: EsignClient, name: string, wanted: readonly string[]): Promise<Story> {
  const signers = wanted.map((signer) => {
    return { name: signer, phone: '9876543210', email: 'asha@example.in' };
  });
  const made = await told(() => client.documents.create({ data: aPdf(), name }));
  const documentId = made.data?.documentId;
  if (documentId === undefined) return { name, wanted, create: made.told };
  const added = await told(() => client.documents.addSigners(documentId, signers));
  const sent = await told(() => client.documents.send(documentId));
  return { name, wanted, create: made.told, documentId, add: added.told, send: sent.told };
}

const wantedBy = ({ signers }: Plan, name: string): string[] =>
  Array.from({ length: signers }, (_, index) => `Asha Rao ${name} ${index % 2}`);

/** Counts are compared where the client said so; after an unknown outcome anything up to the most is true. */
function isTrue(said: Told, count: number, most: number): boolean {
  if (said === 'done') return count === most;
  return said === 'refused' ? count === 0 : count <= most;
}

interface Truth {
  readonly direct: EsignClient;
  readonly listed: readonly DocumentSummary[];
}

/** What the client was told of a document, and is not so; answers the credits that the document took. */
async function check(story: Story, { direct, listed }: Truth): Promise<number> {
  const named = listed.filter(({ name }) => name === story.name);
  expect(isTrue(story.create, named.length, 1), `create of ${JSON.stringify(story)}`).toBe(true);
  if (story.documentId === undefined || story.add === undefined) return 0;
  const document = await direct.documents.retrieve(story.documentId);
  const names = document.signers.map((signer) => signer.name);
  const added = `signers of ${JSON.stringify(story)}: ${names.join()}`;
  expect(isTrue(story.add, names.length, story.wanted.length), added).toBe(true);
  expect(names, added).toEqual(story.wanted.slice(0, names.length));
  const isSent = document.status === 'SENT';
  const sent = `send of ${JSON.stringify(story)}: ${document.status}`;
  expect(isTrue(story.send ?? 'refused', isSent ? 1 : 0, 1), sent).toBe(true);
  return isSent ? names.length : 0;
}

const plan = fc.record<Plan>({
  faults: fc.array(
    fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom<Fault>(...FAULTS.harmless) },
      { weight: 1, arbitrary: fc.constantFrom<Fault>(...FAULTS.before, ...FAULTS.after) },
    ),
    { minLength: 30, maxLength: 30 },
  ),
  signers: fc.integer({ min: 1, max: 3 }),
});

interface Trial {
  readonly service: TestService;
  readonly baseUrl: string;
  readonly make: () => Transport;
  readonly seen: Map<Fault, number>;
  rounds: number;
}

/** Drives documents through faults, all at once, and compares what was told with what is so. */
async function round(plans: readonly Plan[], trial: Trial) {
  const { service, baseUrl, make, seen } = trial;
  trial.rounds += 1;
  const number = trial.rounds;
  const left = new Map<string, Fault[]>();
  const proxy: ChaosProxy = await startChaosProxy(baseUrl, (client) => {
    const faults = [...left].find(([name]) => client.includes(name))?.[1];
    return faults?.shift() ?? 'none';
  });
  const { apiKey } = await service.account({ credits: CREDITS });
  const direct = new EsignClient({ baseUrl, apiKey });
  const stories = await Promise.all(
    plans.map(async (one, index) => {
      const name = `run-${number}-${index}-end`;
      left.set(name, [...one.faults]);
      const transport = make();
      const appInfo = { name };
      const client = new EsignClient({
        baseUrl: proxy.url,
        apiKey,
        transport,
        appInfo,
        clock,
        timeouts,
      });
      const story = await tell(client, name, wantedBy(one, name));
      client.close();
      return story;
    }),
  );
  await proxy.close();
  for (const [fault, count] of proxy.seen) seen.set(fault, (seen.get(fault) ?? 0) + count);
  const listed = await direct.documents.list().toArray();
  let taken = 0;
  for (const story of stories) taken += await check(story, { direct, listed });
  const last = await direct.documents.create(aPdf());
  await direct.documents.addSigners(last.documentId, [
    { name: 'Asha Rao', phone: '9876543210', email: 'asha@example.in' },
  ]);
  const rest = CREDITS - taken;
  const end = await told(() => direct.documents.send(last.documentId));
  expect(end.data?.creditsRemaining ?? -1).toBe(rest - 1);
  direct.close();
}

const TRANSPORTS = {
  'node:http': () => new NodeTransport(),
  undici: () => new UndiciTransport(),
  fetch: () => new FetchTransport(fetch),
};

/** Drives so many rounds of documents through faults over a transport; the faults that were met. */
export async function driveThroughFaults(
  transport: keyof typeof TRANSPORTS,
  numRuns: number,
): Promise<Fault[]> {
  const service = await openService();
  onTestFinished(() => service.close());
  const baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' });
  const make = TRANSPORTS[transport];
  const trial: Trial = { service, baseUrl, make, seen: new Map(), rounds: 0 };
  const plans = fc.array(plan, { minLength: TOGETHER, maxLength: TOGETHER });
  const property = fc.asyncProperty(plans, (some) => round(some, trial));
  await fc.assert(property, { numRuns, endOnFailure: true });
  return [...trial.seen.keys()];
}
