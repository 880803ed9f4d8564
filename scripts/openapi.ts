import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { openApiDocument } from '../src/contract/openapi/openapi.ts';

const path = fileURLToPath(new URL('../openapi.json', import.meta.url));
const fresh = `${JSON.stringify(openApiDocument(), null, 2)}\n`;

function onDisk(): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function run({ check }: { check?: boolean }): void {
  if (!check) writeFileSync(path, fresh);
  if (onDisk() === fresh) return;
  process.stderr.write('openapi.json is stale. Regenerate it: npm run openapi\n');
  process.exitCode = 1;
}

new Command('openapi')
  .description('write openapi.json from the contract')
  .option('--check', 'write nothing; fail when openapi.json is stale')
  .action(run)
  .parse();
