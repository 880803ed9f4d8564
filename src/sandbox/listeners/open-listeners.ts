import { createHash, randomBytes } from 'node:crypto';
import { checkWebhookUrl } from '../control/check-webhook-url.ts';
import { SandboxRefused } from '../control/sandbox-errors.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import type { SandboxParts } from '../open-parts.ts';
import type { ServiceRunner } from '../run-service.ts';
import { asked } from '../webhooks/asked.ts';
import type { SandboxWebhook, WebhookControl } from '../webhooks/webhook-face.ts';
import type { ListenerOrder, Registered } from './listener-face.ts';
import type { Mark, MarkFile } from './listener-marks.ts';
import { openMarks } from './listener-marks.ts';

const SECRET_BYTES = 24;
const FINGERPRINT_DIGITS = 8;
/** How long a listener has to come back after the sandbox went away. */
const GRACE_MS = 15_000;

/** A listener with its endpoint. */
interface Listener {
  readonly registered: Registered;
  /** Removes the endpoint; nothing once the sandbox closes, so that its listener finds it again. */
  leave(): Promise<void>;
}

/** The listeners that are registered for as long as they are connected. */
export interface Listeners {
  /** @throws {SandboxRefused} when the URL is none, or the account has an endpoint for it already */
  register(order: ListenerOrder): Promise<Listener>;
  /** Adds the endpoints again after everything was forgotten, with the secrets that they had. */
  restore(): Promise<void>;
  /** From now on listeners that go away keep their endpoints for the sandbox that comes next. */
  close(): Promise<void>;
}

type Steered = Pick<WebhookControl, 'listWebhooks' | 'removeWebhook'>;

const makeSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;

/** Endpoints are listed with the beginning of their secret's SHA-256. */
function isSigned({ secret: shown }: SandboxWebhook, secret: string): boolean {
  const digest = createHash('sha256').update(secret).digest('hex');
  return shown === `sha256:${digest.slice(0, FINGERPRINT_DIGITS)}`;
}

const isGone = (error: unknown): boolean =>
  error instanceof SandboxRefused && (error.code === 'not_found' || error.code === 'invalid_state');

function taken({ endpointId, url }: SandboxWebhook): SandboxRefused {
  return new SandboxRefused(
    'invalid_state',
    `The sandbox delivers to ${url} already, by the endpoint ${endpointId}.`,
  );
}

interface World {
  readonly apiKey: string;
  readonly runner: ServiceRunner;
  readonly control: Steered;
  /** How long a listener has to come back. */
  readonly graceMs: number;
}

class Registry implements Listeners {
  readonly #world: World;
  readonly #file: MarkFile;
  /** Endpoints whose listeners are connected. */
  readonly #present = new Set<Mark>();
  /** Endpoints that an earlier sandbox left behind. */
  readonly #orphans: Set<Mark>;
  readonly #inTurn = oneAtATime();
  readonly #grace: NodeJS.Timeout;
  #isClosing = false;

  constructor(world: World, file: MarkFile) {
    this.#world = world;
    this.#file = file;
    this.#orphans = new Set(file.found);
    // What fails here is made up for by the next start
    const sweep = () => this.#inTurn(() => this.#sweep(() => true)).catch(() => undefined);
    this.#grace = setTimeout(() => void sweep(), world.graceMs);
  }

  register(order: ListenerOrder): Promise<Listener> {
    return this.#inTurn(async () => {
      checkWebhookUrl(order.url);
      const mark = (await this.#comeBack(order)) ?? (await this.#enter(order));
      const { apiKey, runner } = this.#world;
      const { secret, endpointId } = mark;
      const registered = { endpointId: endpointId ?? '', secret, baseUrl: runner.url, apiKey };
      return { registered, leave: () => this.#leave(mark) };
    });
  }

  restore(): Promise<void> {
    return this.#inTurn(async () => {
      this.#orphans.clear();
      for (const mark of this.#present) await this.#add(mark);
    });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#grace);
    await this.#inTurn(async () => undefined);
  }

  #save(): Promise<void> {
    return this.#file.write([...this.#present, ...this.#orphans]);
  }

  async #add(mark: Mark): Promise<void> {
    const { runner } = this.#world;
    const { url, secret } = mark;
    const { admin } = runner.service();
    const endpoint = { accountId: runner.accountId(), url, secret };
    const added = await asked(admin.addEndpoint(endpoint));
    mark.endpointId = added.endpointId;
    await this.#save();
  }

  async #find({ endpointId, url, secret }: Mark): Promise<SandboxWebhook | undefined> {
    const all = await this.#world.control.listWebhooks();
    const isIt = (one: SandboxWebhook) =>
      endpointId === null
        ? one.url === url && isSigned(one, secret)
        : one.endpointId === endpointId;
    return all.find(isIt);
  }

  async #remove(mark: Mark): Promise<void> {
    try {
      const endpoint = await this.#find(mark);
      if (endpoint) await this.#world.control.removeWebhook(endpoint.endpointId);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    this.#present.delete(mark);
    this.#orphans.delete(mark);
    await this.#save();
  }

  async #sweep(isSwept: (mark: Mark) => boolean): Promise<void> {
    for (const mark of [...this.#orphans].filter(isSwept)) await this.#remove(mark);
  }

  async #comeBack({ url, before }: ListenerOrder): Promise<Mark | undefined> {
    const isOwn = (mark: Mark) => mark.url === url && mark.secret === before?.secret;
    const mark = [...this.#orphans].find(isOwn);
    const endpoint = mark && (await this.#find(mark));
    if (!mark || !endpoint) return undefined;
    this.#orphans.delete(mark);
    this.#present.add(mark);
    mark.endpointId = endpoint.endpointId;
    return mark;
  }

  async #enter({ url, before }: ListenerOrder): Promise<Mark> {
    await this.#sweep((mark) => mark.url === url);
    const other = (await this.#world.control.listWebhooks()).find((one) => one.url === url);
    if (other) throw taken(other);
    const mark: Mark = { url, secret: before?.secret ?? makeSecret(), endpointId: null };
    this.#present.add(mark);
    try {
      await this.#save();
      await this.#add(mark);
      return mark;
    } catch (error) {
      this.#present.delete(mark);
      throw error;
    }
  }

  #leave(mark: Mark): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#isClosing && this.#present.has(mark)) await this.#remove(mark);
    });
  }
}

/** Opens the registry of a sandbox; what an earlier one left behind is removed unless its listener comes back in time. */
export async function openListeners(
  { dataDir, keys: { apiKey } }: Pick<SandboxParts, 'dataDir' | 'keys'>,
  runner: ServiceRunner,
  options: { readonly control: Steered; readonly graceMs?: number },
): Promise<Listeners> {
  const { control, graceMs = GRACE_MS } = options;
  return new Registry({ apiKey, runner, control, graceMs }, await openMarks(dataDir));
}
