import type { PdfWorkers } from '../../pdf/admission/workers.ts';
import type { Fonts } from '../../pdf/fonts/fonts.ts';
import type { Links } from '../domain/documents/links.ts';
import type { Quotas } from '../domain/quotas.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { IdentityProvider } from '../ports/identity-provider.ts';
import type { RevocationLists } from '../ports/revocation-lists.ts';
import type { Seal } from '../ports/seal.ts';
import type { SigningGateway } from '../ports/signing-gateway.ts';
import type { TimestampAuthority } from '../ports/timestamp-authority.ts';
import type { ObjectionTo } from '../ports/webhook-sender.ts';
import type { DocumentStore } from '../store/store.ts';
import type { Billing } from './billing/billing-deps.ts';

/** Thrown when an account has reached the limits of `ServiceDeps.pdf`. */
export { PdfWorkersBusy } from '../../pdf/admission/fair-queue.ts';

/** Where proof for later checks comes from. */
export interface LongTermProof {
  readonly timestamps: TimestampAuthority;
  /** Without a timestamp, `required` embeds nothing until there is one; `preferred` embeds without one. */
  readonly policy: 'required' | 'preferred';
  readonly revocation: RevocationLists;
  /** Renews the proof in completed documents before it ends; false by default. */
  readonly renews?: boolean | undefined;
}

/** At least one gateway. */
export type Gateways = readonly [first: SigningGateway, ...others: SigningGateway[]];

/** The gateway of the attempt that something is done for. */
export interface AtGateway {
  readonly gateway: SigningGateway;
}

/** The dependencies of the use cases. */
export interface ServiceDeps {
  readonly store: DocumentStore;
  readonly files: FileStore;
  readonly pdf: PdfWorkers;
  readonly clock: Clock;
  /** Of sign-ins and sessions: real time, also where `clock` can be set ahead. */
  readonly sessionClock: Clock;
  /** In the order in which they are offered. All are TEST gateways, or none is. */
  readonly gateways: Gateways;
  readonly links: Links;
  /** The first that is valid seals. */
  readonly seals: readonly Seal[];
  /** Loaded once they are needed. */
  readonly fonts: () => Promise<Fonts>;
  /** Without it, signatures get no timestamps and no revocation lists. */
  readonly proof?: LongTermProof | undefined;
  /** Without it, nothing is sold: the operator grants credits and access. */
  readonly billing?: Billing | undefined;
  /** Where members of some domains sign in; nowhere by default. */
  readonly identityProviders?: readonly IdentityProvider[] | undefined;
  /** Why no webhook can be delivered to a URL; no objection by default. */
  readonly objectionTo?: ObjectionTo | undefined;
  /** Quotas of an account; `DEFAULT_QUOTAS` by default. */
  readonly quotas?: Quotas | undefined;
  /** Version of the service, shown in certificates. */
  readonly version: string;
}
