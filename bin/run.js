#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { run } from '../dist/cli/esign.cjs';

process.exit(await run(process.argv.slice(2), { root: fileURLToPath(import.meta.url) }));
