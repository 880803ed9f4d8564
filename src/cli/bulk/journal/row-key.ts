import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { SignerInput } from '../../../contract/signer.ts';

const sha256 = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('hex');

/** SHA-256 of a PDF's bytes, in hexadecimal. */
export const pdfHash = (bytes: Uint8Array): string => sha256(bytes);

function canonical({ name, email, phone, advanced }: SignerInput): unknown {
  const positions = advanced?.signaturePlacement?.positions ?? [];
  const rectangles = positions.map(({ page, x, y, width, height }) => [page, x, y, width, height]);
  return [name, email, phone, rectangles];
}

/** What tells one row from another: the PDF's hash, the name, and the signers in their order. */
export function rowKey(
  pdf: string,
  { name, signers }: { readonly name: string; readonly signers: readonly SignerInput[] },
): string {
  return sha256(JSON.stringify([pdf, name, signers.map(canonical)]));
}

/** Hashes files, each once however many rows name it. Throws what reading throws. */
export function fileHashes(): (path: string) => Promise<string> {
  const known = new Map<string, Promise<string>>();
  return (path) => {
    const hash = known.get(path) ?? readFile(path).then(pdfHash);
    known.set(path, hash);
    return hash;
  };
}
