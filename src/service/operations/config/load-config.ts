import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Problem, Reading } from './problem.ts';
import { ConfigRefused } from './problem.ts';
import type { Variables } from './read-environment.ts';
import { FILE_VARIABLE, readEnvironment } from './read-environment.ts';
import { readFile } from './read-file.ts';
import { brokenRules } from './rules.ts';
import type { Config } from './schema/schema.ts';
import { isTable } from './settings.ts';
import { nameOf, validate } from './validate.ts';

const DEFAULT_FILE = '/etc/esign/esign.toml';

export interface ConfigSource {
  /** By default `ESIGN_CONFIG`, or `/etc/esign/esign.toml` if that exists. */
  readonly path?: string | undefined;
  /** By default those of this process. */
  readonly env?: Variables;
  readonly flags?: { readonly host?: string | undefined; readonly port?: number | undefined };
}

export interface LoadedConfig {
  readonly config: Config;
  /** The file it was read from; undefined without one. */
  readonly file: string | undefined;
  /** The name of the setting at a path in `config`, as it was written. */
  nameOf(path: readonly string[]): string;
}

/** Flags override the environment, which overrides the file. @throws {ConfigRefused} */
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
  const { config, faulty } = validate(values, reading);
  problems.push(...brokenRules(config, reading, faulty));
  if (problems.length > 0) throw new ConfigRefused(problems);
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

/** Creates missing tables on the way. */
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
