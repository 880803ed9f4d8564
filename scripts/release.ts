import { execFileSync } from 'node:child_process';
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/*
 * Makes what a release publishes, after `npm run build`: both packages for npm and those for Python, an SBOM, and the
 * notes. `repository` is written here, since npm's provenance compares it with the repository that publishes, and the
 * update notice trusts no package of another one.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PYTHON = process.env.ESIGN_PYTHON ?? 'python3';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: join(ROOT, 'release') } },
});
const [tag = '', repository = ''] = positionals;

function refuse(why: string): never {
  process.stderr.write(`${why}\nusage: tsx scripts/release.ts TAG REPOSITORY-URL [--out FOLDER]\n`);
  process.exit(1);
}

const run = (command: string, args: readonly string[], cwd: string) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });

/** The section of a version, without its heading. */
function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m);
  const own = sections.find((section) => section.startsWith(`[${version}] - `));
  return own?.split('\n').slice(1).join('\n').trim() ?? '';
}

/** Writes the repository's address into all files of a folder, for the one that stands for it. */
async function stamp(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const path = join(parentPath, name);
    const bytes = await readFile(path);
    if (bytes.includes(PLACEHOLDER))
      await writeFile(path, bytes.toString().replaceAll(PLACEHOLDER, repository));
  }
}

/** Packs a folder, stamps what was packed, and packs that. */
async function packForNpm(folder: string, out: string): Promise<void> {
  const work = join(out, 'work');
  await mkdir(work, { recursive: true });
  run('npm', ['pack', '--pack-destination', work], folder);
  const [tarball = ''] = await readdir(work);
  run('tar', ['-xzf', tarball], work);
  await stamp(join(work, 'package'));
  run('npm', ['pack', '--ignore-scripts', '--pack-destination', out], join(work, 'package'));
  await rm(work, { recursive: true });
}

async function packForPython(out: string): Promise<void> {
  const work = join(out, 'work');
  await cp(join(ROOT, 'python'), work, { recursive: true });
  await stamp(work);
  const options = ['--no-isolation', '--skip-dependency-check', '--outdir', join(out, 'python')];
  run(PYTHON, ['-m', 'build', ...options, work], tmpdir());
  await rm(work, { recursive: true });
}

const { version, homepage } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
const PLACEHOLDER = homepage.split('#')[0];
if (tag !== `v${version}`)
  refuse(`The tag "${tag}" is not v${version}, the version in package.json.`);
if (!/^https:\/\/[\w.-]+\/[\w./-]+$/.test(repository))
  refuse(`"${repository}" is not the URL of a repository, such as https://github.com/OWNER/NAME.`);
const notes = notesOf(await readFile(join(ROOT, 'docs/changelog.md'), 'utf8'), version);
if (notes === '') refuse(`docs/changelog.md has no section [${version}] with a date.`);

const out = values.out;
await mkdir(out, { recursive: true });
if ((await readdir(out)).length > 0) refuse(`${out} is not empty.`);
await packForNpm(ROOT, out);
await packForNpm(join(ROOT, 'dist/packages/sdk'), out);
await packForPython(out);
await copyFile(join(ROOT, 'dist/esign.cdx.json'), join(out, 'esign.cdx.json'));
await writeFile(join(out, 'notes.md'), `${notes}\n`);
process.stdout.write(`${(await readdir(out)).join('\n')}\n`);
