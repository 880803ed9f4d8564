import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DAY_MS } from '../../contract/durations.ts';
import { parseUrl } from '../../contract/parse-url.ts';
import { isFlagGiven } from '../input/is-flag-given.ts';
import { isLocal } from '../profiles/connection.ts';
import type { Environment } from '../profiles/profile.ts';
import { environmentWithoutOurs, readEnvironment } from '../profiles/profile.ts';
import type { UpdateState } from './update-state.ts';
import { readState, statePath, writeState } from './update-state.ts';

const DEFAULT_REGISTRY = 'https://registry.npmjs.org/';

/** The `registry` of an .npmrc, whose lines are `name = value`. */
export function registryOf(npmrc: string): string | undefined {
  const [, address] = /^[ \t]*registry[ \t]*=[ \t]*"?([^\s"]+)"?[ \t]*$/m.exec(npmrc) ?? [];
  return address;
}

function readNpmrc(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** npm's registry: from the environment, the user's .npmrc, or the default. Undefined if unsafe. */
export function registryAddress({ npm }: Pick<Environment, 'npm'>): string | undefined {
  const text = npm.registry ?? registryOf(readNpmrc(npm.userConfig)) ?? DEFAULT_REGISTRY;
  const url = parseUrl(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal(url));
  return isSafe ? text : undefined;
}

interface UpdateSteps {
  readonly tell: string | undefined;
  readonly ask: boolean;
}

function isNewer(version: string, own: string): boolean {
  const [parts, ours] = [version, own].map((one) => one.split(/[.-]/).slice(0, 3).map(Number));
  const at = (parts ?? []).findIndex((part, place) => part !== ours?.[place]);
  return at !== -1 && (parts?.[at] ?? 0) > (ours?.[at] ?? 0);
}

/** A clock that was set back must not stop the checks. */
const isDue = (at: number, now: number): boolean => now - at >= DAY_MS || at > now;

/** Announces and asks at most once a day each. */
export function decideUpdate(
  { askedAt, toldAt, latest }: UpdateState,
  own: string,
  now: number,
): UpdateSteps {
  const tell = latest !== undefined && isNewer(latest, own) && isDue(toldAt, now);
  return { tell: tell ? latest : undefined, ask: isDue(askedAt, now) };
}

export interface EndedRun {
  readonly argv: readonly string[];
  readonly version: string;
  readonly script: string;
  /** Of package.json. Without it, nothing tells our package from a stranger's of that name. */
  readonly repository: string | undefined;
}

/** Notifies only a person at a terminal: never a pipe, CI or a program that reads JSON. */
function isForPerson(argv: readonly string[], { isCi, isUpdateChecked }: Environment): boolean {
  const isJson = ['json', 'query', 'format'].some((flag) => isFlagGiven(argv, flag));
  const isTerminal = process.stdout.isTTY === true && process.stderr.isTTY === true;
  return isTerminal && isUpdateChecked && !isCi && !isJson;
}

/** Starts the update check, which outlives this process and gets no key. */
function ask(script: string, ...args: readonly [path: string, ...string[]]): void {
  const env = environmentWithoutOurs();
  const options = { env, cwd: dirname(args[0]), detached: true, stdio: 'ignore' } as const;
  const child = spawn(process.execPath, [script, ...args], options);
  child.on('error', () => undefined);
  child.unref();
}

function update({ version, script, repository }: EndedRun, environment: Environment): void {
  if (repository === undefined) return;
  const path = statePath(environment.configDir);
  const state = readState(path);
  const now = Date.now();
  const { tell, ask: isDue } = decideUpdate(state, version, now);
  const registry = isDue && existsSync(script) ? registryAddress(environment) : undefined;
  if (tell === undefined && registry === undefined) return;
  const next: UpdateState = {
    ...state,
    ...(tell !== undefined && { toldAt: now }),
    ...(registry !== undefined && { askedAt: now }),
  };
  // Written first: if that fails, it does not notify or ask on every run
  writeState(path, next);
  if (registry !== undefined) ask(script, path, registry, repository);
  if (tell !== undefined)
    process.stderr.write(
      `esign ${tell} is available (this is ${version}): npm install --global esign@${tell}\n`,
    );
}

/** Announces a newer version and starts a check, each at most once a day. Never throws. */
export function tellOfUpdate(run: EndedRun): void {
  const environment = readEnvironment();
  if (!isForPerson(run.argv, environment)) return;
  try {
    update(run, environment);
  } catch {
    // A hint is not worth an error
  }
}
