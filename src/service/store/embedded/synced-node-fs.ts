import { fdatasyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { sql } from 'drizzle-orm';
import type { Database } from '../database.ts';

type ModuleOptions = Parameters<NodeFS['init']>[1];

/** Emscripten's operations on an open file, which its types leave out. */
interface NodeStreamOps {
  fsync?: (stream: { readonly nfd: number }) => void;
}

function streamOpsOf(fileSystem: object): NodeStreamOps {
  if (!('stream_ops' in fileSystem) || typeof fileSystem.stream_ops !== 'object') {
    throw new Error('This PGlite has no stream operations to add a sync to.');
  }
  return fileSystem.stream_ops ?? {};
}

/** PGlite's file system on a folder, plus the missing sync to disk. Commits wait for the sync. */
export class SyncedNodeFS extends NodeFS {
  #syncs = 0;

  get syncs(): number {
    return this.#syncs;
  }

  override async init(db: PGlite, options: ModuleOptions) {
    const made = await super.init(db, options);
    made.emscriptenOpts.preRun?.push((module) => {
      streamOpsOf(module.FS.filesystems?.NODEFS ?? module.NODEFS).fsync = ({ nfd }) => {
        fdatasyncSync(nfd);
        this.#syncs += 1;
      };
    });
    return made;
  }
}

/** Commits do not reach the disk: a power failure would lose acknowledged work. */
export class NotDurable extends Error {
  override readonly name = 'NotDurable';

  constructor() {
    super('The embedded database cannot sync commits to disk on this system. Nothing was stored.');
  }
}

/** Commits something and checks that it was synced. @throws {NotDurable} when it was not */
export async function assertDurable(db: Database, countSyncs: () => number): Promise<void> {
  const before = countSyncs();
  await db.execute(sql`SELECT pg_logical_emit_message(true, 'esign self-test', '')`);
  if (countSyncs() <= before) throw new NotDurable();
}
