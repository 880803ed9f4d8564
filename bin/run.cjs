#!/usr/bin/env node
const { dirname } = require('node:path');

const argv = process.argv.slice(2);

if (argv.length === 1 && ['--version', '-v'].includes(argv[0])) {
  const { version } = require('../package.json');
  process.stdout.write(
    `esign/${version} ${process.platform}-${process.arch} node-${process.version}\n`,
  );
} else {
  const { run } = require('../dist/cli/esign.cjs');
  run(argv, { root: `${dirname(__dirname)}/` }).then((code) => process.exit(code));
}
