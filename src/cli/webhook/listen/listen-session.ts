import { setTimeout as sleep } from 'node:timers/promises';
import { fingerprintOf } from '../../../contract/webhooks/webhook-signature.ts';
import type {
  KeepOptions,
  KeptRegistration,
  ListenerWish,
} from '../../../sandbox/control/listener-client.ts';
import type { Connection } from '../../profiles/connection.ts';
import { environmentWith } from '../../profiles/profile.ts';
import { harmless } from '../../terminal/harmless.ts';
import type { Printer } from '../../terminal/printer.ts';
import type { WebhookSecret } from '../webhook-secrets.ts';
import { fingerprinted, readWebhookSecrets } from '../webhook-secrets.ts';
import type { ChildCommand } from './child-command.ts';
import { runChild } from './child-command.ts';
import { assertReplaceable, DeliveryDesk } from './delivery-desk.ts';
import { cannotListen, listenEnded } from './listen-ended.ts';
import type { ListenFlags } from './listen-flags.ts';
import { extraEventsIn, listenOptions } from './listen-flags.ts';
import type { ReceiveSummary } from './receive-until.ts';
import { receiveUntil } from './receive-until.ts';
import type { Receiver } from './receiver.ts';
import { checkRegisteredHost, isLoopback, localUrl } from './register-here.ts';

export interface SessionContext {
  readonly out: Printer;
  readonly child: ChildCommand | undefined;
  readonly mayAsk: boolean;
  readonly signal: AbortSignal;
  readonly connection: () => Promise<Connection>;
  /** Adds the endpoint, and keeps it until the signal aborts. */
  readonly register: (wish: ListenerWish, keep: KeepOptions) => Promise<KeptRegistration>;
}

/** How long deliveries may take after the command ends: the service's ten seconds, and a margin. */
const SETTLE_MS = 12_000;
/** Without a sandbox to ask, two quiet seconds mean no more deliveries: they come within one. */
const QUIET_MS = 2000;
const ASK_MS = 50;

/** Aborts when the reader of stdout exits, as with `| head`. */
function readerGone(stdout: NodeJS.WriteStream = process.stdout): AbortSignal {
  const gone = new AbortController();
  stdout.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') gone.abort();
  });
  return gone.signal;
}

/** A receiver, its secrets, its endpoint at a sandbox, and the command beside it. */
export class ListenSession {
  readonly #flags: ListenFlags;
  readonly #context: SessionContext;
  readonly #over = new AbortController();
  #secrets: readonly WebhookSecret[] = [];
  #kept: KeptRegistration | undefined;
  #endpoint: KeptRegistration['registered'] | undefined;
  #childCode: number | undefined;

  constructor(flags: ListenFlags, context: SessionContext) {
    this.#flags = flags;
    this.#context = context;
  }

  /**
   * Receives, removes the endpoint, prints the outcome. Throws like `listenEnded`, or a `CliError`
   * (exit 2) if it cannot listen, has no secret, or a sandbox cannot deliver to the host.
   */
  async run(): Promise<ReceiveSummary> {
    const flags = this.#flags;
    const { out, child, mayAsk } = this.#context;
    const gone = readerGone();
    const signal = AbortSignal.any([this.#context.signal, gone]);
    if (flags.register) checkRegisteredHost(flags.host);
    if (flags.inspect !== undefined) await assertReplaceable(flags.inspect);
    this.#secrets = await this.#given();
    const desk = this.#desk(signal);
    if (mayAsk && !child && (flags.until ?? flags['exit-after']) === undefined) desk.open();
    const close = async () => {
      this.#over.abort();
      await desk.close();
      await this.#kept?.gone;
    };
    try {
      const summary = await this.#receive(desk, signal);
      await close();
      const ended = { hasChild: child !== undefined, childCode: this.#childCode };
      return listenEnded(out, summary, { flags, ...ended, isReaderGone: gone.aborted });
    } catch (error) {
      throw cannotListen(error, flags);
    } finally {
      await close();
    }
  }

  /** Besides that of an endpoint it registers. None with `--no-verify`. */
  async #given(): Promise<readonly WebhookSecret[]> {
    const { host, register, 'no-verify': isOpen, 'secret-file': file } = this.#flags;
    const { out, connection } = this.#context;
    if (isOpen && !isLoopback(host))
      out.warn(`anyone who reaches ${host} can send deliveries, and none is verified`);
    if (isOpen || (register && file === undefined)) return [];
    return await readWebhookSecrets(file, await connection());
  }

  #desk(signal: AbortSignal): DeliveryDesk {
    const { out, child } = this.#context;
    const { 'forward-to': forwardTo, inspect, details: hasDetails } = this.#flags;
    const secretNames = () => this.#secrets.map(fingerprinted);
    const view = { hasDetails, isForwarded: forwardTo !== undefined, secretNames };
    const isStdoutTaken = child !== undefined;
    const { onUnsaved } = this;
    const secrets = () => this.#secrets;
    return new DeliveryDesk({
      ...{ out, view, isStdoutTaken, forwardTo, secrets, inspect, signal, onUnsaved },
    });
  }

  #receive(desk: DeliveryDesk, signal: AbortSignal): Promise<ReceiveSummary> {
    const { child } = this.#context;
    return receiveUntil({
      ...listenOptions(this.#flags),
      secrets: () => this.#secrets.map(({ value }) => value),
      signal,
      onReady: (receiver) => this.#ready(receiver),
      beside: child && ((receiver, stop) => this.#beside(child, receiver, stop)),
      onArrival: (received) => desk.arrival(received),
      onDelivery: (delivery, savedAs) => desk.delivery(delivery, savedAs),
      onRefused: (refused) => desk.refusal(refused),
      onUnsaved: this.onUnsaved,
    });
  }

  readonly onUnsaved = (error: unknown): void => {
    const why = error instanceof Error ? error.message : String(error);
    this.#context.out.warn(`a delivery was not saved: ${harmless(why)}`);
  };

  async #ready({ url }: Receiver): Promise<void> {
    const { register, events = [] } = this.#flags;
    if (register) await this.#register(localUrl(url));
    const { out } = this.#context;
    if (out.isJson) {
      const endpoint = this.#endpoint && { endpointId: this.#endpoint.endpointId };
      const secrets = this.#secrets.map(({ value }) => `sha256:${fingerprintOf(value)}`);
      return out.line({ type: 'ready', url, pid: process.pid, ...endpoint, secrets });
    }
    const names = this.#secrets.map(fingerprinted).join(', ');
    const check = names === '' ? 'signatures not checked' : `verified with ${names}`;
    const what = events.map((event) => `${event} `).join('');
    out.note(`ready: deliveries ${what}go to ${url} (${check}); Ctrl-C ends`);
    if (!register)
      out.note(
        'deliveries come once an endpoint has this address; --register adds one to a sandbox',
      );
  }

  async #beside(child: ChildCommand, receiver: Receiver, stop: AbortSignal): Promise<void> {
    const { out, connection } = this.#context;
    const { baseUrl, apiKey } = this.#endpoint ?? (await connection());
    const env = environmentWith({
      ESIGN_BASE_URL: baseUrl,
      ESIGN_API_KEY: apiKey,
      ESIGN_WEBHOOK_SECRET: this.#secrets[0]?.value,
      ESIGN_WEBHOOK_URL: localUrl(receiver.url),
    });
    this.#childCode = await runChild(child, { env, isStdoutTaken: out.isJson, stop });
    await this.#settle(receiver, stop);
  }

  /** Waits until every delivery that the command caused was attempted once. */
  async #settle(receiver: Receiver, stop: AbortSignal): Promise<void> {
    const hasPending = this.#kept?.hasPending;
    const left = AbortSignal.any([stop, AbortSignal.timeout(SETTLE_MS)]);
    while (hasPending && !left.aborted && (await hasPending())) await sleep(ASK_MS);
    const quietMs = hasPending ? 0 : QUIET_MS;
    await receiver.untilQuiet({ quietMs, mostMs: SETTLE_MS }, left);
  }

  async #register(url: string): Promise<void> {
    const { out, register } = this.#context;
    const wish = { url, extraEvents: extraEventsIn(this.#flags) };
    this.#kept = await register(wish, {
      signal: this.#over.signal,
      onLost: () => out.warn('the sandbox is gone; its endpoint comes back with it'),
      onBack: (again) => {
        this.#keep(again);
        out.note(`the sandbox is back: endpoint ${again.endpointId}`);
      },
    });
    this.#keep(this.#kept.registered);
  }

  #keep(registered: KeptRegistration['registered']): void {
    const { endpointId, secret } = registered;
    const others = this.#secrets.filter(({ value }) => value !== secret);
    const name = `the secret of endpoint ${endpointId.slice(0, 12)}`;
    this.#endpoint = registered;
    this.#secrets = [{ name, value: secret }, ...others];
  }
}
