#!/usr/bin/env -S npx tsx
// Runs the commands from source; the lookup built into oclif assumes they live under src/
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { settings } from '@oclif/core';
import { run } from '../src/cli/run.ts';

settings.enableAutoTranspile = false;
const pjson = createRequire(import.meta.url)('../package.json');
const hook = { target: './src/cli/command-not-found.ts', identifier: 'commandNotFound' };
const oclif = { ...pjson.oclif, commands: './commands', hooks: { command_not_found: hook } };
const root = fileURLToPath(new URL('..', import.meta.url));
process.exit(await run(process.argv.slice(2), { root, pjson: { ...pjson, oclif } }));
