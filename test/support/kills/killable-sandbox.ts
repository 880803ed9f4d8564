import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openControl } from '../../../src/sandbox/index.ts';
import type { SandboxLine, Started, Workplace } from '../cli/built-esign.ts';
import { PAST_LEASE_MS } from './past-lease.ts';

/** Below what systems give away by themselves: nobody takes the port while its sandbox is dead. */
const LOWEST_PORT = 10_000;
const PORTS = 20_000;
const CREDITS = 100_000;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

async function findPort(): Promise<number> {
  for (;;) {
    const port = LOWEST_PORT + Math.floor(Math.random() * PORTS);
    if (await isFree(port)) return port;
  }
}

/**
 * A sandbox of the built command that is killed and started again, on one folder and one port. Each time its clock has
 * moved on by a lease.
 */
export class KillableSandbox {
  /** What it was given for documents to be sent. */
  readonly credits = CREDITS;
  readonly #place: Workplace;
  readonly #port: number;
  #running: Started | undefined;
  #up: Promise<void> = Promise.resolve();
  #isUp: () => void = () => undefined;
  #isServing = true;
  #startMs = 0;
  #aheadMs = 0;
  #lives = 0;
  #said = '';

  private constructor(place: Workplace, port: number) {
    this.#place = place;
    this.#port = port;
    this.#goesDown();
  }

  static async open(place: Workplace): Promise<KillableSandbox> {
    return new KillableSandbox(place, await findPort());
  }

  /** The time as the sandbox has it, in milliseconds. */
  now(): number {
    return Date.now() + this.#aheadMs;
  }

  /** Resolves at once while it serves, else when it serves again. */
  untilUp(): Promise<void> {
    return this.#up;
  }

  /** How often it was started. */
  get lives(): number {
    return this.#lives;
  }

  /** What every life of it wrote to stderr. */
  said(): string {
    return this.#said + (this.#running?.stderr() ?? '');
  }

  async start(): Promise<SandboxLine> {
    const startedAt = performance.now();
    const { lines, stderr } = this.#begin();
    const { value, done } = await lines.next();
    if (done) throw new Error(`the sandbox did not start: ${stderr()}`);
    this.#startMs = performance.now() - startedAt;
    const line: SandboxLine = JSON.parse(value);
    await this.#moveClock(line);
    this.#isServing = true;
    this.#isUp();
    return line;
  }

  /** Starts it, and kills it when a part of the time that the last start took is over. */
  async dieStarting(part: number): Promise<void> {
    this.#begin();
    await pause(part * this.#startMs);
    this.kill();
    await this.gone();
  }

  kill(): void {
    this.#running?.child.kill('SIGKILL');
    this.#goesDown();
  }

  /** Once it is dead; it must have been killed. */
  async gone(): Promise<void> {
    const code = await this.#running?.ended;
    this.#said = this.said();
    this.#running = undefined;
    if (code !== null) throw new Error(`it ended by itself with ${code}: ${this.#said}`);
  }

  #begin(): Started {
    const data = ['--data-dir', join(this.#place.folder, 'sandbox'), '--credits', `${CREDITS}`];
    const args = ['sandbox', 'start', '--port', `${this.#port}`, ...data, '--json'];
    this.#running = this.#place.start(...args);
    this.#lives += 1;
    return this.#running;
  }

  /** Before anybody learns that it serves: time does not leap in the middle of a call. */
  async #moveClock({ dataDir }: SandboxLine): Promise<void> {
    const { now } = await (await openControl(dataDir)).advanceClock({ ms: PAST_LEASE_MS });
    this.#aheadMs = Date.parse(now) - Date.now();
  }

  /** Of several kills without a life in between the first counts: somebody may wait since then. */
  #goesDown(): void {
    if (!this.#isServing) return;
    this.#isServing = false;
    this.#up = new Promise((resolve) => {
      this.#isUp = resolve;
    });
  }
}
