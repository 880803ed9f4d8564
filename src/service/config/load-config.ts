import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isTable } from './is-table.ts';
import type { Problem } from './problem.ts';
import { ConfigRefused } from './problem.ts';
import { brokenRules } from './rules.ts';
import type { Config } from './schema/schema.ts';
import type { Variables } from './sources/read-environment.ts';
import { FILE_VARIABLE, readEnvironment } from './sources/read-environment.ts';
import { readFile } from './sources/read-file.ts';
import type { Reading } from './sources/reading.ts';
import { nameOf, validate } from './validate.ts';

/** Where the configuration is looked for when nothing names it. */
const DEFAULT_FILE = '/etc/esign/esign.toml';

/** Options of a command line for the configuration. */
export interface ConfigSource {
  /** The configuration file; by default `ESIGN_CONFIG`, or `/etc/esign/esign.toml` if that exists. */
  readonly path?: string | undefined;
  /** The variables; by default those of this process. */
  readonly env?: Variables;
  /** The flags `--host` and `--port`. */
  readonly flags?: { readonly host?: string | undefined; readonly port?: number | undefined };
}

/** A configuration that fits the schema and its rules. */
export interface LoadedConfig {
  readonly config: Config;
  /** The file that it was read from; undefined without one. */
  readonly file: string | undefined;
  /** The name of the setting at a place in `config`, as it was written. */
  nameOf(path: readonly string[]): string;
}

/**
 * Reads the settings: defaults, then the file, the environment and the flags, the last one wins.
 * @throws {ConfigRefused} with everything that is wrong
 */
export function loadConfig({ path, env = process.env, flags = {} }: ConfigSource): LoadedConfig {
  const problems: Problem[] = [];
  const file = fileOf(path, env, problems);
  const reading: Reading = { file, problems, written: new Map(), refused: new Set() };
  const values = file === undefined ? {} : readFile(file, reading);
  for (const [at, value] of readEnvironment(env, reading)) setAt(values, at, value);
  for (const [name, value] of Object.entries(flags)) {
    if (value === undefined) continue;
    setAt(values, ['http', name], value);
    reading.written.set(`http.${name}`, `--${name}`);
  }
  const config = validate(values, reading);
  if (config) problems.push(...brokenRules(config, reading));
  if (config === undefined || problems.length > 0) throw new ConfigRefused(problems);
  return { config, file, nameOf: (at) => nameOf(at, reading) };
}

function fileOf(path: string | undefined, env: Variables, problems: Problem[]): string | undefined {
  const named = path ?? env[FILE_VARIABLE];
  if (named === '') {
    const hint = `unset ${FILE_VARIABLE}`;
    problems.push({ setting: FILE_VARIABLE, message: `${FILE_VARIABLE} is empty`, hint });
  }
  if (named) return resolve(named);
  return existsSync(DEFAULT_FILE) ? DEFAULT_FILE : undefined;
}

/** Sets a value at a place, whose tables are made if they are missing. */
function setAt(values: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    values[name] = value;
    return;
  }
  const table = isTable(values[name]) ? values[name] : {};
  values[name] = table;
  setAt(table, rest, value);
}
