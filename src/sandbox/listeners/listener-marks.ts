import { join } from 'node:path';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { readIfThere, writeSynced } from '../write-synced.ts';

/** An endpoint that goes with its listener. */
const Mark = Type.Object({
  url: Type.String(),
  secret: Type.String(),
  /** Null until it is added: a crash in between is told by the secret. */
  endpointId: Type.Union([Type.String(), Type.Null()]),
});
const Saved = Type.Array(Mark);

export type Mark = Static<typeof Mark>;

/** The endpoints of listeners, kept on disk so that a crash leaves none behind. */
export interface MarkFile {
  /** Those of the sandbox that ran here before. */
  readonly found: readonly Mark[];
  write(marks: readonly Mark[]): Promise<void>;
}

/** Opens the file of a data folder. */
export async function openMarks(dataDir: string): Promise<MarkFile> {
  const path = join(dataDir, 'listeners.json');
  const text = await readIfThere(path);
  return {
    found: text === undefined ? [] : Value.Decode(Saved, JSON.parse(text)),
    write: (marks) => writeSynced(path, JSON.stringify(marks, null, 2)),
  };
}
