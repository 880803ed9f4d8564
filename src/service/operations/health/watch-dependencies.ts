import type { Billing } from '../../billing/billing-deps.ts';
import type { LongTermProof } from '../../core/deps.ts';
import type { IdentityProvider } from '../../members/sign-in/provider-trip.rules.ts';
import { ProviderFailed } from '../../members/sign-in/provider-trip.rules.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { FilesUnavailable } from '../../ports/file-store.ts';
import type { Mailer } from '../../ports/mailer.ts';
import { MailNotTaken } from '../../ports/mailer.ts';
import { PaymentProviderError } from '../../ports/payments.ts';
import type { AskedHost } from '../../ports/timestamp-authority.ts';
import type { DocumentStore } from '../../store/store.ts';
import type { Dependency, DependencyHealth } from './dependency-health.ts';
import { workFaults } from './work-faults.rules.ts';

/** A promise of a method was kept, or broken with an error. */
type Told = (method: string, outcome: { readonly error: unknown } | null) => void;

/** The same object, whose methods tell how each call ended. */
function watched<Part extends object>(part: Part, told: Told): Part {
  return new Proxy(part, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, given);
        if (result instanceof Promise) {
          result.then(
            () => told(String(key), null),
            (error: unknown) => told(String(key), { error }),
          );
        }
        return result;
      };
    },
  });
}

function watchMailer(mailer: Mailer, { note }: DependencyHealth): Mailer {
  const about: Dependency = { dependency: 'mail', name: '' };
  return watched(mailer, (_method, outcome) => {
    if (!outcome) note(about, null);
    // A reply about one mail says nothing of others.
    else if (outcome.error instanceof MailNotTaken && outcome.error.status === null)
      note(about, outcome.error.reason);
  });
}

/** On a full disk, files can still be read. */
const FILE_USES: Readonly<Record<string, string>> = {
  write: 'writing',
  create: 'writing',
  read: 'reading',
  open: 'reading',
  withLocalCopy: 'reading',
};
const UNUSABLE = /^(EACCES|EDQUOT|EIO|ENOSPC|ENOTCONN|EROFS|ESTALE)$/;

function fileFault(error: unknown): string | undefined {
  const { name, code, message } = Object(error);
  if (error instanceof FilesUnavailable || name === 'BucketRefused') return String(message);
  return UNUSABLE.test(String(code)) ? String(code) : undefined;
}

export function watchFiles(files: FileStore, { note }: DependencyHealth): FileStore {
  return watched(files, (method, outcome) => {
    // Work in a folder may need no storage: only its failure says something.
    const name = outcome && method === 'withFolder' ? 'writing' : FILE_USES[method];
    const fault = outcome && fileFault(outcome.error);
    if (name !== undefined && fault !== undefined) note({ dependency: 'files', name }, fault);
  });
}

function watchBilling(billing: Billing, { note }: DependencyHealth): Billing {
  const { payments } = billing;
  const about: Dependency = { dependency: 'payments', name: payments.id };
  const told: Told = (_method, outcome) => {
    if (!outcome) note(about, null);
    else if (outcome.error instanceof PaymentProviderError && outcome.error.kind === 'unavailable')
      note(about, outcome.error.message);
  };
  const mandates = payments.mandates && watched(payments.mandates, told);
  const own = watched(payments, told);
  return {
    ...billing,
    payments: new Proxy(own, {
      get: (target, key) => (key === 'mandates' ? mandates : Reflect.get(target, key)),
    }),
  };
}

/** A browser can bring back what it likes; these reasons are the provider's. */
const OF_THE_PROVIDER = /^[a-z_]+$|invalid_client|OAUTH_RESPONSE_IS_NOT_CONFORM/;

function providerFault(method: string, error: unknown): string | undefined {
  if (!(error instanceof ProviderFailed) || error.isRefusal) return undefined;
  const isTheirs = method === 'depart' || OF_THE_PROVIDER.test(error.message);
  return isTheirs ? error.message : undefined;
}

function watchProvider(provider: IdentityProvider, { note }: DependencyHealth): IdentityProvider {
  const about: Dependency = { dependency: 'sign_in', name: provider.id };
  return watched(provider, (method, outcome) => {
    const fault = outcome ? providerFault(method, outcome.error) : null;
    // Leaving may need no answer of it: only its failure says something.
    if (fault === undefined || (fault === null && method === 'depart')) return;
    note(about, fault);
  });
}

export interface WatchedParts {
  readonly mailer: Mailer;
  readonly billing?: Billing | undefined;
  readonly identityProviders?: readonly IdentityProvider[] | undefined;
  readonly proof?: LongTermProof | undefined;
}

/** The same parts, of whose failures `health` is told. */
export function watchParts(
  { mailer, billing, identityProviders, proof }: WatchedParts,
  health: DependencyHealth,
): WatchedParts {
  const noteHost =
    (dependency: 'timestamps' | 'lists') =>
    ({ host: name, reason }: AskedHost) =>
      health.note({ dependency, name }, reason);
  proof?.timestamps.onAsked?.(noteHost('timestamps'));
  proof?.revocation.onAsked?.(noteHost('lists'));
  return {
    proof,
    mailer: watchMailer(mailer, health),
    billing: billing && watchBilling(billing, health),
    identityProviders: identityProviders?.map((one) => watchProvider(one, health)),
  };
}

/** Checks for failing authorities, and for overdue mails and deliveries. */
export async function watchWork({
  store,
  health,
}: {
  readonly store: Pick<DocumentStore, 'measure'>;
  readonly health: DependencyHealth;
}): Promise<void> {
  const { work } = await store.measure();
  if (!work) return;
  for (const { about, reason } of workFaults(work)) health.note(about, reason);
}
