import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Newest release of each Node that is tried, as the package registry has it. */
const NODES = { 18: '18.20.8', 22: '22.23.3', 24: '24.21.0' } as const;

/** The package as its users get it, installed in a folder that knows nothing else. */
export interface InstalledPackage {
  readonly folder: string;
  readonly tarball: string;
  /** The installed command. */
  readonly bin: string;
  /** Runs a program in the folder and answers what it wrote to stdout. */
  run(file: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string>;
  /** Installs another release of Node beside it; answers the path of its binary. */
  node(major: keyof typeof NODES): Promise<string>;
  write(name: string, text: string): Promise<string>;
}

/** Packs the built package and installs it, from the tarball, in an empty folder. */
export async function installPackage(): Promise<InstalledPackage> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-package-'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: ROOT,
  });
  const [packed]: { filename: string }[] = Object.values(JSON.parse(stdout));
  const tarball = join(folder, packed?.filename ?? '');
  const write = async (name: string, text: string) => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  await write('package.json', '{"name": "consumer", "private": true, "type": "module"}');
  const npm = (args: readonly string[]) => run('npm', [...args, '--no-audit'], { cwd: folder });
  await npm(['install', tarball]);
  return {
    folder,
    tarball,
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
