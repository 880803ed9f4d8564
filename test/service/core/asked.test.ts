import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { Permission } from '../../../src/service/core/permissions.rules.ts';
import { CALLER_ROLES, may, NotPermitted } from '../../../src/service/core/permissions.rules.ts';
import { importedUseCases } from './imported.ts';

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
  'whoever proves who they are': `findCaller assertAccess requestSignIn findSignIn signIn takeProof passkeyRequest takePasskey
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
  const folder = new URL('../../../src/service/', import.meta.url).pathname;
  const names = await readdir(folder, { recursive: true });
  // The desk plays the payment provider of a sandbox
  const sources = names.filter((name) =>
    /^web\/dashboard\/.*\.ts$|(?<!desk)\.(page|routes)\.ts$/.test(name),
  );
  expect(sources.length).toBeGreaterThan(0);
  const texts = await Promise.all(sources.map((name) => readFile(`${folder}${name}`, 'utf8')));
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
