import { X509Certificate } from 'node:crypto';
import { layOutCertificate, sealPdf } from '../../../pdf/certificate/certificate.ts';
import { assertCompleted } from '../../domain/document-states.ts';
import type { Caller } from '../accounts/authenticate.ts';
import type { ServiceDeps } from '../deps.ts';
import { completionEvidence } from './completion-evidence.ts';
import { fileNameOf } from './file-name-of.ts';
import { findOwnDocument } from './find-own-document.ts';

/** A completion certificate, ready to be handed out. */
export interface IssuedCertificate {
  readonly bytes: Buffer;
  /** What the file is called, without its ending made safe. */
  readonly fileName: string;
}

/**
 * Makes the completion certificate of a document, with its audit trail, and seals it (specification, section 4.6).
 * @throws {DomainError} `not_found`, or `invalid_state` before completion
 */
export async function issueCertificate(
  deps: Omit<ServiceDeps, 'pdf' | 'files'>,
  request: { readonly caller: Caller; readonly documentId: string },
): Promise<IssuedCertificate> {
  const document = await findOwnDocument(deps, request);
  assertCompleted(document);
  const { seal, fonts, gateway, clock } = deps;
  const audit = await deps.store.readAudit(document.documentId);
  const account = request.caller.account.name;
  const evidence = completionEvidence(deps, { document, audit, account, at: clock.now() });
  const bytes = await sealPdf(await layOutCertificate(evidence, fonts), {
    certificate: new X509Certificate(seal.certificate),
    privateKey: seal.privateKey,
    chain: seal.chain.slice(0, -1).map((der) => new X509Certificate(der)),
    name: evidence.service.name,
    date: clock.now(),
    fonts,
    test: gateway.isTest,
  });
  return { bytes, fileName: fileNameOf(document, 'certificate') };
}
