import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parsePayload } from '../format/payload.ts';
import type { Capture } from './capture.ts';
import { asCapture, BadCapture, capturedBody, readCapture } from './capture.ts';

/** Most neighbours that are read. */
const MAX_NEIGHBOURS = 500;

/** A saved delivery: its body, and the rest if a receiver has saved it. */
export interface SavedDelivery {
  /** Its file. */
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

/**
 * Reads a file's content: a capture, or else the bare body of a delivery.
 * @throws {BadCapture} for a damaged capture
 */
export function savedDelivery(content: Buffer, name: string): SavedDelivery {
  const parsed = parsePayload(content);
  if (!isCaptureLike(parsed)) return { name, body: content, capture: undefined };
  return ofCapture(asCapture(parsed, name), name);
}

/** The saved deliveries of a folder, in the order of their names; skips other files and damaged ones. */
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

/** The other saved deliveries in a file's folder; none if it cannot be read. */
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
 * Loads the deliveries in files and folders, in their order of arrival, and bare bodies last.
 * @throws {BadCapture} for a damaged file, or a folder without deliveries
 * @throws Node's error when a path cannot be read
 */
export async function loadDeliveries(paths: readonly string[]): Promise<SavedDelivery[]> {
  const found: SavedDelivery[] = [];
  for (const path of paths) found.push(...(await load(path)));
  const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);
  return found.sort((one, other) => compare(arrival(one), arrival(other)));
}
