import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Permission } from '../../../src/service/core/permissions.rules.ts';
import { CALLER_ROLES, may, NotPermitted } from '../../../src/service/core/permissions.rules.ts';

const SERVICE = new URL('../../../src/service/', import.meta.url).pathname;

/** An import of values, as the formatter writes it. */
const IMPORT = /^import \{([^}]+)\} from '(\.[^']+)';$/gm;
/** The files of use cases: those of a room whose name has no suffix. */
const USE_CASE = /^(core|billing|webhooks|members)\/[^.]+\.ts$/;

type UseCase = (deps: unknown, caller: unknown, order: unknown) => Promise<unknown>;

/** Names that a source imports from use cases, with the file of each. */
function importsOf(source: string, file: string): (readonly [name: string, path: string])[] {
  return [...source.matchAll(IMPORT)]
    .map(([, list = '', from = '']) => ({ list, path: join(dirname(file), from) }))
    .filter(({ path }) => USE_CASE.test(path))
    .flatMap(({ list, path }) =>
      list.split(',').map((one) => [one.trim().split(' as ', 1)[0] ?? '', path] as const),
    );
}

/** The functions that other parts of the service import from use cases, by name. */
async function importedUseCases(): Promise<ReadonlyMap<string, UseCase>> {
  const names = await readdir(SERVICE, { recursive: true });
  const others = names.filter((name) => name.endsWith('.ts') && !USE_CASE.test(name));
  const found = new Map<string, UseCase>();
  for (const other of others) {
    for (const [name, path] of importsOf(await readFile(`${SERVICE}${other}`, 'utf8'), other)) {
      const module: Readonly<Record<string, unknown>> = await import(`${SERVICE}${path}`);
      const value = module[name];
      if (typeof value === 'function') found.set(name, value as UseCase);
    }
  }
  return found;
}

/** Use cases that act for a caller, by the permission that they need. */
const ASK: Readonly<Partial<Record<Permission, string>>> = {
  'documents.read': `findOwnDocument listDocuments retrieveDocument issueCertificate findOwnDownload findDocuments countDocuments
    openOwnUpload readHistory readOverview findOwnRequest findRequests listRequestsAbout readTimeline searchDocuments findText`,
  'documents.send':
    'admitUpload createDocument addSigners saveDraft planSending sendDocument setExternalId',
  'documents.resend': 'resendLink resendDeliveries',
  'documents.withdraw': 'withdrawDocument',
  'keys.manage': 'addApiKey listApiKeys rollApiKey revokeApiKey',
  'endpoints.read': 'listEndpoints findOwnEndpoint listDeliveries findOwnDelivery',
  'endpoints.manage': `addEndpoint removeEndpoint switchEndpoint chooseEvents revealSecrets rotateSecret activateSecret
    queueTestEvent testEndpoint`,
  'audit.read': 'readTrail',
  'billing.manage': `readBilling startTrial orderGoods readOrder downloadInvoice readBillingProfile setBillingProfile
    startMandate readMandate cancelMandate`,
  'members.read': 'listMembers',
  'members.manage': 'addMember inviteMember changeRole removeMember',
  'settings.manage': 'changeAccount setLogo removeLogo askReplyAddress previewView previewMail',
  'account.operate': 'grantCredits setSubscription listPayments readHolds setHold eraseAccount',
  'self.manage': `readOwn switchAccount endSessions listPasskeys removePasskey passkeyCreation addPasskey
    requestConfirmation`,
};

/** Use cases that act for nobody with a role, by whom they serve. */
const ASK_NOTHING: Readonly<Record<string, string>> = {
  'whoever has a link': `openLink openProblem readView readEnding requestNewLink readRetryTime findSigningDocument issueSignersCertificate
    beginSignature finishSignature isSignatureKept declineDocument answerBytes answerSha256 findDownload openDownload
    findAskingAccount confirmReplyAddress keepReturn`,
  'whoever proves who they are': `readKeyHash findCaller assertAccess requestSignIn findSignIn signIn takeProof passkeyRequest takePasskey
    beginSession renewSession findVisitor assertProvider departTo arriveFrom`,
  'the operator alone': `createAccount issueSignIn refundPayment eraseDocument replayErasure recordBounce makeDue
    inspectRecords`,
  'the payment provider': 'receiveEvent settleReturned',
  'whoever needs a rule': 'isAddress settingProblem',
  'whoever checks a file': 'readVerifyPage',
  'the service itself': `receiveUpload discardUpload uploadsProblem noteAction checkInstallation InstallationMismatch PdfWorkersBusy startOutbox startResuming
    writeBillingMail writePaperMail writeDeclineMail writeNewLinkMail writeSignerMail writeInvitation writeReplyAddressMail writeSignInMail
    startRetention startRenewals startSweeps pollPayments tellEnds
    announceExpiries runRegularly findKnownAccount`,
};

const namesIn = (text: string): string[] => text.trim().split(/\s+/);

const useCases = await importedUseCases();

test('every use case that is imported elsewhere needs a permission, or acts for nobody with a role', () => {
  const named = [...Object.values(ASK), ...Object.values(ASK_NOTHING)].flatMap(namesIn);
  expect([...useCases.keys()].sort()).toEqual([...named].sort());
});

test('the dashboard reads nothing from the store itself', async () => {
  const names = await readdir(SERVICE, { recursive: true });
  // The desk plays the payment provider of a sandbox
  const sources = names.filter((name) =>
    /^web\/dashboard\/.*\.ts$|(?<!desk)\.(page|routes)\.ts$/.test(name),
  );
  expect(sources.length).toBeGreaterThan(0);
  const texts = await Promise.all(sources.map((name) => readFile(`${SERVICE}${name}`, 'utf8')));
  expect(sources.filter((_name, index) => /\bstore\./.test(texts[index] ?? ''))).toEqual([]);
});

/** Stands for each dependency; reading any property of it fails. */
const touched = new Proxy({}, { get: (_target, part) => expect.fail(`touched ${String(part)}`) });
const parts = [
  'store',
  'files',
  'pdf',
  'clock',
  'sessionClock',
  'gateways',
  'links',
  'seals',
  'billing',
];
const deps = Object.fromEntries(parts.map((name) => [name, touched]));

const asked = Object.entries(ASK).flatMap(([permission, names]) =>
  namesIn(names).map((name) => [name, permission as Permission] as const),
);

describe.each(asked)('%s needs %s', (name, permission) => {
  test.each(CALLER_ROLES)(
    'which it checks before it touches anything, for the role %s',
    async (role) => {
      const caller = { role, account: { accountId: 'acc_test' }, user: {}, session: {} };
      const order = { document: {}, trail: [] };
      const error: unknown = await Promise.resolve(useCases.get(name)?.(deps, caller, order)).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error instanceof NotPermitted).toBe(!may(role, permission));
    },
  );
});
