import type { PDF, PdfDict } from '@libpdf/core';
import { PdfStream } from '@libpdf/core';
import { X509Certificate } from '../../platform/crypto.ts';
import type { SealPin } from '../cms/certificates.ts';
import { readArray, readDict, readObject } from '../objects.ts';
import type { PageComparer } from '../reading/compare-looks.ts';
import type { RevocationFiles, SigningTime } from '../trust/revocation/revocation.ts';
import { readSources } from '../trust/revocation/revocation.ts';
import type { RevocationSource } from '../trust/revocation/statement.ts';

export interface JudgingOptions {
  /** Without trusted roots a signature can be valid, but nobody is identified. */
  readonly roots: readonly X509Certificate[];
  /** Checks the certificates at this time instead of the time of signing. */
  readonly at?: Date | undefined;
  /** The time to judge the last timestamp's authority at; default: now. */
  readonly now?: Date;
  /** Certificates between signers and roots that the file lacks; being here makes none trusted. */
  readonly intermediates?: readonly X509Certificate[];
  /** Revocation lists, DER, in addition to those in the file. */
  readonly crls?: readonly Uint8Array[];
  /** OCSP responses, DER, in addition to those in the file. */
  readonly ocsp?: readonly Uint8Array[];
  /** Certificate policies, one of which every signer's path must have; default: no requirement. */
  readonly policies?: readonly string[];
  /** Compares pages as pictures. Without it, the verdict says that they were not compared. */
  readonly comparePages?: PageComparer | undefined;
  readonly seals?: readonly SealPin[];
}

/** The options, with what the file has for its own verification. */
export interface JudgingRules extends JudgingOptions {
  readonly intermediates: readonly X509Certificate[];
  readonly sources: readonly RevocationSource[];
  /** The time by which a timestamp existed, proven by the next one over it; default: now. */
  readonly existence?: SigningTime | undefined;
}

/** More than any honest file has; the rest is not read. */
const MAX_ITEMS = 500;

function streamsIn(pdf: PDF, store: PdfDict | undefined, key: string): Uint8Array[] {
  const list = readArray(pdf, store?.get(key))?.toArray() ?? [];
  return list.slice(0, MAX_ITEMS).flatMap((item) => {
    try {
      const stream = readObject(pdf, item);
      return stream instanceof PdfStream ? [stream.getDecodedData()] : [];
    } catch {
      return [];
    }
  });
}

function certificateIn(der: Uint8Array): X509Certificate[] {
  try {
    return [new X509Certificate(der)];
  } catch {
    return [];
  }
}

const storeOf = (pdf: PDF): PdfDict | undefined => readDict(pdf, pdf.getCatalog().get('DSS'));

/** From the document security store, DER; nothing has been checked. */
export function storedRevocation(pdf: PDF): RevocationFiles {
  const store = storeOf(pdf);
  return { crls: streamsIn(pdf, store, 'CRLs'), ocsp: streamsIn(pdf, store, 'OCSPs') };
}

/** Adds the document security store (ISO 32000-2, 12.8.4.3), without /VRI and malformed parts. */
export function judgingRules(pdf: PDF, options: JudgingOptions): JudgingRules {
  const stored = streamsIn(pdf, storeOf(pdf), 'Certs').flatMap(certificateIn);
  const revocation = storedRevocation(pdf);
  const crls = [...(options.crls ?? []), ...revocation.crls];
  const ocsp = [...(options.ocsp ?? []), ...revocation.ocsp];
  return {
    ...options,
    intermediates: [...(options.intermediates ?? []), ...stored],
    sources: readSources({ crls, ocsp }),
  };
}
