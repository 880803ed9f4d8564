import { execFileSync } from 'node:child_process';
import type { Interface } from 'node:readline';
import { createInterface } from 'node:readline';
import { harmless } from '../../terminal/harmless.ts';
import type { Printer } from '../../terminal/printer.ts';
import type { AttemptReport } from '../trigger/run-deliveries.ts';
import { printAttempt } from '../trigger/show-attempts.ts';
import type { DeliveryView } from './delivery-lines.ts';
import {
  arrivalLine,
  deliveryJson,
  deliveryLines,
  detailLines,
  refusalLine,
  toneOf,
} from './delivery-lines.ts';
import { writeInspectPage } from './inspect-page.ts';
import type { ReceivedDelivery, ReceivedRequest, RefusedRequest } from './received-delivery.ts';

const MOST_KEPT = 200;
const KEYS =
  'type r 1 to send #1 to the application again, b 1 for its headers and body, f TEXT to show only events or documents with it, f for all; then Enter';

interface DeskOptions {
  readonly out: Printer;
  readonly view: DeliveryView;
  /** Stdout belongs to a command beside the listener. */
  readonly isStdoutTaken: boolean;
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

/** Shows deliveries, and keeps the latest for a person at the terminal and the page of `--inspect`. */
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

  arrival(received: ReceivedRequest): void {
    const { out, view } = this.#options;
    const line = out.isJson || !this.#shows(received) ? undefined : arrivalLine(received, view);
    if (line !== undefined) this.#print(line);
  }

  refusal(refused: RefusedRequest): void {
    const { out } = this.#options;
    if (out.isJson) out.line({ type: 'refused', ...refused });
    else out.note(refusalLine(refused));
  }

  delivery(delivery: ReceivedDelivery, savedAs: string | undefined): void {
    if (this.#shows(delivery)) this.#printDelivery(delivery, savedAs);
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

  #shows({ event, documentId }: ReceivedRequest): boolean {
    return `${event} ${documentId}`.includes(this.#filter);
  }

  #printDelivery(delivery: ReceivedDelivery, savedAs: string | undefined): void {
    const { out, view, isStdoutTaken } = this.#options;
    if (out.isJson) {
      out.line(deliveryJson(delivery, savedAs));
      return;
    }
    const [first = '', ...rest] = deliveryLines(delivery, view, savedAs);
    const { yellow, red } = isStdoutTaken ? out.paintNote : out.paint;
    const coloured = { good: first, doubtful: yellow(first), bad: red(first) };
    this.#print([coloured[toneOf(delivery)], ...rest].join('\n'));
  }

  #print(text: string): void {
    const { out, isStdoutTaken } = this.#options;
    if (isStdoutTaken) out.note(text);
    else out.result(text);
  }

  #save(): void {
    const { inspect, view, onUnsaved } = this.#options;
    if (inspect === undefined || this.#isStale) return;
    this.#isStale = true;
    this.#writing = this.#writing
      .then(() => {
        this.#isStale = false;
        return writeInspectPage(inspect, [...this.#kept.values()], view);
      })
      .catch(onUnsaved);
  }

  async #obey(line: string): Promise<void> {
    const { out, view } = this.#options;
    const [, key = '', rest = ''] = /^([rbf])(?:\s+(.*))?$/.exec(line) ?? [];
    const delivery = this.#kept.get(Number(rest));
    if (key === 'f') {
      this.#filter = rest;
      out.note(rest === '' ? 'showing all' : `showing only ${harmless(rest)}`);
    } else if (key === '') out.note(KEYS);
    else if (!delivery) out.note(`there is no delivery #${harmless(rest)} here`);
    else if (key === 'b') out.note(detailLines(delivery, view).join('\n'));
    else await this.#replay(delivery);
  }

  async #replay(delivery: ReceivedDelivery): Promise<void> {
    const { out, forwardTo: target, signal } = this.#options;
    if (!target) return out.note('there is no application to send it to: --forward-to URL');
    // Loaded when asked for: its schema would slow down the start of a listener.
    const { replayReceived } = await import('../replay/replay-deliveries.ts');
    const { number } = delivery;
    const onAttempt = (one: AttemptReport) => printAttempt(out, { ...one, number, file: 'again' });
    await replayReceived(delivery, { target, signal, onAttempt });
  }
}
