import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { DIST, ROOT } from './paths.ts';

const PACKAGE = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const LICENCE = /^(licen[cs]e|copying|ofl)/i;
/** Notices of libraries that a package contains as binaries and does not name, by the package. */
const CONTAINED: Readonly<Record<string, string>> = {
  '@embedpdf/pdfium': `${ROOT}scripts/build/pdfium-notices.txt`,
  harfbuzzjs: `${ROOT}scripts/build/harfbuzz-notices.txt`,
};

/** The package that a bundled file comes from, and its folder; undefined for our own files. */
export function packageOf(
  input: string,
): { readonly folder: string; readonly name: string } | undefined {
  const [folder, name] = PACKAGE.exec(input) ?? [];
  return folder === undefined || name === undefined ? undefined : { folder, name };
}

/** By folder. */
const packages = new Map<string, Manifest>();

/** The packages whose licences this process has noted, sorted by name. */
export const bundledPackages = (): readonly Manifest[] =>
  [...packages].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, manifest]) => manifest);

/** Adds the licence of each package whose files went into a bundle to `dist/THIRD-PARTY-NOTICES`, once. */
export async function noteLicences(inputs: readonly string[]): Promise<void> {
  const folders = new Set(
    inputs.map((input) => packageOf(input)?.folder).filter((one) => one !== undefined),
  );
  const file = `${DIST}/THIRD-PARTY-NOTICES`;
  await mkdir(DIST, { recursive: true });
  const noted = await readFile(file, 'utf8').catch(() => '');
  for (const folder of [...folders].sort()) {
    const manifest: Manifest = JSON.parse(await readFile(`${ROOT}${folder}package.json`, 'utf8'));
    packages.set(folder, manifest);
    const text = await noticeOf(`${ROOT}${folder}`, manifest);
    if (!noted.includes(text)) await appendFile(file, text);
  }
}

/** The parts of a package's manifest that notices and the list of components show. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

async function noticeOf(folder: string, manifest: Manifest): Promise<string> {
  const own = (await readdir(folder)).filter((name) => LICENCE.test(name)).sort();
  const files = own.map((name) => `${folder}${name}`);
  const contained = CONTAINED[manifest.name];
  if (contained) files.push(contained);
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const text = texts.map((one) => one.trim()).join('\n\n') || `Licence: ${manifest.license}`;
  return `\n---- ${manifest.name} ${manifest.version} (${manifest.license ?? 'see below'})\n\n${text}\n`;
}
