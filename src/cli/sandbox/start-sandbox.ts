import { once } from 'node:events';
import type { Profile } from '../profiles/profile.ts';
import { SANDBOX_PROFILE } from '../profiles/profile.ts';
import type { ProfileStore, Settings } from '../profiles/profile-store.ts';
import { withProfile } from '../profiles/profile-store.ts';
import type { Printer } from '../terminal/printer.ts';

/** Where a sandbox is that serves. */
export interface SandboxPlaces {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly dashboardUrl: string;
  readonly inboxUrl: string;
  readonly dataDir: string;
}

/** What `sandbox start --json` prints, on one line. */
export interface SandboxLine extends SandboxPlaces {
  readonly pid: number;
}

/** What a started sandbox prints as JSON: these fields and no others. */
export function sandboxLine(places: SandboxPlaces, pid: number): SandboxLine {
  const { baseUrl, apiKey, webhookSecret, dashboardUrl, inboxUrl, dataDir } = places;
  return { baseUrl, apiKey, webhookSecret, dashboardUrl, inboxUrl, dataDir, pid };
}

/** Writes the sandbox's profile; it becomes the current one if there was none. Answers the current one's name. */
export function keepSandboxProfile(store: ProfileStore, places: SandboxPlaces): string {
  const { baseUrl, apiKey, webhookSecret, dataDir } = places;
  const former = store.read();
  const { allowedRecipients } = former.profiles[SANDBOX_PROFILE] ?? {};
  const allowed = allowedRecipients && { allowedRecipients };
  const profile: Profile = { baseUrl, apiKey, webhookSecret, dataDir, ...allowed };
  const settings = withProfile(former, SANDBOX_PROFILE, profile);
  store.write(settings);
  return settings.current ?? SANDBOX_PROFILE;
}

/**
 * Forgets the profile of a sandbox whose folder is gone, and puts back what was there before it started. A profile that
 * another sandbox has written since stays.
 */
export function dropSandboxProfile(store: ProfileStore, before: Settings, dataDir: string): void {
  const { current, profiles } = store.read();
  if (profiles[SANDBOX_PROFILE]?.dataDir !== dataDir) return;
  const { [SANDBOX_PROFILE]: _gone, ...rest } = profiles;
  const former = before.profiles[SANDBOX_PROFILE];
  const isOrphaned = current === SANDBOX_PROFILE && former === undefined;
  store.write({
    current: isOrphaned ? before.current : current,
    profiles: { ...rest, ...(former && { [SANDBOX_PROFILE]: former }) },
  });
}

/** Says where things are and what to type next, on stdout: it is the command's result. */
export function printSandbox(printer: Printer, places: SandboxPlaces, current: string): void {
  const { paint } = printer;
  const flag = current === SANDBOX_PROFILE ? '' : ` --profile ${SANDBOX_PROFILE}`;
  printer.result(`${paint.green('The sandbox serves.')} Its signatures are for tests only.`);
  printer.result('');
  const rows = [
    ['API', places.baseUrl],
    ['dashboard', places.dashboardUrl],
    ['mails, OTPs', places.inboxUrl],
    ['data', places.dataDir],
    ['profile', SANDBOX_PROFILE],
  ] as const;
  for (const [name, value] of rows) printer.result(`  ${paint.dim(name.padEnd(12))}${value}`);
  printer.result('');
  printer.result('In another terminal:');
  printer.result(
    `  esign send contract.pdf --signer "Asha Rao <asha@example.in> 9876543210"${flag}`,
  );
  printer.result(`  esign sandbox sign DOCUMENT --all`);
  printer.result('');
  printer.result('Ctrl-C ends it.');
}

/** Resolves once the signal is aborted. */
export async function untilStopped(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
