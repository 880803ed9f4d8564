import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { removeFolder } from '../remove-folder.ts';

const execute = promisify(execFile);

/** A project of its own, for tools that are too large for the development dependencies, or need others than these. */
export interface ToolProject {
  readonly folder: string;
  install(...packages: readonly string[]): Promise<void>;
  write(name: string, text: string | Buffer): Promise<string>;
  /** The path of an installed package's command. */
  bin(name: string): string;
  /** Runs a program of Node in the folder; answers its stdout. A failure's message has all that it wrote. */
  run(words: readonly string[], env?: NodeJS.ProcessEnv): Promise<string>;
  close(): Promise<void>;
}

interface Failure {
  readonly stdout?: string;
  readonly stderr?: string;
}

/** Opens a project with packages of the registry or tarballs. */
export async function openToolProject(packages: readonly string[] = []): Promise<ToolProject> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-tools-'));
  const write = async (name: string, text: string | Buffer) => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  await write('package.json', '{"name": "tools", "private": true, "type": "module"}');
  const install = async (...wanted: readonly string[]) => {
    await execute('npm', ['install', '--no-audit', ...wanted], { cwd: folder });
  };
  if (packages.length > 0) await install(...packages);
  return {
    folder,
    install,
    write,
    bin: (name) => join(folder, 'node_modules/.bin', name),
    async run(words, env = {}) {
      const options = { cwd: folder, env: { ...process.env, ...env } };
      try {
        return (await execute(process.execPath, words, options)).stdout;
      } catch (error) {
        const { stdout = '', stderr = '' } = error as Failure;
        throw new Error(`node ${words.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
      }
    },
    close: () => removeFolder(folder),
  };
}
