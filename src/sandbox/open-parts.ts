import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mailer } from '../service/index.ts';
import type { Accounts } from './accounts.ts';
import { openAccounts } from './accounts.ts';
import type { Faults } from './authority/faults.ts';
import { createFaults } from './authority/faults.ts';
import type { Journal } from './authority/journal.ts';
import { openJournal } from './authority/journal.ts';
import type { Authority } from './authority/open-authority.ts';
import { openAuthority } from './authority/open-authority.ts';
import { openSigningDesk } from './authority/pki/issue-signature.ts';
import type { Pki } from './authority/pki/pki.ts';
import { openPki } from './authority/pki/pki.ts';
import { issuerUrlsAt } from './authority/pki/serve-pki.ts';
import type { TimestampAuthority } from './authority/pki/timestamp.ts';
import { openAnswerDesk } from './authority/requests/answer-desk.ts';
import { sandboxAsp } from './authority/requests/asp-registry.ts';
import type { TestPhone } from './authority/test-phone.ts';
import { createTestPhone } from './authority/test-phone.ts';
import type { AdjustableClock } from './clock.ts';
import { openClock } from './clock.ts';
import type { CmsChoice } from './cms-choice.ts';
import { CMS_CHOICES } from './cms-choice.ts';
import type { MailInbox } from './mail/mail-inbox.ts';
import { openMailInbox } from './mail/mail-inbox.ts';
import { SANDBOX_FROM, sandboxMailer } from './mail/sandbox-mailer.ts';
import type { SandboxOptions } from './sandbox-options.ts';
import type { ServiceKeys } from './service-keys.ts';
import { openServiceKeys } from './service-keys.ts';

/** What a sandbox keeps in its data folder or in memory, beside the service. */
export interface SandboxParts {
  readonly dataDir: string;
  readonly keys: ServiceKeys;
  readonly pki: Pki;
  readonly clock: AdjustableClock;
  readonly inbox: MailInbox;
  /** The inbox, and the mail server if there is one. */
  readonly mailer: Mailer;
  readonly phone: TestPhone;
  readonly journal: Journal;
  readonly faults: Faults;
  readonly tsa: TimestampAuthority;
  readonly authority: Authority;
  readonly cms: CmsChoice;
  /** Addresses that are known once their servers listen. */
  readonly places: { authorityUrl: string; returnUrl: string; deskUrl: string };
  readonly accounts: Accounts;
}

/** Folder of the service's database. */
export const databasePath = (dataDir: string): string => join(dataDir, 'database');

/** Folder of the service's files. */
export const filesPath = (dataDir: string): string => join(dataDir, 'files');

/** How the parts of a sandbox are to behave. */
type PartsOptions = Pick<SandboxOptions, 'cms' | 'otp' | 'smtp'>;

/**
 * Opens the parts of a sandbox; the first time it makes keys and certificates. Mails go to the server, too, if there is
 * one.
 * @throws {InvalidMailServer}
 */
export async function openParts(
  dataDir: string,
  { cms = 'chain', otp, smtp }: PartsOptions = {},
): Promise<SandboxParts> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const clock = await openClock(join(dataDir, 'clock.json'));
  const keys = await openServiceKeys(dataDir);
  const pki = await openPki(dataDir, clock.now());
  const inbox = await openMailInbox(join(dataDir, 'mails'), smtp?.from ?? SANDBOX_FROM);
  const mailer = await sandboxMailer(inbox, smtp);
  const journal = await openJournal(join(dataDir, 'authority.jsonl'));
  const accounts = await openAccounts(join(dataDir, 'accounts.json'));
  const phone = createTestPhone();
  const faults = createFaults();
  const places = { authorityUrl: '', returnUrl: '', deskUrl: '' };
  const issuerUrls = () => issuerUrlsAt(places.authorityUrl);
  const { profile } = CMS_CHOICES[cms];
  const desk = await openSigningDesk(pki, clock, { profile, issuerUrls });
  const answers = openAnswerDesk({ desk, clock, faults });
  const registry = [sandboxAsp(pki.asp.certificate, () => [places.returnUrl])];
  const authority = openAuthority({ answers, registry, otp, phone, journal, clock });
  const kept = { dataDir, keys, pki, clock, inbox, mailer, phone, journal, accounts };
  return { ...kept, faults, tsa: desk.tsa, authority, cms, places };
}
