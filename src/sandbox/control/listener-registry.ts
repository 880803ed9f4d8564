import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { newWebhookSecret } from '../../contract/webhooks/webhook-signature.ts';
import type { ShownEndpoint } from '../../service/index.ts';
import { DomainError } from '../../service/index.ts';
import type { SandboxParts } from '../open-parts.ts';
import type { ServiceRunner } from '../run-service.ts';
import { readSaved, writeSynced } from '../saved-files.ts';
import { createMutex } from '../saved-state.ts';
import { bodyAs } from './operations.ts';
import { checkWebhookUrl, SandboxRefused } from './sandbox-errors.ts';
import type { Registered } from './webhook-schemas.ts';
import { ExtraEvents, LISTENERS, ListenerOrder } from './webhook-schemas.ts';

/** How long a listener has to come back after the sandbox restarts. */
const GRACE_MS = 15_000;

const RegisteredListener = Type.Object({
  url: Type.String(),
  secret: Type.String(),
  extraEvents: Type.Optional(ExtraEvents),
  /** Null until it is added. After a crash in between, the secret identifies it. */
  endpointId: Type.Union([Type.String(), Type.Null()]),
});
type RegisteredListener = Static<typeof RegisteredListener>;

function hasSecret({ secretFingerprint }: ShownEndpoint, secret: string): boolean {
  return createHash('sha256').update(secret).digest('hex').startsWith(secretFingerprint);
}

/** The endpoint is gone, or a reset is removing it. */
const isGone = (error: unknown): boolean =>
  (error instanceof DomainError || error instanceof SandboxRefused) &&
  (error.code === 'not_found' || error.code === 'invalid_state');

function taken({ endpointId, url }: ShownEndpoint): SandboxRefused {
  return new SandboxRefused(
    'invalid_state',
    `The sandbox already delivers to ${url}, through the endpoint ${endpointId}.`,
  );
}

interface RegistryContext {
  readonly apiKey: string;
  readonly runner: ServiceRunner;
  readonly graceMs: number;
  /** Saved on disk, so that a crash leaves no endpoint behind. */
  save(entries: readonly RegisteredListener[]): Promise<void>;
}

export class ListenerRegistry {
  readonly #context: RegistryContext;
  readonly #present = new Set<RegisteredListener>();
  /** Left by an earlier sandbox. */
  readonly #orphans: Set<RegisteredListener>;
  readonly #exclusively = createMutex();
  readonly #grace: NodeJS.Timeout;
  #isClosing = false;

  constructor(context: RegistryContext, saved: readonly RegisteredListener[]) {
    this.#context = context;
    this.#orphans = new Set(saved);
    // If this fails, the next start sweeps again.
    const sweep = () => this.#exclusively(() => this.#sweep(() => true)).catch(() => undefined);
    this.#grace = setTimeout(() => void sweep(), context.graceMs);
  }

  /**
   * `leave` removes the endpoint, unless the sandbox is closing: then the listener resumes it later.
   * Throws SandboxRefused if the URL is invalid or the account already has an endpoint for it.
   */
  register(order: ListenerOrder) {
    return this.#exclusively(async () => {
      checkWebhookUrl(order.url);
      const entry = (await this.#resume(order)) ?? (await this.#create(order));
      const { apiKey, runner } = this.#context;
      const { secret, endpointId } = entry;
      const registered: Registered = {
        endpointId: endpointId ?? '',
        secret,
        baseUrl: runner.url,
        apiKey,
      };
      return { registered, leave: () => this.#leave(entry) };
    });
  }

  /** Adds the endpoints again after a reset, with the same secrets. */
  restore(): Promise<void> {
    return this.#exclusively(async () => {
      this.#orphans.clear();
      for (const entry of this.#present) await this.#add(entry);
    });
  }

  /** From now on, listeners that disconnect keep their endpoints for the next sandbox. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#grace);
    await this.#exclusively(async () => undefined);
  }

  #save(): Promise<void> {
    return this.#context.save([...this.#present, ...this.#orphans]);
  }

  async #add(entry: RegisteredListener): Promise<void> {
    const { runner } = this.#context;
    const { url, secret, extraEvents } = entry;
    const { admin } = runner.service();
    const endpoint = { accountId: runner.accountId(), url, secret, extraEvents };
    const added = await admin.addEndpoint(endpoint);
    entry.endpointId = added.endpointId;
    await this.#save();
  }

  #list(): Promise<readonly ShownEndpoint[]> {
    const { runner } = this.#context;
    return runner.service().admin.listEndpoints(runner.accountId());
  }

  async #find({ endpointId, url, secret }: RegisteredListener): Promise<ShownEndpoint | undefined> {
    return (await this.#list()).find((one) =>
      endpointId === null
        ? one.url === url && hasSecret(one, secret)
        : one.endpointId === endpointId,
    );
  }

  async #remove(entry: RegisteredListener): Promise<void> {
    try {
      const { runner } = this.#context;
      const accountId = runner.accountId();
      const endpointId = (await this.#find(entry))?.endpointId;
      if (endpointId) await runner.service().admin.removeEndpoint({ accountId, endpointId });
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    this.#present.delete(entry);
    this.#orphans.delete(entry);
    await this.#save();
  }

  async #sweep(isSwept: (entry: RegisteredListener) => boolean): Promise<void> {
    for (const entry of [...this.#orphans].filter(isSwept)) await this.#remove(entry);
  }

  async #resume({ url, before }: ListenerOrder): Promise<RegisteredListener | undefined> {
    const isOwn = (entry: RegisteredListener) =>
      entry.url === url && entry.secret === before?.secret;
    const entry = [...this.#orphans].find(isOwn);
    const endpoint = entry && (await this.#find(entry));
    if (!entry || !endpoint) return undefined;
    this.#orphans.delete(entry);
    this.#present.add(entry);
    entry.endpointId = endpoint.endpointId;
    return entry;
  }

  async #create({ url, extraEvents, before }: ListenerOrder): Promise<RegisteredListener> {
    await this.#sweep((entry) => entry.url === url);
    const other = (await this.#list()).find((one) => one.url === url);
    if (other) throw taken(other);
    const secret = before?.secret ?? newWebhookSecret();
    const entry: RegisteredListener = {
      url,
      secret,
      endpointId: null,
      ...(extraEvents && { extraEvents }),
    };
    this.#present.add(entry);
    try {
      await this.#save();
      await this.#add(entry);
      return entry;
    } catch (error) {
      this.#present.delete(entry);
      throw error;
    }
  }

  #leave(entry: RegisteredListener): Promise<void> {
    return this.#exclusively(async () => {
      if (!this.#isClosing && this.#present.has(entry)) await this.#remove(entry);
    });
  }
}

/** Removes an earlier sandbox's endpoints unless their listeners come back in time. */
export async function openListeners(
  { dataDir, keys: { apiKey } }: Pick<SandboxParts, 'dataDir' | 'keys'>,
  runner: ServiceRunner,
  graceMs = GRACE_MS,
): Promise<ListenerRegistry> {
  const file = join(dataDir, 'listeners.json');
  const save = (entries: readonly RegisteredListener[]) =>
    writeSynced(file, JSON.stringify(entries, null, 2));
  const saved = (await readSaved(file, Type.Array(RegisteredListener))) ?? [];
  return new ListenerRegistry({ apiKey, runner, graceMs, save }, saved);
}

/** Stays open. The first line names the endpoint, which is removed at the end, even by a crash. */
export function addListenerRoute(app: FastifyInstance, listeners: ListenerRegistry): void {
  app.addHook('preClose', () => listeners.close());
  app.post(`/control/${LISTENERS}`, async (request, reply) => {
    const { registered, leave } = await listeners.register(bodyAs(ListenerOrder, request));
    const { raw } = reply.hijack();
    // If this fails, the next start removes the endpoint.
    const end = () => void leave().catch(() => undefined);
    if (raw.destroyed) return end();
    raw.once('close', end);
    raw.writeHead(200, { 'content-type': 'application/x-ndjson' });
    raw.write(`${JSON.stringify(registered)}\n`);
  });
}
