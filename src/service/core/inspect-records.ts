import { createHash } from 'node:crypto';
import { chainFault } from '../../contract/audit-chain.ts';
import { brokenEntry } from '../members/account-trail.rules.ts';
import type { Contradiction, RecordedFiles } from '../store/upkeep/inspection.sql.ts';
import type { ServiceDeps } from './deps.ts';
import type { StoredFile } from './documents/document.rules.ts';

export interface Inspected {
  readonly documents: number;
  readonly files: number;
  readonly bytes: number;
  readonly contradictions: number;
  readonly notices: number;
}

export interface Inspection {
  /** Compares files only by size, not by SHA-256. */
  readonly isFast: boolean;
  onFinding(finding: Contradiction): void;
}

const PAGE = 200;

type Deps = Pick<ServiceDeps, 'store' | 'files' | 'clock'>;

/**
 * Compares files with their SHA-256, trails with their chains, and what the store can check.
 * Changes nothing, and works on a running service: it re-reads what changes meanwhile.
 */
export async function inspectRecords(deps: Deps, inspection: Inspection): Promise<Inspected> {
  const counted = { documents: 0, files: 0, bytes: 0, contradictions: 0, notices: 0 };
  const tell = (found: readonly Contradiction[]) => {
    for (const finding of found) {
      counted[`${finding.level}s`] += 1;
      inspection.onFinding(finding);
    }
  };
  for await (const recorded of allRecorded(deps)) {
    tell(await inspectDocument(deps, recorded, inspection));
    counted.documents += 1;
    counted.files += recorded.files.length;
    counted.bytes += recorded.files.reduce((sum, { bytes }) => sum + bytes, 0);
  }
  for (const { accountId } of await deps.store.listAccounts()) {
    tell(await inspectTrail(deps, accountId));
  }
  tell(await deps.store.listContradictions(deps.clock.now()));
  return counted;
}

async function inspectTrail({ store }: Deps, accountId: string): Promise<Contradiction[]> {
  const broken = brokenEntry((await store.readTrail({ accountId })).reverse());
  if (broken === undefined) return [];
  const what = `entry ${broken} of the account's trail does not fit`;
  return [{ level: 'contradiction', kind: 'account_audit', id: accountId, what }];
}

async function* allRecorded({ store }: Deps): AsyncGenerator<RecordedFiles> {
  for (let after = 0; ; ) {
    const page = await store.listRecorded({ after, limit: PAGE });
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.seq;
  }
}

async function inspectDocument(
  deps: Deps,
  recorded: RecordedFiles,
  inspection: Inspection,
): Promise<Contradiction[]> {
  const { documentId: id, files } = recorded;
  const found: Contradiction[] = [];
  for (const file of files) {
    const what = await faultOf(deps, file, inspection);
    if (what !== undefined && (await isStillRecorded(deps, recorded, file)))
      found.push({ level: 'contradiction', kind: 'file', id, what: `${file.key} ${what}` });
  }
  const fault = chainFault(await deps.store.readAudit(id));
  if (fault) {
    const what = `entry ${fault.at} of the audit trail does not fit: ${fault.reason}`;
    found.push({ level: 'contradiction', kind: 'audit', id, what });
  }
  return found;
}

/** Undefined if the file is intact. */
async function faultOf(
  { files }: Deps,
  { key, bytes, sha256 }: StoredFile,
  { isFast }: Inspection,
): Promise<string | undefined> {
  try {
    const opened = await files.open(key);
    if (isFast || opened.bytes !== bytes) opened.stream.destroy();
    if (opened.bytes !== bytes) return `has ${opened.bytes} bytes instead of ${bytes}`;
    if (isFast) return undefined;
    const hash = createHash('sha256');
    for await (const chunk of opened.stream) hash.update(chunk);
    return hash.digest('hex') === sha256 ? undefined : 'has another SHA-256 than recorded';
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** False for a file that was replaced and removed meanwhile. */
async function isStillRecorded(
  { store }: Deps,
  { seq }: RecordedFiles,
  { key }: StoredFile,
): Promise<boolean> {
  const [now] = await store.listRecorded({ after: seq - 1, limit: 1 });
  return now?.seq === seq && now.files.some((file) => file.key === key);
}
