import { randomUUID } from 'node:crypto';
import type { ServiceDeps } from './deps.ts';
import type { FingerprintRings, Installation } from './installation.rules.ts';
import { newestOf } from './installation.rules.ts';

/** If none exists: `existing` refuses, `create` needs empty stores, `adopt` takes existing data. */
export type InstallationPolicy = 'existing' | 'create' | 'adopt';

/** Database, files or settings don't belong to one installation. Nothing was changed. */
export class InstallationMismatch extends Error {
  override readonly name = 'InstallationMismatch';
}

export interface ExpectedInstallation extends Pick<Installation, 'publicUrl'> {
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

/** Processes without the newest secret then don't start, and the old one may be dropped. */
async function rememberNewest(
  { store }: Pick<Deps, 'store'>,
  row: Installation,
  expected: Pick<ExpectedInstallation, 'fingerprints'>,
): Promise<Installation> {
  const fingerprints = newestOf(expected.fingerprints);
  const { links, sealing } = row.fingerprints;
  if (fingerprints.links === links && fingerprints.sealing === sealing) return row;
  await store.changeFingerprints(fingerprints);
  return { ...row, fingerprints };
}

const missingRow = (marker: string): string =>
  `The files belong to the installation ${marker}, but the database has no installation. Connect to the database of ${marker}, or restore it from a backup.`;

const differentIds = ({ id }: Installation, marker: string): string =>
  `The database belongs to the installation ${id}, but the files belong to ${marker}. Set both to the same installation.`;

const missingMarker = ({ id }: Installation): string =>
  `The database belongs to the installation ${id}, but the files have no marker of it. Check that the place of the files is the right one and is mounted, or restore the files from a backup.`;

const NEITHER =
  'Neither the database nor the files have an installation. Check that both settings are right, or create an installation first.';

const notEmpty = (side: string): string =>
  `An installation can only be created from an empty database and empty files, but ${side}. Choose empty ones, or those of an existing installation.`;

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
  const side = (await store.hasDocuments())
    ? 'the database has documents'
    : !(await files.isEmpty()) && 'there are files';
  if (side) throw new InstallationMismatch(row ? missingMarker(row) : notEmpty(side));
}

/** Shared by all processes of an installation. */
function assertSettings(
  { id, publicUrl, fingerprints }: Installation,
  expected: Pick<ExpectedInstallation, 'publicUrl' | 'fingerprints'>,
): void {
  const refuse = (what: string) =>
    new InstallationMismatch(`The installation ${id} has another ${what}.`);
  if (!expected.fingerprints.links.includes(fingerprints.links))
    throw refuse('link secret: links in mails would not open. Set the secret that it has had');
  if (!expected.fingerprints.sealing.includes(fingerprints.sealing))
    throw refuse(
      'sealing secret: stored secrets could not be read. Set the secret that it has had',
    );
  if (publicUrl !== null && expected.publicUrl !== null && publicUrl !== expected.publicUrl)
    throw refuse(`public URL, ${publicUrl}. Set that URL instead of ${expected.publicUrl}`);
}
