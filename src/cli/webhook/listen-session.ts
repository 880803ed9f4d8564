import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '../profiles/connection.ts';
import { environmentWith } from '../profiles/profile.ts';
import { harmless, harmlessLines } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';
import { shellWord } from '../terminal/shell-word.ts';
import type { ChildCommand } from './child-command.ts';
import { runChild } from './child-command.ts';
import type { ListenWishes } from './listen-ended.ts';
import { listenEnded } from './listen-ended.ts';
import { cannotListen } from './listen-errors.ts';
import type { ListenFlags } from './listen-flags.ts';
import { listenSecrets } from './listen-secrets.ts';
import { checkRegisteredHost, localUrl } from './register-here.ts';
import type { Teller } from './tell-delivery.ts';
import type { WebhookSecret } from './webhook-secrets.ts';

/** What a sandbox says about the endpoint that it added. */
export interface RegisteredEndpoint {
  readonly endpointId: string;
  readonly secret: string;
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** How a listener is kept registered with a sandbox. */
export interface KeepOptions {
  readonly signal: AbortSignal;
  readonly onLost: () => void;
  readonly onBack: (registered: RegisteredEndpoint) => void;
}

/** A registration that a sandbox holds. */
export interface KeptEndpoint {
  readonly registered: RegisteredEndpoint;
  /** Resolves once the endpoint is removed. */
  readonly gone: Promise<void>;
  /** True while a delivery waits for the end of its first try. */
  readonly hasPending: () => Promise<boolean>;
}

/** What a session needs of the command that it belongs to. */
export interface SessionContext {
  readonly out: Printer;
  readonly child: ChildCommand | undefined;
  /** Ends everything when it is aborted. */
  readonly signal: AbortSignal;
  /** Aborted once nobody reads stdout any more. */
  readonly gone: AbortSignal;
  readonly connection: () => Promise<Connection>;
  /** Adds the endpoint, and keeps it until the signal is aborted. */
  readonly register: (url: string, keep: KeepOptions) => Promise<KeptEndpoint>;
}

interface Listening {
  readonly url: string;
  untilQuiet(
    limits: { readonly quietMs: number; readonly mostMs: number },
    signal: AbortSignal,
  ): Promise<void>;
}

/** After the command's end: one under way may take the ten seconds that the service waits, and a little more. */
const SETTLE_MS = 12_000;
/**
 * Where no sandbox says whether deliveries wait: they follow their cause by milliseconds, on a busy machine by a second,
 * so that two without any mean that there are none.
 */
const QUIET_MS = 2000;
/** How often a sandbox is asked. */
const ASK_MS = 50;

/** What stands beside a receiver: its secrets, its endpoint at a sandbox, and the command that runs meanwhile. */
export class ListenSession {
  readonly #flags: ListenFlags;
  readonly #context: SessionContext;
  readonly #over = new AbortController();
  #secrets: readonly WebhookSecret[] = [];
  #endpoint: RegisteredEndpoint | undefined;
  #gone: Promise<void> = Promise.resolve();
  #hasPending: KeptEndpoint['hasPending'] | undefined;
  #childCode: number | undefined;

  constructor(flags: ListenFlags, context: SessionContext) {
    this.#flags = flags;
    this.#context = context;
  }

  /** Reads the secrets. Throws a `CliError` (exit 2) when there is none, or no sandbox delivers to the host. */
  async open(): Promise<this> {
    const { out, connection } = this.#context;
    if (this.#flags.register) checkRegisteredHost(this.#flags.host);
    this.#secrets = await listenSecrets(this.#flags, out, connection);
    return this;
  }

  /** Where deliveries are told. */
  get teller(): Teller {
    const { out, child } = this.#context;
    return { out, isStdoutTaken: child !== undefined };
  }

  /** How they are shown. */
  get view() {
    const isForwarded = this.#flags['forward-to'] !== undefined;
    const secretNames = () => this.#secrets.map(({ name }) => name);
    const clean = { clean: harmless, cleanLines: harmlessLines, word: shellWord };
    return { ...clean, hasDetails: this.#flags.details, isForwarded, secretNames };
  }

  #wishes(): ListenWishes {
    const { 'exit-after': exitAfter, until, strict: isStrict } = this.#flags;
    const { child, gone } = this.#context;
    const hasChild = child !== undefined;
    const asked = { exitAfter, until, isStrict, isSaved: this.#flags.save !== undefined };
    return { ...asked, hasChild, childCode: this.#childCode, isReaderGone: gone.aborted };
  }

  /** What the receiver is told by the session. */
  receiving() {
    return {
      secrets: () => this.#values(),
      signal: this.#context.signal,
      onReady: (receiver: Listening) => this.#ready(receiver),
      beside: this.#beside(),
    };
  }

  /** Warns of a delivery that could not be kept. */
  readonly onUnsaved = (error: unknown): void => {
    const why = error instanceof Error ? error.message : String(error);
    this.#context.out.warn(`a delivery was not kept: ${harmless(why)}`);
  };

  #values(): readonly string[] {
    return this.#secrets.map(({ value }) => value);
  }

  /** Registers the address if that is asked for, then says where deliveries go. */
  async #ready({ url }: { readonly url: string }): Promise<void> {
    if (this.#flags.register) await this.#register(localUrl(url));
    const { out } = this.#context;
    const endpointId = this.#endpoint?.endpointId;
    if (out.isJson) {
      const endpoint = endpointId === undefined ? {} : { endpointId };
      return out.line({ type: 'ready', url, pid: process.pid, ...endpoint });
    }
    const { events, document } = this.#flags;
    const only = [...(events ?? []), ...(document === undefined ? [] : [`of ${document}`])];
    const names = this.#secrets.map(({ name }) => name).join(', ');
    const check = names === '' ? 'signatures not checked' : `verified with ${names}`;
    const what = only.length > 0 ? `${only.join(' ')} ` : '';
    out.note(`ready: deliveries ${what}go to ${url} (${check}); Ctrl-C ends`);
  }

  /** Runs the command, then waits for deliveries under way; undefined when there is no command. */
  #beside(): ((receiver: Listening, stop: AbortSignal) => Promise<void>) | undefined {
    const { child, out } = this.#context;
    if (!child) return undefined;
    return async (receiver, stop) => {
      const env = environmentWith(await this.#variables(localUrl(receiver.url)));
      this.#childCode = await runChild(child, { env, isStdoutTaken: out.isJson, stop });
      await this.#settle(receiver, stop);
    };
  }

  /** Waits until what the command caused was delivered once, whatever came of that. */
  async #settle(receiver: Listening, stop: AbortSignal): Promise<void> {
    const hasPending = this.#hasPending;
    const left = AbortSignal.any([stop, AbortSignal.timeout(SETTLE_MS)]);
    while (hasPending && !left.aborted && (await hasPending())) await sleep(ASK_MS);
    const quietMs = hasPending ? 0 : QUIET_MS;
    await receiver.untilQuiet({ quietMs, mostMs: SETTLE_MS }, left);
  }

  /** Waits for the receiver, takes the endpoint away again, and tells how it went; throws as `listenEnded` does. */
  async end<S extends Parameters<typeof listenEnded>[1]>(receiving: Promise<S>): Promise<S> {
    try {
      const summary = await receiving;
      await this.#close();
      return listenEnded(this.#context.out, summary, this.#wishes());
    } catch (error) {
      throw cannotListen(error, this.#flags);
    } finally {
      await this.#close();
    }
  }

  async #close(): Promise<void> {
    this.#over.abort();
    await this.#gone;
  }

  async #register(url: string): Promise<void> {
    const { out, register } = this.#context;
    const { registered, gone, hasPending } = await register(url, {
      signal: this.#over.signal,
      onLost: () => out.warn('the sandbox is gone; its endpoint comes back with it'),
      onBack: (again) => {
        this.#keep(again);
        out.note(`the sandbox is back: endpoint ${again.endpointId}`);
      },
    });
    this.#gone = gone;
    this.#hasPending = hasPending;
    this.#keep(registered);
  }

  #keep(registered: RegisteredEndpoint): void {
    const { endpointId, secret } = registered;
    const others = this.#secrets.filter(({ value }) => value !== secret);
    const name = `the secret of endpoint ${endpointId.slice(0, 12)}`;
    this.#endpoint = registered;
    this.#secrets = [{ name, value: secret }, ...others];
  }

  async #variables(url: string): Promise<Record<string, string | undefined>> {
    const { baseUrl, apiKey } = this.#endpoint ?? (await this.#context.connection());
    return {
      ESIGN_BASE_URL: baseUrl,
      ESIGN_API_KEY: apiKey,
      ESIGN_WEBHOOK_SECRET: this.#secrets[0]?.value,
      ESIGN_WEBHOOK_URL: url,
    };
  }
}
