import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Plugin, settings } from '@oclif/core';
import { Command } from 'commander';
import { referenceText } from '../src/cli/reference/markdown.ts';
import { pageOf } from '../src/cli/reference/page.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const path = `${root}docs/commands.md`;

/** The reference as the sources declare it, whatever was built. */
async function fresh(): Promise<string> {
  settings.enableAutoTranspile = false;
  const { hooks: _built, ...manifest } = createRequire(import.meta.url)('../package.json');
  const pjson = { ...manifest, oclif: { ...manifest.oclif, commands: './commands' } };
  const plugin = new Plugin({ isRoot: true, root, pjson, ignoreManifest: true });
  await plugin.load();
  const commands = Object.values(plugin.manifest.commands);
  const sorted = commands.sort((one, other) => one.id.localeCompare(other.id, 'en'));
  return referenceText(sorted.map(pageOf));
}

function onDisk(): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

async function run({ check }: { check?: boolean }): Promise<void> {
  const text = await fresh();
  if (!check) writeFileSync(path, text);
  if (onDisk() === text) return;
  process.stderr.write('docs/commands.md is stale. Write it anew: npm run reference\n');
  process.exitCode = 1;
}

await new Command('reference')
  .description('write docs/commands.md from the declarations of the commands')
  .option('--check', 'write nothing; fail when docs/commands.md is stale')
  .action(run)
  .parseAsync();
