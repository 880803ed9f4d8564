import type { PdfWorkers } from '../../pdf/admission/workers.ts';
import type { Fonts } from '../../pdf/fonts/fonts.ts';
import type { Billing } from '../billing/billing-deps.ts';
import type { IdentityProvider } from '../members/sign-in/provider-trip.rules.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { Seal } from '../ports/seal.ts';
import type { SigningGateway } from '../ports/signing-gateway.ts';
import type { AskedHost, TimestampAuthority } from '../ports/timestamp-authority.ts';
import type { DocumentStore } from '../store/store.ts';
import type { Links } from './links/links.rules.ts';
import type { ObjectionTo } from './outbox/outbox.rules.ts';
import type { Quotas } from './quotas.rules.ts';

/** Thrown when an account reaches the limits of `ServiceDeps.pdf`. */
export { PdfWorkersBusy } from '../../pdf/admission/fair-queue.ts';

export interface LongTermProof {
  readonly timestamps: TimestampAuthority;
  /** `required` waits for a timestamp; `preferred` embeds without one. */
  readonly policy: 'required' | 'preferred';
  readonly revocation: {
    /** Lists about these certificates that can be fetched now, as DER. Never rejects. */
    listsFor(certificates: readonly Buffer[]): Promise<Buffer[]>;
    /** Reports each host that was asked for a list. */
    onAsked?(tell: (asked: AskedHost) => void): void;
  };
  /** Renews the proof in completed documents before it expires; default false. */
  readonly renews?: boolean | undefined;
}

export type Gateways = readonly [first: SigningGateway, ...others: SigningGateway[]];

export interface AtGateway {
  readonly gateway: SigningGateway;
}

export interface ServiceDeps {
  readonly store: DocumentStore;
  readonly files: FileStore;
  readonly pdf: PdfWorkers;
  readonly clock: Clock;
  /** For sign-ins and sessions: real time, even where `clock` can be moved. */
  readonly sessionClock: Clock;
  /** In the order offered. All are TEST gateways, or none is. */
  readonly gateways: Gateways;
  readonly links: Links;
  /** The first valid one is used. */
  readonly seals: readonly Seal[];
  /** Loaded on first use. */
  readonly fonts: () => Promise<Fonts>;
  /** Without it, signatures get no timestamps or revocation lists. */
  readonly proof?: LongTermProof | undefined;
  /** Without it, nothing is sold: the operator grants credits and access. */
  readonly billing?: Billing | undefined;
  /** Sign-in for members of some domains; none by default. */
  readonly identityProviders?: readonly IdentityProvider[] | undefined;
  /** Why a URL can't receive webhooks; no objection by default. */
  readonly objectionTo?: ObjectionTo | undefined;
  /** Per account; `DEFAULT_QUOTAS` by default. */
  readonly quotas?: Quotas | undefined;
  /** Shown in certificates. */
  readonly version: string;
}
