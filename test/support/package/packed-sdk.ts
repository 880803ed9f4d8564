import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import type { BuildOptions } from 'esbuild';
import { build } from 'esbuild';
import type { InstalledPackage } from './packed-package.ts';

/** Bundles a program that imports the installed packages, as its users do. */
export async function bundleIn(
  { folder }: InstalledPackage,
  contents: string,
  options: BuildOptions,
): Promise<string> {
  const { outputFiles = [] } = await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    bundle: true,
    write: false,
    logLevel: 'silent',
    ...options,
  });
  return outputFiles[0]?.text ?? '';
}

/** Runs a bundle with nothing but what every web runtime has, and returns what it left in the global `result`. */
export async function runOnWeb(bundle: string, given: Record<string, unknown>): Promise<unknown> {
  const web = {
    atob,
    btoa,
    crypto,
    TextEncoder,
    TextDecoder,
    Headers,
    Request,
    Response,
    Uint8Array,
  };
  const world: Record<string, unknown> = { ...web, ...given };
  runInContext(bundle, createContext(world));
  return await world.result;
}

/** How a program is compiled: the settings of its `tsconfig.json`, and its files. */
export interface Compilation {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly files: readonly string[];
  /** The compiler's script. */
  readonly compiler: string;
}

/** Compiles programs beside the installed packages, libraries included; what the compiler complains about. */
export async function compileIn(
  installed: InstalledPackage,
  { settings, files, compiler }: Compilation,
): Promise<string> {
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    noEmit: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    ...settings,
  };
  const name = `tsconfig-${randomUUID()}.json`;
  const config = await installed.write(name, JSON.stringify({ compilerOptions, files }));
  const run = installed.run(process.execPath, [compiler, '-p', config]);
  return await run.catch((error: { stdout?: string }) => error.stdout ?? String(error));
}

/** Installs tools of the registry beside the package, each under a name of its own; returns where their files are. */
export async function installTools(
  installed: InstalledPackage,
  tools: Readonly<Record<string, string>>,
): Promise<(path: string) => string> {
  const home = join(installed.folder, 'tools');
  const wanted = Object.entries(tools).map(([name, source]) => `${name}@npm:${source}`);
  await installed.run('npm', ['install', '--prefix', home, '--no-audit', '--force', ...wanted]);
  return (path) => join(home, 'node_modules', path);
}
