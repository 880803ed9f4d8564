import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Manifest } from './notices.ts';
import { bundledPackages } from './notices.ts';
import { DIST, ROOT } from './paths.ts';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly licenses?: readonly unknown[];
}

interface Dependency {
  readonly ref: string;
  readonly dependsOn?: readonly string[];
}

/** The parts of a CycloneDX document that are changed here. */
interface Sbom {
  readonly serialNumber?: string;
  readonly metadata: { readonly timestamp?: string; readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly Dependency[];
}

/** What npm says of every package in the lock file. */
async function sbomOfLockFile(): Promise<Sbom> {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: ROOT, maxBuffer: 2 ** 26 });
  return JSON.parse(stdout);
}

const refOf = ({ name, version }: Manifest): string => `${name}@${version}`;

/** Each once: the same release can be installed in two folders. */
function bundledOnce(): readonly Manifest[] {
  return [...new Map(bundledPackages().map((one) => [refOf(one), one])).values()];
}

/** A bundled package as a part of this one: neither optional nor for development, as it is to npm. */
function componentOf(manifest: Manifest, all: ReadonlyMap<string, Component>) {
  const found = all.get(refOf(manifest));
  if (!found) throw new Error(`package-lock.json has no ${refOf(manifest)}: run npm ci`);
  const licenses = found.licenses ?? [
    { license: { name: manifest.license ?? 'see THIRD-PARTY-NOTICES' } },
  ];
  return { ...found, scope: 'required', properties: [], licenses };
}

/**
 * Writes `dist/esign.cdx.json`: the packages that went into the bundles, for programs that look for known vulnerabilities. npm
 * cannot name them, since to npm they are packages for development. The same build gives the same bytes.
 */
export async function writeSbom(): Promise<void> {
  const { serialNumber: _, metadata, components, dependencies, ...sbom } = await sbomOfLockFile();
  const { timestamp: __, component, ...made } = metadata;
  const all = new Map(components.map((one) => [one['bom-ref'], one]));
  const bundled = bundledOnce();
  const own = component['bom-ref'];
  const refs = new Set([own, ...bundled.map(refOf)]);
  const text = JSON.stringify({
    ...sbom,
    metadata: { ...made, component: { ...component, name: 'esign' } },
    components: bundled.map((manifest) => componentOf(manifest, all)),
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({
        ref,
        dependsOn: dependsOn.filter((one) => refs.has(one)),
      })),
  });
  await writeFile(`${DIST}/esign.cdx.json`, `${text}\n`);
}
