import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Plugin, settings } from '@oclif/core';
import { Command } from 'commander';
import { manPages } from '../src/cli/reference/man-page.ts';
import { referenceText } from '../src/cli/reference/markdown.ts';
import type { ReferencePage } from '../src/cli/reference/page.ts';
import { pageOf } from '../src/cli/reference/page.ts';
import { withCauses } from './reference/causes.ts';
import { configurationText } from './reference/configuration.ts';
import { schemaTexts } from './reference/schemas.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Keeps its text, around the table of causes. */
const DESK = 'docs/guides/support-desk.md';

function onDisk(file: string): string {
  try {
    return readFileSync(`${root}${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** The commands as the sources declare them, whatever was built. */
async function declaredPages(): Promise<ReferencePage[]> {
  settings.enableAutoTranspile = false;
  const { hooks: _built, ...manifest } = JSON.parse(onDisk('package.json'));
  const pjson = { ...manifest, oclif: { ...manifest.oclif, commands: './commands' } };
  const plugin = new Plugin({ isRoot: true, root, pjson, ignoreManifest: true });
  await plugin.load();
  const commands = Object.values(plugin.manifest.commands);
  return commands.sort((one, other) => one.id.localeCompare(other.id, 'en')).map(pageOf);
}

/** package.json with the man pages that the build writes: npm links only those named one by one. */
function packageText(pages: readonly ReferencePage[]): string {
  const files = manPages(pages, { version: '', date: '' }).map(([file]) => `./dist/man/${file}`);
  return `${JSON.stringify({ ...JSON.parse(onDisk('package.json')), man: files }, null, 2)}\n`;
}

async function run({ check }: { check?: boolean }): Promise<void> {
  const pages = await declaredPages();
  const fresh = {
    'docs/commands.md': referenceText(pages),
    'docs/configuration.md': configurationText(),
    [DESK]: withCauses(onDisk(DESK)),
    'package.json': packageText(pages),
    ...schemaTexts(),
  };
  for (const [file, text] of Object.entries(fresh)) {
    if (onDisk(file) === text) continue;
    if (!check) {
      writeFileSync(`${root}${file}`, text);
      continue;
    }
    process.stderr.write(`${file} is stale. Regenerate it: npm run reference\n`);
    process.exitCode = 1;
  }
}

await new Command('reference')
  .description(
    'write docs/commands.md, docs/configuration.md, docs/schemas, the table of causes of the support desk, and the man pages in package.json',
  )
  .option('--check', 'write nothing; fail when one of them is stale')
  .action(run)
  .parseAsync();
