import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parsePayload } from '../payload.ts';
import type { Capture } from './capture.ts';
import { asCapture, BadCapture, capturedBody, readCapture } from './capture.ts';

const MAX_NEIGHBOURS = 500;

export interface SavedDelivery {
  readonly name: string;
  readonly body: Buffer;
  /** Undefined for a bare body. */
  readonly capture: Capture | undefined;
}

/** Every capture has these fields, and no event does. */
const isCaptureLike = (content: unknown): boolean =>
  content instanceof Object && 'rawHeaders' in content && 'bodyBase64' in content;

const ofCapture = (capture: Capture, name: string): SavedDelivery => {
  return { name, body: capturedBody(capture), capture };
};

/** Reads a capture, or else a bare body. Throws BadCapture for a damaged capture. */
export function savedDelivery(content: Buffer, name: string): SavedDelivery {
  const parsed = parsePayload(content);
  if (!isCaptureLike(parsed)) return { name, body: content, capture: undefined };
  return ofCapture(asCapture(parsed, name), name);
}

/** In order of names. Skips other files and damaged ones. */
async function savedIn(folder: string, most: number): Promise<SavedDelivery[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const found: SavedDelivery[] = [];
  for (const name of names.slice(-most)) {
    try {
      const path = join(folder, name);
      found.push(ofCapture(await readCapture(path), path));
    } catch (error) {
      if (!(error instanceof BadCapture)) throw error;
    }
  }
  return found;
}

/** Other saved deliveries in the folder; none if it cannot be read. */
export async function neighbours(path: string): Promise<SavedDelivery[]> {
  const found = await savedIn(dirname(path), MAX_NEIGHBOURS).catch(() => []);
  return found.filter(({ name }) => basename(name) !== basename(path));
}

async function load(path: string): Promise<SavedDelivery[]> {
  if ((await stat(path)).isDirectory()) {
    const found = await savedIn(path, Number.POSITIVE_INFINITY);
    if (found.length > 0) return found;
    throw new BadCapture(`${path} holds no saved delivery`);
  }
  return [savedDelivery(await readFile(path), path)];
}

const arrival = ({ name, capture }: SavedDelivery): string =>
  `${capture?.receivedAt ?? '\uffff'} ${capture ? name : ''}`;

/**
 * In order of arrival, bare bodies last. Throws BadCapture for a damaged file or a folder without
 * deliveries, or Node's error if a path cannot be read.
 */
export async function loadDeliveries(paths: readonly string[]): Promise<SavedDelivery[]> {
  const found: SavedDelivery[] = [];
  for (const path of paths) found.push(...(await load(path)));
  const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);
  return found.sort((one, other) => compare(arrival(one), arrival(other)));
}
