import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { DIST, ROOT } from './paths.ts';
import { writeCode } from './sdk/code.ts';
import type { RootManifest } from './sdk/manifest.ts';
import { manifestOf, WEBHOOKS_MANIFEST } from './sdk/manifest.ts';
import { readmeFrom } from './sdk/readme.ts';
import { writeTypes } from './sdk/types.ts';

const PACKAGE = `${DIST}/packages/sdk`;

const write = (name: string, value: unknown): Promise<void> =>
  writeFile(`${PACKAGE}/${name}`, `${JSON.stringify(value, undefined, 2)}\n`);

/** Writes the package `esign-sdk`, ready to be packed, to `dist/packages/sdk`. The declarations must have been built. */
export async function buildSdk(): Promise<void> {
  await rm(PACKAGE, { recursive: true, force: true });
  await mkdir(`${PACKAGE}/webhooks`, { recursive: true });
  const root: RootManifest = JSON.parse(await readFile(`${ROOT}package.json`, 'utf8'));
  await write('package.json', manifestOf(root));
  await write('webhooks/package.json', WEBHOOKS_MANIFEST);
  await copyFile(`${ROOT}LICENSE`, `${PACKAGE}/LICENSE`);
  const guide = await readFile(`${ROOT}docs/guides/sdk.md`, 'utf8');
  await writeFile(`${PACKAGE}/README.md`, readmeFrom(guide, root.homepage));
  await writeCode(`${PACKAGE}/dist`);
  await writeTypes(`${PACKAGE}/dist/types`);
}
