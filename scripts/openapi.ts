import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { openApiDocument, openApiExtensions } from '../src/contract/openapi/openapi.ts';

const DOCUMENTS = {
  'openapi.json': openApiDocument,
  'openapi-extensions.json': openApiExtensions,
} as const;

function onDisk(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function run({ check }: { check?: boolean }): void {
  for (const [name, write] of Object.entries(DOCUMENTS)) {
    const path = fileURLToPath(new URL(`../${name}`, import.meta.url));
    const fresh = `${JSON.stringify(write(), null, 2)}\n`;
    if (!check) writeFileSync(path, fresh);
    if (onDisk(path) === fresh) continue;
    process.stderr.write(`${name} is stale. Regenerate it: npm run openapi\n`);
    process.exitCode = 1;
  }
}

new Command('openapi')
  .description('write openapi.json and openapi-extensions.json from the contract')
  .option('--check', 'write nothing; fail when one is stale')
  .action(run)
  .parse();
