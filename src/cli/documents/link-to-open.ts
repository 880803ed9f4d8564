import type { Document } from '../../contract/document.ts';
import type { DocumentSigner } from '../../contract/signer.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { misuse } from '../errors/usage-error.ts';
import { harmless } from '../terminal/harmless.ts';

function notYet(document: Document): CliError {
  return new CliError({
    code: 'invalid_state',
    what: `the document is ${document.status}: there is no signed PDF to open yet`,
    why: "until then you can open its page in the dashboard, or a signer's page with --signer 1 for example",
    next: `esign docs open ${document.documentId}`,
    exitCode: EXIT.wrongState,
    documentId: document.documentId,
  });
}

const isSame = (one: string | null, other: string): boolean =>
  one?.toLowerCase() === other.toLowerCase();

/** By order or id, else email or name. Throws a `CliError` (exit 5, or 2 for several). */
export function findSigner({ documentId, signers }: Document, wanted: string): DocumentSigner {
  const exact = signers.find(
    ({ signingOrder, signerId }) => String(signingOrder) === wanted || signerId === wanted,
  );
  if (exact) return exact;
  const [signer, ...others] = signers.filter(
    ({ email, name }) => isSame(email, wanted) || isSame(name, wanted),
  );
  if (signer && others.length === 0) return signer;
  if (signer) {
    const orders = [signer, ...others].map(({ signingOrder }) => signingOrder).join(', ');
    const what = `"${harmless(wanted)}" is the name or email of several signers: ${orders}`;
    throw misuse(what, 'give the number of one');
  }
  throw new CliError({
    code: 'not_found',
    what: `the document has no signer "${harmless(wanted)}"`,
    next: `esign signers list ${documentId}`,
    exitCode: EXIT.notFound,
  });
}

function signerLink(document: Document, wanted: string): string {
  const signer = findSigner(document, wanted);
  if (signer.signUrl === null) throw notYet(document);
  return signer.signUrl;
}

/** The signed PDF or a signer's page. Throws a `CliError` (exit 5: unknown signer, 6: too soon). */
export function linkToOpen(document: Document, signer: string | undefined): string {
  if (signer !== undefined) return signerLink(document, signer);
  if (document.downloadUrl === null) throw notYet(document);
  return document.downloadUrl;
}
