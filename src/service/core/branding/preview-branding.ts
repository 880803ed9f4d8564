import type { Account } from '../accounts/account.rules.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Document, Signer } from '../documents/document.rules.ts';
import { addedSigner } from '../documents/document.rules.ts';
import { linksUntil } from '../links/links.rules.ts';
import type { SigningView } from '../links/signing-view.ts';
import { viewFor } from '../links/signing-view.ts';
import type { Mail } from '../mails/mail-notice.rules.ts';
import { mailOf } from '../mails/mail-of.rules.ts';
import type { Caller } from '../permissions.rules.ts';
import { permit } from '../permissions.rules.ts';
import { logoOf } from './set-logo.ts';

type Deps = Pick<ServiceDeps, 'store' | 'gateways' | 'links' | 'clock'>;

const UNUSED_ID = '00000000-0000-4000-8000-000000000000';
const NO_FILE = { key: '', sha256: '0'.repeat(64), bytes: 48_000 };

const signer = (signingOrder: number, name: string): Signer =>
  addedSigner({
    signerId: `${UNUSED_ID.slice(0, -1)}${signingOrder}`,
    ...{ name, email: 'asha@example.in', phone: '', signingOrder, positions: null },
  });

const SIGNERS = [signer(1, 'Asha Rao (TEST)'), signer(2, 'Ravi Kumar (TEST)')] as const;

/** Waits for the first of two signers; never stored. */
function inventedDocument({ accountId, linkDays }: Account, now: Date): Document {
  return {
    documentId: UNUSED_ID,
    accountId,
    name: 'TEST document',
    status: 'SENT',
    createdAt: now,
    updatedAt: now,
    sentAt: now,
    completedAt: null,
    withdrawnAt: null,
    withdrawalReason: null,
    linksUntil: linksUntil(now, linkDays),
    message: null,
    externalId: null,
    original: NO_FILE,
    pages: [{ width: 595, height: 842, rotate: 0 }],
    placements: null,
    prepared: null,
    head: null,
    holdReason: null,
    signers: SIGNERS,
  };
}

type Viewer = Caller & { readonly account: Account };

/** A sample document's page, with the account's settings. */
export async function previewView(deps: Deps, caller: Viewer): Promise<SigningView> {
  permit(caller, 'settings.manage');
  const document = inventedDocument(caller.account, deps.clock.now());
  const sender = (await deps.store.findSender(caller.account.accountId)) ?? null;
  return await viewFor(deps, { document, signer: SIGNERS[0], sender });
}

/** A sample document's mail, with the account's settings. */
export async function previewMail(deps: Deps, caller: Viewer, signUrl: string): Promise<Mail> {
  permit(caller, 'settings.manage');
  const { account } = caller;
  const now = deps.clock.now();
  const { name, linksUntil: linkUntil, signers } = inventedDocument(account, now);
  const [gateway] = deps.gateways;
  return mailOf({
    kind: 'signing-link',
    to: SIGNERS[0].email,
    sender: account,
    logo: await logoOf(deps, account),
    documentName: name,
    gateway: gateway.names,
    signUrl,
    signers: signers.map((one) => ({ ...one, isYou: one === SIGNERS[0] })),
    turnSince: now,
    linkUntil,
    reason: null,
    isTest: gateway.isTest,
    now,
  });
}
