import { readFileSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { writeModules } from './python/write-modules.ts';

const ROOT = new URL('../', import.meta.url);
const FOLDER = new URL('python/src/esign/_models/', ROOT);

function onDisk(name: string): string | undefined {
  try {
    return readFileSync(new URL(name, FOLDER), 'utf8');
  } catch {
    return undefined;
  }
}

function run({ check }: { check?: boolean }): void {
  const read = (name: string) => JSON.parse(readFileSync(new URL(name, ROOT), 'utf8'));
  const extensions = read('openapi-extensions.json');
  const fresh = Object.entries(writeModules(read('openapi.json'), extensions));
  if (!check) for (const [name, text] of fresh) writeFileSync(new URL(name, FOLDER), text);
  const stale = fresh.filter(([name, text]) => onDisk(name) !== text);
  if (stale.length === 0) return;
  process.stderr.write('the Python models are stale. Regenerate them: npm run python-models\n');
  process.exitCode = 1;
}

new Command('python-models')
  .description(
    'write the models of the Python package from openapi.json and openapi-extensions.json',
  )
  .option('--check', 'write nothing; fail when a model is stale')
  .action(run)
  .parse();
