import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { BuildOptions } from 'esbuild';
import { build } from 'esbuild';
import { ROOT } from '../build/paths.ts';
import type { Measure } from './report.ts';
import { kilobytes, report } from './report.ts';

const SDK = `${ROOT}dist/packages/sdk`;

interface Packed {
  readonly size: number;
  readonly unpackedSize: number;
}

/** Sizes of a package as it would be packed. */
async function weighPackage(what: string, cwd: string, goal?: string): Promise<Measure> {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json'], {
    cwd,
    maxBuffer: 2 ** 24,
  });
  const [packed]: Packed[] = Object.values(JSON.parse(stdout));
  if (!packed) throw new Error(`npm packed nothing in ${cwd}`);
  const ratio = `${kilobytes(packed.unpackedSize)} unpacked`;
  return { what, value: kilobytes(packed.size), ratio, ...(goal && { goal }) };
}

/** Sizes of a minified bundle of a program that imports the SDK. */
async function weighBundle(
  contents: string,
  { goal, ...options }: BuildOptions & { readonly goal: string },
): Promise<Measure> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: SDK },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    ...options,
  });
  const bundle = outputFiles?.[0]?.contents ?? new Uint8Array();
  const ratio = `${kilobytes(gzipSync(bundle).byteLength)} gzipped`;
  return { what: contents, value: kilobytes(bundle.byteLength), ratio, goal };
}

/** Sizes of the packages, and of what a bundled program gets of the SDK. */
export async function benchPackages(): Promise<void> {
  report('packages', [
    await weighPackage('esign', ROOT),
    await weighPackage('esign-sdk', SDK, 'at most 150 kB'),
    await weighBundle("export { verifyWebhook } from 'esign-sdk';", {
      platform: 'node',
      goal: 'at most 6 kB',
    }),
    await weighBundle("export { EsignClient } from 'esign-sdk';", {
      platform: 'node',
      goal: 'at most 45 kB',
    }),
    await weighBundle("export * from 'esign-sdk/webhooks';", {
      platform: 'neutral',
      goal: 'at most 3 kB',
    }),
  ]);
}
