import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A temporary folder, removed when the test ends. */
export function aPdfFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'esign-pdf-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

/** A file in a temporary folder. */
export function aPdfFile(bytes: Buffer): string {
  const path = join(aPdfFolder(), 'upload.pdf');
  writeFileSync(path, bytes);
  return path;
}
