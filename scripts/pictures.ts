import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { ROOT } from './build/paths.ts';
import { writeSampleContract } from './demo/sample-contract.ts';
import { BIN } from './demo/shell.ts';
import { pictureSvg } from './pictures/svg.ts';
import type { AtTerminal, Place } from './pictures/terminal.ts';
import { startAtTerminal } from './pictures/terminal.ts';
import type { Shot } from './pictures/tour.ts';
import { SHOTS } from './pictures/tour.ts';

const POLL_MS = 50;
const PATIENCE_MS = 60_000;

/** A home of its own, with a contract, and `esign` on the path. */
async function openPlace(home: string): Promise<Place> {
  const bin = join(home, 'bin');
  const cwd = join(home, 'work');
  await mkdir(bin, { recursive: true });
  await mkdir(cwd);
  const esign = `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`;
  await writeFile(join(bin, 'esign'), esign, { mode: 0o755 });
  await writeSampleContract(join(cwd, 'contract.pdf'));
  const PATH = `${bin}:${process.env.PATH}`;
  return { cwd, env: { PATH, HOME: home, LANG: 'C.UTF-8', ESIGN_NO_UPDATE_CHECK: '1' } };
}

async function untilShown(terminal: AtTerminal, text: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  while (!(await terminal.screen.text()).join('\n').includes(text)) {
    if (Date.now() > until) throw new Error(`"${text}" was not shown`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function runUnseen(line: string, place: Place): Promise<void> {
  const terminal = startAtTerminal(line, place);
  const code = await terminal.ended;
  if (code !== 0) throw new Error(`${line}\n${(await terminal.screen.text()).join('\n')}`);
}

/** The command and what it shows, as SVG. */
async function take(shot: Shot, place: Place): Promise<string> {
  const { before, command, meanwhile, exitCode = 0, title } = shot;
  if (before !== undefined) await runUnseen(before, place);
  const typed = `printf '\\033[2m$\\033[0m %s\\n' '${command}'`;
  const terminal = startAtTerminal(`${typed}\n${command}`, place);
  if (meanwhile !== undefined) {
    await untilShown(terminal, 'ready');
    await runUnseen(meanwhile, place);
  }
  const code = await terminal.ended;
  if (code !== exitCode) throw new Error(`${command} ended with ${code}`);
  return pictureSvg({ title, lines: await terminal.screen.runs() });
}

async function pictures({ out }: { out: string }): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'esign-pictures-'));
  const folder = resolve(out);
  await mkdir(folder, { recursive: true });
  const place = await openPlace(home);
  const sandbox = startAtTerminal('exec esign sandbox start --port 0', place);
  try {
    await untilShown(sandbox, 'Ctrl-C');
    for (const shot of SHOTS)
      await writeFile(join(folder, `${shot.name}.svg`), await take(shot, place));
  } finally {
    await sandbox.interrupt();
    await rm(home, { recursive: true, force: true });
  }
  process.stdout.write(`${SHOTS.length} pictures are in ${folder}\n`);
}

const program = new Command('pictures')
  .description('draw the terminal pictures of README and guides, from real runs in a sandbox')
  .option('--out <folder>', 'where the pictures go', join(ROOT, 'docs/pictures'))
  .action(pictures);

await program.parseAsync().catch((error: unknown) => {
  program.error(`No pictures: ${error instanceof Error ? error.message : error}`);
});
