import type {
  EsignClient,
  FailurePhase,
  SignerInput,
  TransportAnswer,
  TransportRequest,
} from '../../../src/client/index.ts';
import { EsignClient as Client, EsignError, TransportFailure } from '../../../src/client/index.ts';
import { ALL_ENDPOINTS } from '../../../src/contract/endpoints.ts';

/** The response to a request; `body` is sent as JSON, `text` unchanged. */
interface ScriptedAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly text?: string;
}

interface ScriptedFailure {
  readonly phase: FailurePhase;
  readonly opened: boolean;
  readonly limit?: 'connect' | 'headers';
  /** The status of a response whose body is cut. */
  readonly status?: number;
}

/** One step of a call: a request with its answer or failure, or a wait. */
export interface ScriptedStep {
  readonly request?: string;
  readonly answer?: ScriptedAnswer;
  readonly failure?: ScriptedFailure;
  readonly sleepMs?: number;
  /** The JSON of the request. */
  readonly sent?: unknown;
}

interface ScriptedCall {
  readonly operation: string;
  readonly documentId?: string;
  readonly signerId?: string;
  readonly reason?: string;
  readonly q?: string;
  readonly texts?: readonly string[];
  readonly externalId?: string | null;
  readonly document?: Readonly<Record<string, unknown>>;
  readonly signers?: readonly SignerInput[];
  readonly file?: string;
  readonly name?: string;
  readonly limit?: number;
  readonly maxRetries?: number;
  readonly lostAt?: string;
}

/** A call with everything that it does, in this order, and what comes of it. */
export interface CallScenario {
  readonly name: string;
  readonly now: string;
  readonly call: ScriptedCall;
  readonly steps: readonly ScriptedStep[];
  readonly result: unknown;
}

const API_KEY = 'sk_test_3f9c1e5a7b2d4f60';
const BASE_URL = 'https://esign.example.com';

/** The endpoint of a request; that of a download link is named with whether the key went there. */
function operationOf({ method, url, headers }: TransportRequest): string {
  const path = url.pathname
    .replace(/(?<=\/documents\/)(?!search$)[^/]+/, '{documentId}')
    .replace(/(?<=\/signers\/)[^/]+/, '{signerId}');
  const found = Object.entries(ALL_ENDPOINTS).find(
    ([, one]) => one.method === method && one.path === path,
  );
  const isOurs = url.origin === BASE_URL && found;
  const hasKey = headers.authorization === `Bearer ${API_KEY}`;
  if (isOurs) return hasKey ? found[0] : `${found[0]} without the key`;
  return hasKey ? 'link with the key' : 'link';
}

const label = (step: ScriptedStep): string => step.request ?? `sleep ${step.sleepMs}`;

function answerOf({ answer, failure }: ScriptedStep): TransportAnswer {
  const cut = failure && new TransportFailure('cut', { ...failure, cause: undefined });
  if (cut && failure.status === undefined) throw cut;
  const {
    status = failure?.status ?? 0,
    headers = {},
    body,
    text = JSON.stringify(body) ?? '',
  } = answer ?? {};
  async function* read() {
    yield Buffer.from(text);
    if (cut) throw cut;
  }
  return { status, headers, body: read(), discard: () => undefined };
}

/** Runs a scenario's steps; notes what the client really did. */
class Script {
  readonly done: string[] = [];
  readonly #steps: ScriptedStep[];
  readonly #now: number;

  constructor({ steps, now }: CallScenario) {
    this.#steps = [...steps];
    this.#now = Date.parse(now);
  }

  async send(request: TransportRequest): Promise<TransportAnswer> {
    const operation = operationOf(request);
    this.done.push(operation);
    const step = this.#steps.shift();
    const body = Buffer.from(request.body ?? '').toString();
    const isSent = step?.sent === undefined || body === JSON.stringify(step.sent);
    if (step?.request === operation && isSent) return answerOf(step);
    throw new TransportFailure('not in the script', { phase: 'sent', opened: true });
  }

  readonly clock = {
    now: () => this.#now,
    random: () => 0.5,
    sleep: async (ms: number) => {
      this.done.push(`sleep ${ms}`);
      this.#steps.shift();
    },
  };
}

type Run = (
  documents: EsignClient['documents'],
  call: ScriptedCall,
  client: EsignClient,
) => Promise<unknown>;

const lost = ({ lostAt, maxRetries }: ScriptedCall) => ({
  maxRetries,
  ...(lostAt === undefined ? {} : { lostAt: new Date(lostAt) }),
});

const RUNS: Readonly<Record<string, Run>> = {
  createDocument: (documents, call) => {
    const file = { data: Buffer.from(call.file ?? ''), name: 'lease.pdf' };
    return documents.create(file, { name: call.name, ...lost(call) });
  },
  addSigners: (documents, call) =>
    documents.addSigners(call.documentId ?? '', call.signers ?? [], lost(call)),
  sendDocument: (documents, call) => documents.send(call.documentId ?? '', lost(call)),
  retrieveDocument: (documents, call) => documents.retrieve(call.documentId ?? '', lost(call)),
  listDocuments: (documents, { limit }) => documents.list({ limit }).toArray(),
  retrieveTimeline: (documents, call) => documents.timeline(call.documentId ?? '', lost(call)),
  withdrawDocument: (documents, { documentId = '', reason = '' }) =>
    documents.withdraw(documentId, { reason }),
  resendLink: (documents, { documentId = '', signerId }) =>
    documents.resend(documentId, { signerId }),
  searchDocuments: (documents, { q, limit }) => documents.search({ q, limit }),
  findText: (documents, { documentId = '', texts = [] }) => documents.findText(documentId, texts),
  setExternalId: (documents, { documentId = '', externalId = null }) =>
    documents.setExternalId(documentId, externalId),
  listExtensions: async (_documents, _call, client) => await client.extensions(),
  downloadCertificate: async (documents, call) => {
    const download = await documents.certificate(call.documentId ?? '', lost(call));
    return { text: String(await download.bytes()), filename: download.filename ?? null };
  },
  download: async (documents, call) => {
    const target = (call.document ?? call.documentId) as string;
    const download = await documents.download(target, lost(call));
    return { text: String(await download.bytes()), filename: download.filename ?? null };
  },
};

/** The fields of errors that both SDKs have, under the names of Node's. */
const SHOWN = new Set([
  'status',
  'code',
  'phase',
  'opened',
  'which',
  'lastKnownStatus',
  'candidates',
  'retryAfterMs',
  'attempts',
]);

function shownError(error: unknown) {
  if (!(error instanceof EsignError)) throw error;
  const isShown = (name: string, value: unknown) =>
    SHOWN.has(name) && value !== undefined && (name !== 'status' || typeof value === 'number');
  const fields = Object.entries(error).filter(([name, value]) => isShown(name, value));
  return { error: error.name, ...Object.fromEntries(fields) };
}

/** Plays a scenario; returns what the client did and what came of it. */
export async function playCall(scenario: CallScenario) {
  const script = new Script(scenario);
  const { clock } = script;
  const client = new Client({ baseUrl: BASE_URL, apiKey: API_KEY, transport: script, clock });
  const run = RUNS[scenario.call.operation];
  if (!run) throw new Error(`no such operation: ${scenario.call.operation}`);
  const result = await run(client.documents, scenario.call, client).catch(shownError);
  return { done: script.done, result: JSON.parse(JSON.stringify(result)) };
}

/** What a scenario says that the client does. */
export const scripted = ({ steps }: CallScenario): string[] => steps.map(label);
