import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { AtTerminal, Place } from '../../../scripts/pictures/terminal.ts';
import { startAtTerminal } from '../../../scripts/pictures/terminal.ts';
import type { Script, ShownCommand, Step } from './guide-blocks.ts';
import { masked, patternOf } from './guide-blocks.ts';

/** Commands that go on until Ctrl-C, while the guide goes on in another terminal. */
const GOES_ON =
  /^(?:esign sandbox start|.*node receiver\.mjs$|esign webhook listen(?!.* (?:--until|--timeout|-- )))/;
const QUESTION = /\? .*\([yY]\/[nN]\)/;
/** The id of a document, or its beginning in a list. */
const ID = /\b[0-9a-f]{8}-[0-9a-f]{4}(?:(?:-[0-9a-f]{4}){2}-[0-9a-f]{12})?\b/g;
const ENDPOINT = /\bwhe_[0-9a-f]+/g;

/** A guide, followed step by step in a folder. */
export interface GuideRun {
  take(step: Step): Promise<void>;
  /** Holds the commands that go on to what the guide shows of them. */
  check(): Promise<void>;
  /** Ends them, as Ctrl-C does. */
  stop(): Promise<void>;
}

interface World extends Place {
  /** What stands in the guide, such as an id or a port, and what it is here. */
  readonly meant: Map<string, string>;
  /** Every terminal, so that none outlives the guide. */
  readonly terminals: AtTerminal[];
  /** The commands that go on. */
  readonly running: { readonly command: ShownCommand; readonly terminal: AtTerminal }[];
}

/** Follows a guide in a folder. `ports` has what stands for each port that the guide names. */
export function followGuide(place: Place, ports: ReadonlyMap<string, string>): GuideRun {
  const world: World = { ...place, meant: new Map(ports), terminals: [], running: [] };
  return {
    async take(step) {
      if (step.kind === 'file') {
        const path = join(place.cwd, step.name);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, asMeant(step.text, world));
      } else if (step.kind === 'script') await runScript(step, world);
      else await runCommand(step, world);
    },
    async check() {
      for (const { command, terminal } of world.running)
        await expect.poll(() => output(terminal), WAIT).toMatch(pattern(command, world));
    },
    async stop() {
      for (const terminal of world.terminals.reverse()) await terminal.interrupt();
    },
  };
}

const WAIT = { timeout: 20_000 };

const pattern = ({ shown }: ShownCommand, world: World): RegExp =>
  patternOf(shown.map((line) => asMeant(line, world)));

/** What stands for what, replaced at one go: a port may begin with the digits of another that is shown. */
function asMeant(text: string, { meant }: World): string {
  const shown = [...meant.keys()].sort((one, other) => other.length - one.length);
  const any = new RegExp(
    shown.map((one) => one.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'),
    'g',
  );
  return text.replace(any, (found) => meant.get(found) ?? found);
}

const output = async ({ screen }: AtTerminal): Promise<string> =>
  (await screen.text()).map((line) => `${masked(line)}\n`).join('');

/** A variable that a script sets is there for the rest of the guide. */
const READ_VARIABLES = '[ -f ../variables ] && . ../variables';
const WRITE_VARIABLES = 'status=$?; declare -p id > ../variables 2> /dev/null; exit $status';

async function runScript({ lines }: Script, world: World): Promise<void> {
  for (const line of lines) {
    const script = [READ_VARIABLES, 'set -o pipefail', asMeant(line, world), WRITE_VARIABLES];
    const child = spawn('bash', ['-c', script.join('\n')], world);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk;
      });
    child.stdin.end();
    const [code] = await once(child, 'close');
    expect(code, `${line}\n${said}`).toBe(0);
    remember(said, world);
  }
}

async function runCommand(command: ShownCommand, world: World): Promise<void> {
  const line = asMeant(command.line, world);
  const terminal = startAtTerminal(`${READ_VARIABLES}\n${line}`, world);
  world.terminals.push(terminal);
  if (GOES_ON.test(command.line)) {
    world.running.push({ command, terminal });
    const ready = masked(asMeant(command.shown[0] ?? '', world));
    await expect.poll(() => output(terminal), WAIT).toContain(ready);
    return;
  }
  if (command.shown.some((shown) => shown.startsWith('✔ '))) {
    await expect
      .poll(async () => (await terminal.screen.text()).join('\n'), WAIT)
      .toMatch(QUESTION);
    terminal.type('y\r');
  }
  const code = await terminal.ended;
  expect(await output(terminal), command.line).toMatch(pattern(command, world));
  expect(code, command.line).toBe(command.exitCode);
  learn(command, (await terminal.screen.text()).join('\n'), world);
}

/** Pairs the ids that the guide shows with those of the run, in their order. */
function learn({ shown }: ShownCommand, said: string, world: World): void {
  const actual = said.match(ID) ?? [];
  for (const [index, id] of (shown.join('\n').match(ID) ?? []).entries()) {
    const found = actual[index];
    if (found === undefined || world.meant.has(id)) continue;
    world.meant.set(id, found);
    world.meant.set(id.slice(0, 8), found.slice(0, 8));
  }
  remember(said, world);
}

/** The last ids of a run are what DOCUMENT and ENDPOINT stand for. */
function remember(said: string, { meant }: World): void {
  const document = said.match(ID)?.at(-1);
  const endpoint = said.match(ENDPOINT)?.at(-1);
  if (document !== undefined) meant.set('DOCUMENT', document);
  if (endpoint !== undefined) meant.set('ENDPOINT', endpoint);
}
