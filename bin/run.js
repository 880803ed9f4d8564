#!/usr/bin/env node
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

// Not an import: that would have Node parse the whole bundle once more, in search of its names
const { run } = createRequire(import.meta.url)('../dist/cli/esign.cjs');
process.exit(await run(process.argv.slice(2), { root: fileURLToPath(import.meta.url) }));
