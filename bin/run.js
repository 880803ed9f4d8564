#!/usr/bin/env node
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const argv = process.argv.slice(2);

if (argv.length === 1 && ['--version', '-v'].includes(argv[0])) {
  const { version } = require('../package.json');
  console.log(`esign/${version} ${process.platform}-${process.arch} node-${process.version}`);
} else {
  // Not an import: that would have Node parse the whole bundle once more, in search of its names
  const { run } = require('../dist/cli/esign.cjs');
  process.exit(await run(argv, { root: fileURLToPath(new URL('..', import.meta.url)) }));
}
