import type { KeyObject } from 'node:crypto';
import type { PdfWorkers } from '../../pdf/admission/workers.ts';
import type { Fonts } from '../../pdf/fonts/fonts.ts';
import type { Clock } from '../ports/clock.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { SigningGateway } from '../ports/signing-gateway.ts';

/** What the service makes links of: the secret that authorises them, and the address they begin with. */
export interface Links {
  /** 32 bytes; whoever has them can make any link. */
  readonly secret: Buffer;
  /** Such as `http://127.0.0.1:4010`, without a slash at its end. */
  readonly baseUrl: string;
}

/** The key and certificates that the service seals completion certificates with. */
export interface Seal {
  /** DER. */
  readonly certificate: Buffer;
  readonly privateKey: KeyObject;
  /** Certificates above it, DER, the root last. */
  readonly chain: readonly Buffer[];
}

/** What the use cases are told of the world. */
export interface ServiceDeps {
  readonly store: DocumentStore;
  readonly files: FileStore;
  readonly pdf: PdfWorkers;
  readonly clock: Clock;
  readonly gateway: SigningGateway;
  readonly links: Links;
  readonly seal: Seal;
  readonly fonts: Fonts;
  /** Version of the service, as certificates name it. */
  readonly version: string;
}
