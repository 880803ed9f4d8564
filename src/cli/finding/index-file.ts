import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentStatus } from '../../contract/document.ts';
import { DOCUMENT_STATUSES } from '../../contract/document-statuses.ts';
import { isRecord } from '../../contract/is-record.ts';
import { codeOf } from '../../locks/error-code.ts';
import type { FileLock } from '../../locks/file-lock.ts';
import { makeFolder } from '../../locks/make-folder.ts';
import type { KnownDocument, KnownSigner } from './known-document.ts';

const FILE = 'documents.jsonl';
const OWNER_ONLY = 0o600;
const WAIT_MS = 1000;

export interface IndexContent {
  readonly documents: Map<string, KnownDocument>;
  readonly listedAt: string | undefined;
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const asStatus = (value: unknown): DocumentStatus | undefined =>
  DOCUMENT_STATUSES.find((one) => one === value);

function asSigner(value: unknown): KnownSigner | undefined {
  if (!isRecord(value)) return undefined;
  const { name, email, order, hasSigned } = value;
  if (typeof name !== 'string' || (email !== null && typeof email !== 'string')) return undefined;
  if (!isCount(order) || typeof hasSigned !== 'boolean') return undefined;
  return { name, email, order, hasSigned };
}

function asDocument(value: Record<string, unknown>): KnownDocument | undefined {
  const { documentId, name, createdAt, total, signed } = value;
  const status = asStatus(value.status);
  if (typeof documentId !== 'string' || typeof name !== 'string' || !status) return undefined;
  if (typeof createdAt !== 'string' || !isCount(total) || !isCount(signed)) return undefined;
  const row = { documentId, name, status, createdAt, signers: { total, signed } };
  if (value.signers === undefined) return { row };
  if (!Array.isArray(value.signers)) return undefined;
  const signers = value.signers.flatMap((one) => asSigner(one) ?? []);
  if (signers.length !== value.signers.length) return undefined;
  const completedAt = typeof value.completedAt === 'string' ? value.completedAt : null;
  // Indexes did not always know the time
  return status === 'COMPLETED' && completedAt === null ? { row } : { row, signers, completedAt };
}

function documentLine({ row, ...known }: KnownDocument): string {
  const { documentId, name, status, createdAt } = row;
  return JSON.stringify({ documentId, name, status, createdAt, ...row.signers, ...known });
}

function parsed(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** Invalid lines are skipped. Earlier releases added lines for what had changed. */
function readLines(text: string): IndexContent {
  const documents = new Map<string, KnownDocument>();
  let listedAt: string | undefined;
  for (const line of text.split('\n')) {
    const value = parsed(line);
    const document = asDocument(value);
    if (document) documents.set(document.row.documentId, document);
    else if (typeof value.gone === 'string') documents.delete(value.gone);
    else if (typeof value.listedAt === 'string') listedAt = value.listedAt;
  }
  return { documents, listedAt };
}

function textOf({ documents, listedAt }: IndexContent): string {
  const listed = listedAt === undefined ? [] : [JSON.stringify({ listedAt })];
  const lines = [...[...documents.values()].map(documentLine), ...listed];
  return lines.map((line) => `${line}\n`).join('');
}

interface IndexChange {
  /** By id; undefined for those that are gone. */
  readonly documents: ReadonlyMap<string, KnownDocument | undefined>;
  /** Undefined if the whole list was not read. */
  readonly listedAt: string | undefined;
}

/** The index of one service and key on disk; deleted together with its folder. */
export class IndexFile {
  readonly #folder: string;
  readonly #path: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, FILE);
  }

  /** An absent index is empty. Throws file system errors. */
  async read(): Promise<IndexContent> {
    try {
      return readLines(await readFile(this.#path, 'utf8'));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return { documents: new Map(), listedAt: undefined };
      throw error;
    }
  }

  /**
   * Changes what is there, by others too. Skipped while locked for a second; the next run catches
   * up. Throws file system errors.
   */
  async change(change: IndexChange): Promise<void> {
    makeFolder(this.#folder, 0o700);
    const lock = await this.#lock();
    try {
      if (lock) await this.#rewrite(change);
    } finally {
      await lock?.release();
    }
  }

  async #rewrite({ documents: changed, listedAt }: IndexChange): Promise<void> {
    const former = await this.read();
    const { documents } = former;
    for (const [id, document] of changed) {
      if (document) documents.set(id, document);
      else documents.delete(id);
    }
    const temporary = `${this.#path}.new`;
    const text = textOf({ documents, listedAt: listedAt ?? former.listedAt });
    await writeFile(temporary, text, { mode: OWNER_ONLY });
    await rename(temporary, this.#path);
  }

  async #lock(): Promise<FileLock | undefined> {
    const { LockHeld, waitForLock } = await import('../../locks/file-lock.ts');
    try {
      return await waitForLock(`${this.#path}.lock`, 'esign docs find', WAIT_MS);
    } catch (error) {
      if (error instanceof LockHeld) return undefined;
      throw error;
    }
  }
}
