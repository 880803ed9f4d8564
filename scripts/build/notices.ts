import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { DIST, ROOT } from './paths.ts';

const PACKAGE = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const LICENCE = /^(licen[cs]e|copying|ofl)/i;

/** Adds the licence of each package whose files went into a bundle to `dist/THIRD-PARTY-NOTICES`, once. */
export async function noteLicences(inputs: readonly string[]): Promise<void> {
  const folders = new Set(
    inputs.map((input) => PACKAGE.exec(input)?.[0]).filter((one) => one !== undefined),
  );
  const file = `${DIST}/THIRD-PARTY-NOTICES`;
  await mkdir(DIST, { recursive: true });
  const noted = await readFile(file, 'utf8').catch(() => '');
  for (const folder of [...folders].sort()) {
    const text = await noticeOf(`${ROOT}${folder}`);
    if (!noted.includes(text)) await appendFile(file, text);
  }
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

async function noticeOf(folder: string): Promise<string> {
  const manifest: Manifest = JSON.parse(await readFile(`${folder}package.json`, 'utf8'));
  const file = (await readdir(folder)).find((name) => LICENCE.test(name));
  const text = file ? await readFile(`${folder}${file}`, 'utf8') : `Licence: ${manifest.license}\n`;
  return `\n---- ${manifest.name} ${manifest.version} (${manifest.license ?? 'see below'})\n\n${text.trim()}\n`;
}
