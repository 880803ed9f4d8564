import type { KeyObject } from 'node:crypto';
import type { PdfWorkers } from '../../pdf/admission/workers.ts';
import type { Fonts } from '../../pdf/fonts/fonts.ts';
import type { Links } from '../domain/links.ts';
import type { Clock } from '../ports/clock.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { SigningGateway } from '../ports/signing-gateway.ts';

/** The key and certificates that seal completion certificates. */
export interface Seal {
  /** DER. */
  readonly certificate: Buffer;
  readonly privateKey: KeyObject;
  /** The issuing certificates, DER, root last. */
  readonly chain: readonly Buffer[];
}

/** The dependencies of the use cases. */
export interface ServiceDeps {
  readonly store: DocumentStore;
  readonly files: FileStore;
  readonly pdf: PdfWorkers;
  readonly clock: Clock;
  readonly gateway: SigningGateway;
  readonly links: Links;
  readonly seal: Seal;
  readonly fonts: Fonts;
  /** Version of the service, shown in certificates. */
  readonly version: string;
}
