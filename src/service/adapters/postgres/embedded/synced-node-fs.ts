import { fdatasyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type ModuleOptions = Parameters<NodeFS['init']>[1];

/** Where Emscripten keeps what an open file can do; its types leave this out. */
interface NodeStreamOps {
  fsync?: (stream: { readonly nfd: number }) => void;
}

function streamOpsOf(fileSystem: object): NodeStreamOps {
  if (!('stream_ops' in fileSystem) || typeof fileSystem.stream_ops !== 'object') {
    throw new Error('This PGlite has no stream operations to give a sync to.');
  }
  return fileSystem.stream_ops ?? {};
}

/** PGlite's file system on a folder, with the sync to disk that it lacks: a commit waits for it, and it is counted. */
export class SyncedNodeFS extends NodeFS {
  #syncs = 0;

  /** Syncs made so far. */
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
