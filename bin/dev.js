#!/usr/bin/env -S npx tsx
// Runs the commands from source; the lookup built into oclif assumes they live under src/
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Plugin, settings } from '@oclif/core';
import { run } from '../src/cli/run.ts';

settings.enableAutoTranspile = false;
const manifest = createRequire(import.meta.url)('../package.json');
const hook = { target: './src/cli/help/unknown-command.ts', identifier: 'commandNotFound' };
const oclif = {
  ...manifest.oclif,
  commands: './commands',
  hooks: { command_not_found: hook },
  helpClass: { target: './src/cli/help/help.ts', identifier: 'EsignHelp' },
};
const pjson = { ...manifest, oclif };
const root = fileURLToPath(new URL('..', import.meta.url));
// A built package has a list of its commands beside it, which the sources may have outgrown
const plugin = new Plugin({ isRoot: true, root, pjson, ignoreManifest: true });
await plugin.load();
process.exit(
  await run(process.argv.slice(2), { root, pjson, plugins: new Map([[plugin.name, plugin]]) }),
);
