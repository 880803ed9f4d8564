import { posix } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createGzip, gunzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { SandboxRefused } from './sandbox-errors.ts';

const MANIFEST = 'snapshot.json';

const Manifest = Type.Object({
  format: Type.Literal(1),
  esign: Type.String(),
  createdAt: Type.String(),
});

/** `name` is a path in the data folder. Folders have no data. */
export interface SnapshotEntry {
  readonly name: string;
  readonly data: Uint8Array | undefined;
}

/** `version` is esign's. */
export async function packSnapshot(
  entries: readonly SnapshotEntry[],
  version: string,
): Promise<Buffer> {
  const tar = pack();
  const manifest = { format: 1, esign: version, createdAt: new Date().toISOString() };
  tar.entry({ name: MANIFEST, mode: 0o600 }, `${JSON.stringify(manifest)}\n`);
  for (const { name, data } of entries) {
    if (data) tar.entry({ name, mode: 0o600 }, Buffer.from(data));
    else tar.entry({ name, mode: 0o700, type: 'directory' });
  }
  tar.finalize();
  return await buffer(tar.pipe(createGzip()));
}

const refused = (message: string, cause?: unknown) =>
  new SandboxRefused('invalid_request', message, { cause });

/** Whether a name stays inside the folder. */
const isInside = (name: string): boolean =>
  !posix.isAbsolute(name) && !posix.normalize(name).startsWith('..') && !name.includes('\\');

async function unpack(archive: Uint8Array): Promise<SnapshotEntry[]> {
  const reader = extract();
  reader.end(await promisify(gunzip)(archive));
  const entries: SnapshotEntry[] = [];
  for await (const entry of reader) {
    const { name, type } = entry.header;
    const data = type === 'directory' ? undefined : await buffer(entry);
    const isKnown = type === 'file' || type === 'directory';
    if (!isKnown || !isInside(name)) throw new Error(`Unexpected entry: ${type} ${name}`);
    entries.push({ name, data });
    entry.resume();
  }
  return entries;
}

function manifestIn(first: SnapshotEntry | undefined): object {
  const text = first?.name === MANIFEST ? Buffer.from(first.data ?? []).toString() : '';
  try {
    const manifest: unknown = JSON.parse(text);
    if (typeof manifest === 'object' && manifest !== null) return manifest;
  } catch (cause) {
    throw refused('The file is not a snapshot of a sandbox.', cause);
  }
  throw refused('The file is not a snapshot of a sandbox.');
}

const isNewer = (version: string, own: string): boolean =>
  version.localeCompare(own, 'en', { numeric: true }) > 0;

/** `version` is esign's. Throws SandboxRefused if broken, foreign or from a newer version. */
export async function unpackSnapshot(
  archive: Uint8Array,
  version: string,
): Promise<SnapshotEntry[]> {
  const [first, ...entries] = await unpack(archive).catch((cause: unknown) => {
    throw refused('The file is not a snapshot, or it is incomplete.', cause);
  });
  const manifest = manifestIn(first);
  if ('esign' in manifest && isNewer(String(manifest.esign), version)) {
    throw refused(`The snapshot was written by esign ${manifest.esign}, and this is ${version}.`);
  }
  if (!Value.Check(Manifest, manifest)) throw refused('The snapshot has an unknown format.');
  return entries;
}
