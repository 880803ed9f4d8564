import { execFileSync } from 'node:child_process';
import type { Interface } from 'node:readline';
import { createInterface } from 'node:readline';
import type { Printer } from '../../terminal/printer.ts';
import type { replayReceived } from '../replay/replay-deliveries.ts';
import { printAttempt } from '../trigger/show-attempts.ts';
import type { DeliveryView } from './delivery-lines.ts';
import type { PageTools } from './inspect-page.ts';
import { inspectPage, writeInspectPage } from './inspect-page.ts';
import type { ReceivedDelivery, ReceivedRequest } from './received-delivery.ts';

const MOST_KEPT = 200;
const KEYS =
  'type r 1 to send #1 to the application again, b 1 for its headers and body, f TEXT to show only events or documents with it, f for all; then Enter';

/** Loaded by the command. */
export interface DeskTools extends PageTools {
  readonly replay: typeof replayReceived;
}

interface DeskOptions {
  readonly tools: DeskTools;
  readonly out: Printer;
  readonly view: DeliveryView;
  readonly forwardTo: URL | undefined;
  readonly inspect: string | undefined;
  readonly signal: AbortSignal;
  readonly onUnsaved: (error: unknown) => void;
}

/** Reading in the background would stop the process, such as after `listen &`. */
function isInForeground(): boolean {
  try {
    const args = ['-o', 'pgid=,tpgid=', '-p', String(process.pid)];
    const [own, front] = execFileSync('ps', args, { encoding: 'utf8' }).trim().split(/\s+/);
    return own === front;
  } catch {
    return false;
  }
}

/** The latest deliveries, for a person at the terminal and for the page of `--inspect`. */
export class DeliveryDesk {
  readonly #options: DeskOptions;
  readonly #kept = new Map<number, ReceivedDelivery>();
  readonly #onResumed = () => (isInForeground() ? this.#lines?.resume() : this.#lines?.pause());
  #lines: Interface | undefined;
  #isHinted = false;
  #filter = '';
  #isStale = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: DeskOptions) {
    this.#options = options;
  }

  /** Takes lines of a person. */
  open(): void {
    if (!isInForeground()) return;
    this.#lines = createInterface({ input: process.stdin, terminal: false });
    this.#lines.on('line', (line) => void this.#obey(line.trim()));
    process.on('SIGCONT', this.#onResumed);
  }

  shows({ event, documentId }: ReceivedRequest): boolean {
    return `${event} ${documentId}`.includes(this.#filter);
  }

  add(delivery: ReceivedDelivery): void {
    const { number } = delivery;
    this.#kept.set(number, delivery);
    this.#kept.delete(number - MOST_KEPT);
    if (this.#lines && !this.#isHinted) this.#options.out.note(KEYS);
    this.#isHinted = true;
    this.#save();
  }

  /** Resolves once the page is written. */
  async close(): Promise<void> {
    process.off('SIGCONT', this.#onResumed);
    this.#lines?.close();
    await this.#writing;
  }

  #save(): void {
    const { inspect, view, tools, onUnsaved } = this.#options;
    if (inspect === undefined || this.#isStale) return;
    this.#isStale = true;
    this.#writing = this.#writing
      .then(() => {
        this.#isStale = false;
        return writeInspectPage(inspect, inspectPage([...this.#kept.values()], view, tools));
      })
      .catch(onUnsaved);
  }

  async #obey(line: string): Promise<void> {
    const { out, view, tools } = this.#options;
    const [, key = '', rest = ''] = /^([rbf])(?:\s+(.*))?$/.exec(line) ?? [];
    const delivery = this.#kept.get(Number(rest));
    if (key === 'f') {
      this.#filter = rest;
      out.note(rest === '' ? 'showing all' : `showing only ${view.clean(rest)}`);
    } else if (key === '') out.note(KEYS);
    else if (!delivery) out.note(`there is no delivery #${view.clean(rest)} here`);
    else if (key === 'b') out.note(tools.detailLines(delivery, view).join('\n'));
    else await this.#replay(delivery);
  }

  async #replay(delivery: ReceivedDelivery): Promise<void> {
    const { out, tools, forwardTo: target, signal } = this.#options;
    if (!target) return out.note('there is no application to send it to: --forward-to URL');
    const { number } = delivery;
    const onAttempt = (one: Parameters<typeof printAttempt>[1]) =>
      printAttempt(out, { ...one, number, file: 'again' });
    await tools.replay(delivery, { target, signal, onAttempt });
  }
}
