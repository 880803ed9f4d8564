import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

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

/** Packs a built package into a folder; answers the path of its tarball. */
export async function packPackage(name: keyof typeof PACKAGES, folder: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: PACKAGES[name],
  });
  const [packed]: { filename: string }[] = Object.values(JSON.parse(stdout));
  return join(folder, packed?.filename ?? '');
}

/** Packs built packages, by default `esign`, and installs them, from their tarballs and with options of npm, in an empty folder. */
export async function installPackage(
  names: readonly [keyof typeof PACKAGES, ...(keyof typeof PACKAGES)[]] = ['esign'],
  options: readonly string[] = [],
): Promise<InstalledPackage> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-package-'));
  const tarballs = await Promise.all(names.map((name) => packPackage(name, folder)));
  const [tarball = ''] = tarballs;
  const write = async (name: string, text: string) => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  await write('package.json', '{"name": "consumer", "private": true, "type": "module"}');
  const npm = (args: readonly string[]) => run('npm', [...args, '--no-audit'], { cwd: folder });
  await npm(['install', ...options, ...tarballs]);
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
