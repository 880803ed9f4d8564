import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { removeFolder } from '../remove-folder.ts';

const run = promisify(execFile);
/** The framework as its users get it; too large to stand among the development dependencies. */
const NEXT = ['next@16.4.6', 'react@19.3.1', 'react-dom@19.3.1'];
const QUIET = { NEXT_TELEMETRY_DISABLED: '1' };

/** A built Next application. */
export interface NextApp {
  readonly folder: string;
  /** The words, behind `node`, that serve it on a loopback port. */
  serve(port: number): readonly string[];
  close(): Promise<void>;
}

/** Builds an application of route handlers, each named by its path, with packed packages installed. */
export async function buildNextApp(
  tarballs: readonly string[],
  routes: Readonly<Record<string, string>>,
): Promise<NextApp> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-next-'));
  await writeFile(join(folder, 'package.json'), '{"name":"app","private":true,"type":"module"}');
  for (const [path, code] of Object.entries(routes)) {
    await mkdir(join(folder, 'app', path), { recursive: true });
    await writeFile(join(folder, 'app', path, 'route.js'), code);
  }
  const options = { cwd: folder, env: { ...process.env, ...QUIET } };
  await run('npm', ['install', '--no-audit', ...tarballs, ...NEXT], options);
  const bin = join(folder, 'node_modules/next/dist/bin/next');
  await run(process.execPath, [bin, 'build'], options);
  return {
    folder,
    serve: (port) => [bin, 'start', '-H', '127.0.0.1', '-p', String(port)],
    close: () => removeFolder(folder),
  };
}
