import { execFileSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import type { Interface } from 'node:readline';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { saveFile } from '../../../client/index.ts';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { escapedHtml, harmless } from '../../terminal/harmless.ts';
import type { Printer } from '../../terminal/printer.ts';
import type { AttemptReport } from '../trigger/run-deliveries.ts';
import { printAttempt } from '../trigger/show-deliveries.ts';
import type { WebhookSecret } from '../webhook-secrets.ts';
import type { DeliveryView } from './delivery-lines.ts';
import {
  arrivalLine,
  deliveryJson,
  deliveryLines,
  detailLines,
  refusalLine,
  summaryLine,
  toneOf,
} from './delivery-lines.ts';
import type { ReceivedDelivery, ReceivedRequest, RefusedRequest } from './received-delivery.ts';

/** By which a page of an earlier run is known, and may be replaced. */
const BEGINNING = '<!doctype html><!-- esign webhook listen -->';
const OWNER_ONLY = 0o600;

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; color: #1a1a1a; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
summary { font-family: monospace; padding: .4em 0; overflow-wrap: anywhere }
.bad > summary { color: #b3261e }
pre { background: #f2f2f2; padding: 1em; white-space: pre-wrap; overflow-wrap: anywhere }`;

function inspectPage(deliveries: readonly ReceivedDelivery[], view: DeliveryView): string {
  const parts = deliveries.map((delivery) => {
    const lines = detailLines(delivery, view).map(escapedHtml).join('\n');
    const head = escapedHtml(summaryLine(delivery));
    return `<details class="${toneOf(delivery)}"><summary>${head}</summary><pre>${lines}</pre></details>`;
  });
  return `${BEGINNING}
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Webhook deliveries</title><style>${STYLE}</style></head><body>
<h1>Webhook deliveries</h1>
<p>Newest first, as they arrived at this machine; headers and bodies hold personal data. Reload to see more.</p>
${parts.reverse().join('\n')}
</body></html>
`;
}

async function beginningOf(path: string): Promise<string | undefined> {
  const file = await open(path).catch(() => undefined);
  if (!file) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING.length));
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Throws a `CliError` (exit 2) for a file that is no page of an earlier run. */
export async function assertReplaceable(path: string): Promise<void> {
  const beginning = await beginningOf(path);
  if (beginning === undefined || beginning === BEGINNING) return;
  throw new CliError({
    code: 'file_exists',
    what: `${path} exists already, and is no page of webhook listen`,
    next: 'name another file with --inspect',
    exitCode: EXIT.usage,
  });
}

/** Replaces the page; for the file's owner only, since bodies hold personal data. */
async function writeInspectPage(
  path: string,
  deliveries: readonly ReceivedDelivery[],
  view: DeliveryView,
): Promise<void> {
  const page = Readable.from([Buffer.from(inspectPage(deliveries, view))]);
  await saveFile(page, path, { force: true, mode: OWNER_ONLY });
}

const MOST_KEPT = 200;
const KEYS =
  'type r 1 to send #1 to the application again, b 1 for its headers and body, f TEXT to show only events or documents with it, f for all; then Enter';

interface DeskOptions {
  readonly out: Printer;
  readonly view: DeliveryView;
  /** Stdout belongs to a command beside the listener. */
  readonly isStdoutTaken: boolean;
  readonly forwardTo: URL | undefined;
  readonly secrets: () => readonly WebhookSecret[];
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

/** Shows deliveries, and keeps the latest for the terminal and the page of `--inspect`. */
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
    const { out, forwardTo: target, signal, secrets } = this.#options;
    if (!target) return out.note('there is no application to send it to: --forward-to URL');
    // Loaded when asked for: its schema would slow down the start of a listener.
    const { replayReceived } = await import('../replay/replay-deliveries.ts');
    const { number, signature } = delivery;
    // Signed again, since receivers refuse an old timestamp.
    const secret =
      signature.state === 'valid' ? secrets()[signature.secretIndex]?.value : undefined;
    const onAttempt = (one: AttemptReport) => printAttempt(out, { ...one, number, file: 'again' });
    await replayReceived(delivery, { target, signal, onAttempt, secret });
  }
}
