import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../contract/is-record.ts';
import { writePrivate } from '../profiles/kept-files.ts';

/** Times are in milliseconds since 1970. */
export interface UpdateState {
  readonly askedAt: number;
  readonly toldAt: number;
  /** The newest version, such as `1.2.3`, once the registry has answered. */
  readonly latest: string | undefined;
}

const NOTHING: UpdateState = { askedAt: 0, toldAt: 0, latest: undefined };
/** No pre-releases, and no other registry text may reach a terminal. */
const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/;

export function asVersion(value: unknown): string | undefined {
  return typeof value === 'string' && VERSION.test(value) ? value : undefined;
}

export const statePath = (configDir: string): string => join(configDir, 'update.json');

const asTime = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** A missing or damaged file counts as empty. */
export function readState(path: string): UpdateState {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!isRecord(value)) return NOTHING;
    const { askedAt, toldAt, latest } = value;
    return { askedAt: asTime(askedAt), toldAt: asTime(toldAt), latest: asVersion(latest) };
  } catch {
    return NOTHING;
  }
}

export function writeState(path: string, state: UpdateState): void {
  writePrivate(path, `${JSON.stringify(state)}\n`);
}
