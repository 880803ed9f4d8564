#!/usr/bin/env node
const { dirname } = require('node:path');

const argv = process.argv.slice(2);

if (argv.length === 1 && ['--version', '-v'].includes(argv[0])) {
  const { version } = require('../package.json');
  process.stdout.write(
    `esign/${version} ${process.platform}-${process.arch} node-${process.version}\n`,
  );
} else {
  const root = `${dirname(__dirname)}/`;
  const { run } = require(`${root}dist/cli/esign.cjs`);
  run(argv, { root }).then((code) => process.exit(code));
}
