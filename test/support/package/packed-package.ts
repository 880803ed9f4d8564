import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdtemp, readdir, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject } from 'vitest';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** The packages of the repository, by their folders. */
const PACKAGES = { esign: ROOT, 'esign-sdk': join(ROOT, 'dist/packages/sdk') } as const;
/** Newest release of each Node that is tried, and the oldest that each package names, as the package registry has them. */
export const NODES = {
  '18.0': '18.0.0',
  18: '18.20.8',
  '20.19': '20.19.0',
  22: '22.23.3',
  24: '24.21.0',
} as const;

/** The package as its users get it, installed in a folder that knows nothing else. */
export interface InstalledPackage {
  readonly folder: string;
  /** Of the first package, if there are several. */
  readonly tarball: string;
  readonly tarballs: readonly string[];
  /** The installed command. */
  readonly bin: string;
  /** Runs a program in the folder and answers what it wrote to stdout. */
  run(file: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string>;
  /** Installs another release of Node beside it; answers the path of its binary. */
  node(major: keyof typeof NODES): Promise<string>;
  write(name: string, text: string): Promise<string>;
}

/** Makes a folder once for all files of a run; answers its path. */
async function once(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const shared = inject('sharedPackages');
  const place = join(shared, name);
  if (existsSync(place)) return place;
  const folder = await mkdtemp(join(shared, 'making-'));
  await make(folder);
  // Another test file may have been first: keep its folder
  await rename(folder, place).catch((error) => {
    if (!existsSync(place)) throw error;
  });
  return place;
}

/** Packs a built package, once a run, and puts it into a folder; answers the path of its tarball. */
export async function packPackage(name: keyof typeof PACKAGES, folder: string): Promise<string> {
  const packed = await once(`packed-${name}`, async (to) => {
    await run('npm', ['pack', '--pack-destination', to], { cwd: PACKAGES[name] });
  });
  const [tarball = ''] = await readdir(packed);
  await copyFile(join(packed, tarball), join(folder, tarball));
  return join(folder, tarball);
}

/**
 * Packs built packages, by default `esign`, and installs them, from their tarballs and with options of npm, in an empty
 * folder. An earlier installation of the same run is copied.
 */
export async function installPackage(
  names: readonly [keyof typeof PACKAGES, ...(keyof typeof PACKAGES)[]] = ['esign'],
  options: readonly string[] = [],
): Promise<InstalledPackage> {
  const installed = await once(['installed', ...names, ...options].join('-'), async (home) => {
    const packed = await Promise.all(names.map((name) => packPackage(name, home)));
    const consumer = '{"name": "consumer", "private": true, "type": "module"}';
    await writeFile(join(home, 'package.json'), consumer);
    const tarballs = packed.map((path) => `./${basename(path)}`);
    await run('npm', ['install', ...options, ...tarballs, '--no-audit'], { cwd: home });
  });
  const folder = await mkdtemp(join(tmpdir(), 'esign-package-'));
  await cp(installed, folder, { recursive: true, verbatimSymlinks: true });
  const tarballs = await Promise.all(names.map((name) => packPackage(name, folder)));
  const [tarball = ''] = tarballs;
  const write = async (name: string, text: string) => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  const npm = (args: readonly string[]) => run('npm', [...args, '--no-audit'], { cwd: folder });
  return {
    folder,
    tarball,
    tarballs,
    bin: join(folder, 'node_modules/esign/bin/run.cjs'),
    write,
    async run(file, args, env = {}) {
      const result = await run(file, args, { cwd: folder, env: { ...process.env, ...env } });
      return result.stdout;
    },
    async node(major) {
      const home = join(folder, `node-${major}`);
      const name = `node-${process.platform}-${process.arch}`;
      await npm(['install', '--prefix', home, '--force', `${name}@${NODES[major]}`]);
      return join(home, 'node_modules', name, 'bin/node');
    },
  };
}
