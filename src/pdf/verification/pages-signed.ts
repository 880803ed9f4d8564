import { readFile } from 'node:fs/promises';
import type { PagesToCompare } from '../reading/compare-looks.ts';
import { pagesToCompare } from './compare-pictures.ts';

/** A file with a newly signed field, perhaps with proof behind it, and its length before that. */
export interface LookJob {
  readonly path: string;
  readonly baseBytes: number;
  readonly field: string;
}

/** The states before a signature, and with it and its proof. */
export async function pagesSigned(job: LookJob): Promise<PagesToCompare | undefined> {
  const { path, baseBytes, field } = job;
  const file = await readFile(path);
  const states = [
    { field: '', end: baseBytes },
    { field, end: file.length },
  ];
  return await pagesToCompare(file, states);
}
