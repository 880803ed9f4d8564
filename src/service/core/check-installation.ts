import { randomUUID } from 'node:crypto';
import type { ServiceDeps } from './deps.ts';
import type { FingerprintRings, Installation } from './installation.rules.ts';
import { newestOf } from './installation.rules.ts';

/** If none exists: `existing` refuses, `create` needs empty stores, `adopt` takes existing data. */
export type InstallationPolicy = 'existing' | 'create' | 'adopt';

interface Mismatch {
  /** Name of the setting to look at first. */
  readonly setting: string;
  /** A sentence without its full stop. */
  readonly fault: string;
  /** How to fix it, by nothing that overwrites what is stored. */
  readonly hint: string;
}

/** Database, files or settings don't belong to one installation. Nothing was changed. */
export class InstallationMismatch extends Error {
  override readonly name = 'InstallationMismatch';
  readonly setting: string;
  readonly fault: string;
  readonly hint: string;

  constructor({ setting, fault, hint }: Mismatch) {
    super(`${fault}. ${hint.charAt(0).toUpperCase()}${hint.slice(1)}.`);
    this.setting = setting;
    this.fault = fault;
    this.hint = hint;
  }
}

export interface ExpectedInstallation extends Pick<Installation, 'publicUrl'> {
  /** Public URLs that still lead to the service; none by default. */
  readonly formerUrls?: readonly string[] | undefined;
  readonly policy: InstallationPolicy;
  readonly fingerprints: FingerprintRings;
}

type Deps = Pick<ServiceDeps, 'store' | 'files' | 'clock'>;

/** Runs first. @throws {InstallationMismatch} naming the missing or different side, and the fix */
export async function checkInstallation(
  deps: Deps,
  expected: ExpectedInstallation,
): Promise<Installation> {
  const row = await deps.store.readInstallation();
  const marker = await deps.files.readMarker();
  if (marker === undefined) return await mark(deps, row, expected);
  if (!row) throw new InstallationMismatch(missingRow(marker));
  if (row.id !== marker) throw new InstallationMismatch(differentIds(row, marker));
  assertSettings(row, expected);
  return await rememberNewest(deps, row, expected);
}

/**
 * Processes without the newest secret or with a former URL then don't start, and the old secret may
 * be dropped.
 */
async function rememberNewest(
  { store }: Pick<Deps, 'store'>,
  row: Installation,
  expected: Pick<ExpectedInstallation, 'fingerprints' | 'publicUrl'>,
): Promise<Installation> {
  const fingerprints = newestOf(expected.fingerprints);
  const publicUrl = row.publicUrl && (expected.publicUrl ?? row.publicUrl);
  const { links, sealing } = row.fingerprints;
  const isKnown = fingerprints.links === links && fingerprints.sealing === sealing;
  if (isKnown && publicUrl === row.publicUrl) return row;
  await store.changeInstallation({ fingerprints, publicUrl });
  return { ...row, fingerprints, publicUrl };
}

const missingRow = (marker: string): Mismatch => ({
  setting: 'database.url',
  fault: `The files belong to the installation ${marker}, but the database has no installation`,
  hint: `connect to the database of ${marker}, or restore it from a backup`,
});

const differentIds = ({ id }: Installation, marker: string): Mismatch => ({
  setting: 'database.url',
  fault: `The database belongs to the installation ${id}, but the files belong to ${marker}`,
  hint: 'set both to the same installation',
});

const missingMarker = ({ id }: Installation): Mismatch => ({
  setting: 'files',
  fault: `The database belongs to the installation ${id}, but the files have no marker of it`,
  hint: 'mount the place of the files, correct the setting, or restore the files from a backup',
});

const NEITHER: Mismatch = {
  setting: 'files',
  fault: 'Neither the database nor the files have an installation',
  hint: 'correct both settings, or create a new installation with esign admin init',
};

const notEmpty = (setting: string, side: string): Mismatch => ({
  setting,
  fault: `An installation can only be created from an empty database and empty files, but ${side}`,
  hint: 'choose empty ones, or those of an existing installation',
});

/** Writes the row before the marker: a crash in between mustn't look like a lost database. */
async function mark(
  { store, files, clock }: Deps,
  row: Installation | undefined,
  { policy, ...settings }: ExpectedInstallation,
): Promise<Installation> {
  if (policy === 'existing') throw new InstallationMismatch(row ? missingMarker(row) : NEITHER);
  if (policy === 'create') await assertEmpty({ store, files }, row);
  const installation = await store.createInstallation({
    id: randomUUID(),
    createdAt: clock.now(),
    publicUrl: settings.publicUrl,
    fingerprints: newestOf(settings.fingerprints),
  });
  assertSettings(installation, settings);
  await files.createMarker(installation.id);
  return installation;
}

async function assertEmpty(
  { store, files }: Pick<Deps, 'store' | 'files'>,
  row: Installation | undefined,
): Promise<void> {
  const hasDocuments = await store.hasDocuments();
  if (!hasDocuments && (await files.isEmpty())) return;
  if (row) throw new InstallationMismatch(missingMarker(row));
  throw new InstallationMismatch(
    hasDocuments
      ? notEmpty('database.url', 'the database has documents')
      : notEmpty('files', 'there are files'),
  );
}

/** Shared by all processes of an installation. */
function assertSettings(
  { id, publicUrl, fingerprints }: Installation,
  expected: Pick<ExpectedInstallation, 'publicUrl' | 'formerUrls' | 'fingerprints'>,
): void {
  const refuse = (setting: string, what: string, hint: string) =>
    new InstallationMismatch({
      setting,
      fault: `The installation ${id} has another ${what}`,
      hint,
    });
  if (!expected.fingerprints.links.includes(fingerprints.links)) {
    const what = 'link secret: links in mails would not open';
    throw refuse('keys.links', what, 'add its former key behind the new one in keys.links');
  }
  if (!expected.fingerprints.sealing.includes(fingerprints.sealing)) {
    const what = 'sealing secret: stored secrets could not be read';
    throw refuse('keys.sealing', what, 'add its former key behind the new one in keys.sealing');
  }
  const known = [expected.publicUrl, ...(expected.formerUrls ?? [])];
  if (publicUrl !== null && expected.publicUrl !== null && !known.includes(publicUrl)) {
    const hint = `add it to http.former_urls, if links with it still lead here, or set it instead of ${expected.publicUrl}`;
    throw refuse('http.public_url', `public URL, ${publicUrl}`, hint);
  }
}
