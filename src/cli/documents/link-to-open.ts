import type { Document } from '../../contract/document.ts';
import type { DocumentSigner } from '../../contract/signer.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';

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

/** By order, email or id. Throws a `CliError` (exit 5). */
export function findSigner(document: Document, wanted: string): DocumentSigner {
  const signer = document.signers.find(
    ({ signingOrder, email, signerId }) =>
      String(signingOrder) === wanted ||
      signerId === wanted ||
      email?.toLowerCase() === wanted.toLowerCase(),
  );
  if (signer) return signer;
  throw new CliError({
    code: 'not_found',
    what: `the document has no signer "${wanted}"`,
    next: `esign signers list ${document.documentId}`,
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
