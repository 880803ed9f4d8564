import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parsePayload } from '../format/payload.ts';
import type { Capture } from './capture.ts';
import { asCapture, BadCapture, capturedBody, readCapture } from './capture.ts';

/** Most saved deliveries that lie beside one and are looked into. */
const MOST_NEIGHBOURS = 500;

/** A delivery that was kept: its body, and all the rest where a receiver has saved it. */
export interface SavedDelivery {
  /** Its file. */
  readonly name: string;
  readonly body: Buffer;
  /** Undefined for a bare body. */
  readonly capture: Capture | undefined;
}

/** No event has these fields, and every saved delivery has. */
const isCaptureLike = (content: unknown): boolean =>
  content instanceof Object && 'rawHeaders' in content && 'bodyBase64' in content;

const ofCapture = (capture: Capture, name: string): SavedDelivery => {
  return { name, body: capturedBody(capture), capture };
};

/**
 * What a file holds, told by its content: a saved delivery, or else the bare body of one.
 * @throws {BadCapture} for a saved delivery that is damaged
 */
export function savedDelivery(content: Buffer, name: string): SavedDelivery {
  const parsed = parsePayload(content);
  if (!isCaptureLike(parsed)) return { name, body: content, capture: undefined };
  return ofCapture(asCapture(parsed, name), name);
}

/** The saved deliveries of a folder, in the order of their names; other files are passed over, damaged ones too. */
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

/** The saved deliveries that lie beside a file; none where the folder cannot be read. */
export async function neighbours(path: string): Promise<SavedDelivery[]> {
  const found = await savedIn(dirname(path), MOST_NEIGHBOURS).catch(() => []);
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
 * The deliveries in files and folders, in the order in which they arrived; bare bodies last, as they were named.
 * @throws {BadCapture} for a file that is damaged, or a folder without any
 * @throws Node's error when a path cannot be read
 */
export async function loadDeliveries(paths: readonly string[]): Promise<SavedDelivery[]> {
  const found: SavedDelivery[] = [];
  for (const path of paths) found.push(...(await load(path)));
  const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);
  return found.sort((one, other) => compare(arrival(one), arrival(other)));
}
