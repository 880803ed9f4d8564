import { setTimeout as sleep } from 'node:timers/promises';
import { fingerprintOf } from '../../../contract/webhook-signature.ts';
import type {
  KeepOptions,
  KeptRegistration,
  ListenerWish,
} from '../../../sandbox/listeners/listener-client.ts';
import type { Connection } from '../../profiles/connection.ts';
import { environmentWith } from '../../profiles/profile.ts';
import { harmless, harmlessLines } from '../../terminal/harmless.ts';
import type { Printer } from '../../terminal/printer.ts';
import { shellWord } from '../../terminal/shell-word.ts';
import { noResponse } from '../failure-words.ts';
import type { WebhookSecret } from '../webhook-secrets.ts';
import { fingerprinted, listenerSecrets } from '../webhook-secrets.ts';
import type { ChildCommand } from './child-command.ts';
import { runChild } from './child-command.ts';
import type { DeskTools } from './delivery-desk.ts';
import { DeliveryDesk } from './delivery-desk.ts';
import { assertReplaceable } from './inspect-page.ts';
import type { ListenWishes } from './listen-ended.ts';
import { cannotListen, listenEnded } from './listen-ended.ts';
import type { ListenFlags } from './listen-flags.ts';
import { extraEventsIn } from './listen-grammar.ts';
import { DeliveryPrinter } from './print-delivery.ts';
import type { Receiver } from './receiver.ts';
import { checkRegisteredHost, localUrl } from './register-here.ts';

export interface SessionContext {
  readonly out: Printer;
  readonly child: ChildCommand | undefined;
  readonly mayAsk: boolean;
  readonly signal: AbortSignal;
  /** Aborts once the reader of stdout is gone. */
  readonly gone: AbortSignal;
  readonly connection: () => Promise<Connection>;
  /** Adds the endpoint, and keeps it until the signal aborts. */
  readonly register: (wish: ListenerWish, keep: KeepOptions) => Promise<KeptRegistration>;
}

/** How long deliveries may take after the command ends: the service's ten seconds, and a margin. */
const SETTLE_MS = 12_000;
/** Without a sandbox to ask, two quiet seconds mean no more deliveries: they come within one. */
const QUIET_MS = 2000;
const ASK_MS = 50;

/** A receiver's secrets, its endpoint at a sandbox, and the command beside it. */
export class ListenSession {
  readonly #flags: ListenFlags;
  readonly #context: SessionContext;
  readonly #over = new AbortController();
  #desk: DeliveryDesk | undefined;
  #secrets: readonly WebhookSecret[] = [];
  #endpoint: KeptRegistration['registered'] | undefined;
  #gone: Promise<void> = Promise.resolve();
  #hasPending: KeptRegistration['hasPending'] | undefined;
  #childCode: number | undefined;

  constructor(flags: ListenFlags, context: SessionContext) {
    this.#flags = flags;
    this.#context = context;
  }

  /** Throws a `CliError` (exit 2) without a secret, or if a sandbox can't deliver to the host. */
  async open(): Promise<this> {
    const { out, connection } = this.#context;
    if (this.#flags.register) checkRegisteredHost(this.#flags.host);
    if (this.#flags.inspect !== undefined) await assertReplaceable(this.#flags.inspect);
    this.#secrets = await listenerSecrets(this.#flags, out, connection);
    return this;
  }

  /** Reads lines where a person may type, unless the listener ends by itself. */
  openDesk(tools: DeskTools): DeliveryDesk {
    const { out, child, mayAsk, signal } = this.#context;
    const { 'forward-to': forwardTo, inspect, until, 'exit-after': exitAfter } = this.#flags;
    const { view, onUnsaved } = this;
    const desk = new DeliveryDesk({ tools, out, view, forwardTo, inspect, signal, onUnsaved });
    if (mayAsk && !child && until === undefined && exitAfter === undefined) desk.open();
    this.#desk = desk;
    return desk;
  }

  get printer(): DeliveryPrinter {
    const { out, child } = this.#context;
    return new DeliveryPrinter(out, child !== undefined);
  }

  get view() {
    const isForwarded = this.#flags['forward-to'] !== undefined;
    const secretNames = () => this.#secrets.map(fingerprinted);
    const clean = { clean: harmless, cleanLines: harmlessLines, word: shellWord };
    const said = { ...clean, failure: noResponse };
    return { ...said, hasDetails: this.#flags.details, isForwarded, secretNames };
  }

  #wishes(): ListenWishes {
    const { 'exit-after': exitAfter, until, strict: isStrict } = this.#flags;
    const { child, gone } = this.#context;
    const hasChild = child !== undefined;
    const isForwarded = this.#flags['forward-to'] !== undefined;
    const isSaved = this.#flags.save !== undefined;
    const asked = { exitAfter, until, isStrict, isSaved, isForwarded };
    return { ...asked, hasChild, childCode: this.#childCode, isReaderGone: gone.aborted };
  }

  receiving() {
    return {
      secrets: () => this.#values(),
      signal: this.#context.signal,
      onReady: (receiver: Receiver) => this.#ready(receiver),
      beside: this.#beside(),
    };
  }

  readonly onUnsaved = (error: unknown): void => {
    const why = error instanceof Error ? error.message : String(error);
    this.#context.out.warn(`a delivery was not saved: ${harmless(why)}`);
  };

  #values(): readonly string[] {
    return this.#secrets.map(({ value }) => value);
  }

  async #ready({ url }: { readonly url: string }): Promise<void> {
    if (this.#flags.register) await this.#register(localUrl(url));
    const { out } = this.#context;
    const endpointId = this.#endpoint?.endpointId;
    if (out.isJson) {
      const endpoint = endpointId === undefined ? {} : { endpointId };
      const secrets = this.#secrets.map(({ value }) => `sha256:${fingerprintOf(value)}`);
      return out.line({ type: 'ready', url, pid: process.pid, ...endpoint, secrets });
    }
    const names = this.#secrets.map(fingerprinted).join(', ');
    const check = names === '' ? 'signatures not checked' : `verified with ${names}`;
    const what = (this.#flags.events ?? []).map((event) => `${event} `).join('');
    out.note(`ready: deliveries ${what}go to ${url} (${check}); Ctrl-C ends`);
    if (!this.#flags.register)
      out.note(
        'deliveries come once an endpoint has this address; --register adds one to a sandbox',
      );
  }

  #beside(): ((receiver: Receiver, stop: AbortSignal) => Promise<void>) | undefined {
    const { child, out } = this.#context;
    if (!child) return undefined;
    return async (receiver, stop) => {
      const env = environmentWith(await this.#variables(localUrl(receiver.url)));
      this.#childCode = await runChild(child, { env, isStdoutTaken: out.isJson, stop });
      await this.#settle(receiver, stop);
    };
  }

  /** Waits until every delivery that the command caused was attempted once. */
  async #settle(receiver: Receiver, stop: AbortSignal): Promise<void> {
    const hasPending = this.#hasPending;
    const left = AbortSignal.any([stop, AbortSignal.timeout(SETTLE_MS)]);
    while (hasPending && !left.aborted && (await hasPending())) await sleep(ASK_MS);
    const quietMs = hasPending ? 0 : QUIET_MS;
    await receiver.untilQuiet({ quietMs, mostMs: SETTLE_MS }, left);
  }

  /** Awaits the receiver, removes the endpoint, prints the outcome. Throws like `listenEnded`. */
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
    await this.#desk?.close();
    await this.#gone;
  }

  async #register(url: string): Promise<void> {
    const { out, register } = this.#context;
    const { registered, gone, hasPending } = await register(
      { url, extraEvents: extraEventsIn(this.#flags) },
      {
        signal: this.#over.signal,
        onLost: () => out.warn('the sandbox is gone; its endpoint comes back with it'),
        onBack: (again) => {
          this.#keep(again);
          out.note(`the sandbox is back: endpoint ${again.endpointId}`);
        },
      },
    );
    this.#gone = gone;
    this.#hasPending = hasPending;
    this.#keep(registered);
  }

  #keep(registered: KeptRegistration['registered']): void {
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
