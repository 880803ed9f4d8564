import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { DIST, ROOT } from './build/paths.ts';

/** A package of the lock file that an advisory is about, as `npm audit --json` reports it. */
interface Vulnerable {
  readonly name: string;
  /** Advisories, and the names of packages that it depends on and that are vulnerable themselves. */
  readonly via: readonly (string | Advisory)[];
  /** Folders that it is installed in. */
  readonly nodes: readonly string[];
}

interface Advisory {
  readonly title: string;
  readonly severity: string;
}

/** A report has `vulnerabilities`; without them it says in `message` that the registry did not answer. */
interface Report {
  readonly message?: string;
  readonly vulnerabilities?: Readonly<Record<string, Vulnerable>>;
}

const GRAVE = ['high', 'critical'];
const MAX_BYTES = 2 ** 26;

const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'));

/** What npm reports of every package in the lock file; it ends with 1 where it finds any. */
const auditOfLockFile = (): Promise<Report> =>
  new Promise((resolve, reject) => {
    const options = { cwd: ROOT, maxBuffer: MAX_BYTES };
    execFile('npm', ['audit', '--json', '--package-lock-only'], options, (error, stdout) => {
      const report: Report = JSON.parse(stdout || '{}');
      if (report.vulnerabilities || report.message) resolve(report);
      else reject(error ?? new Error('npm audit reported nothing'));
    });
  });

/** The grave advisories about bundled packages, a line each. */
async function graveOf(
  vulnerable: readonly Vulnerable[],
  bundled: ReadonlySet<string>,
): Promise<string[]> {
  const { packages } = await readJson(`${ROOT}package-lock.json`);
  return vulnerable.flatMap(({ name, nodes, via }) => {
    const releases = nodes.map((node) => `${name}@${packages[node]?.version}`);
    const found = releases.find((release) => bundled.has(release));
    if (found === undefined) return [];
    const advisories = via.filter((one) => typeof one === 'object');
    const grave = advisories.filter(({ severity }) => GRAVE.includes(severity));
    return grave.map(({ severity, title }) => `${found}: ${severity}: ${title}`);
  });
}

/**
 * Asks the registry for advisories about the packages in the bundles, which are packages for development to npm, so that
 * `npm audit --omit=dev` sees none of them. Fails for a grave one; says so where the registry does not answer.
 */
async function audit(): Promise<void> {
  const { components } = await readJson(`${DIST}/esign.cdx.json`);
  const refs = components.map((one: { 'bom-ref': string }) => one['bom-ref']);
  const { vulnerabilities } = await auditOfLockFile();
  if (!vulnerabilities) {
    console.log(`${refs.length} bundled packages not audited: the registry does not answer audits`);
    return;
  }
  const grave = await graveOf(Object.values(vulnerabilities), new Set(refs));
  console.log([`audited ${refs.length} bundled packages`, ...grave].join('\n'));
  if (grave.length > 0) process.exitCode = 1;
}

await audit();
