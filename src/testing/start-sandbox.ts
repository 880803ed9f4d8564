import { readEnvironment } from '../cli/profiles/profile.ts';
import { sandboxVariables } from '../cli/sandbox/sandbox-variables.ts';
import { parseDuration } from '../cli/terminal/times.ts';
import { EsignClient } from '../client/index.ts';
import { openControl } from '../sandbox/control/control-client.ts';
import type { SandboxControl } from '../sandbox/control/operations.ts';
import type { FaultName } from '../sandbox/faults.ts';
import type { SandboxOptions, SandboxProcess } from './sandbox-process.ts';
import { startProcess } from './sandbox-process.ts';
import type { AccountOptions, FaultTimes, TestAccount } from './test-account.ts';

/** Whole milliseconds from a number or from text such as `3d`. Throws a `TypeError` otherwise. */
function millisecondsOf(duration: string | number): number {
  const ms = typeof duration === 'number' ? duration : parseDuration(duration);
  if (ms !== undefined) return Math.round(ms);
  throw new TypeError(`"${duration}" is not a duration such as 90s, 10m, 1h30m or 3d`);
}

async function createTestAccount(
  control: SandboxControl,
  baseUrl: string,
  { credits, subscription = true, webhooks }: AccountOptions,
): Promise<TestAccount> {
  const { accountId, apiKey, webhookSecret } = await control.createAccount({
    subscription,
    credits,
    webhooks: webhooks && [...webhooks],
  });
  return {
    accountId,
    apiKey,
    webhookSecret,
    client: new EsignClient({ baseUrl, apiKey }),
    async sign(documentId, { signer, all, identity } = {}) {
      const who = signer === undefined ? undefined : String(signer);
      return (await control.sign({ documentId, signer: who, all, identity })).signers;
    },
    async decline(documentId, { signer, reason } = {}) {
      const who = signer === undefined ? undefined : String(signer);
      await control.decline({ documentId, signer: who, reason });
    },
    async withdraw(documentId, reason) {
      await control.withdraw({ documentId, reason });
    },
    async resend(documentId) {
      await control.resendLink({ documentId });
    },
    async inbox({ to } = {}) {
      const messages = await control.inbox();
      return messages.filter((message) => to === undefined || message.to === to);
    },
    async fault(name, { times = 1, route, delay } = {}) {
      const delayMs = delay === undefined ? undefined : millisecondsOf(delay);
      await control.setFault({ fault: name, times, accountId, route, delayMs });
    },
    async clearFaults() {
      await control.clearFaults({ accountId });
    },
  };
}

/** A sandbox for tests: the real service, with a test certifying authority. */
export interface TestSandbox {
  readonly baseUrl: string;
  /** Of the sandbox's own account. */
  readonly apiKey: string;
  /** Of the sandbox's own account. */
  readonly webhookSecret: string;
  /**
   * Variables for other processes that use this sandbox: those of the SDK and the command line, and
   * `ESIGN_SANDBOX_DIR`, which makes `startSandbox` return this sandbox instead of starting one.
   */
  readonly env: Readonly<Record<string, string>>;
  /** Creates an account, in a fraction of a second; starting a sandbox takes seconds. */
  account(options?: AccountOptions): Promise<TestAccount>;
  /** Moves all accounts' clock forward: milliseconds, or text such as `3d`. Returns its time. */
  advance(duration: string | number): Promise<Date>;
  /** Makes the certifying authority fail, for all accounts; `delay` belongs to the fault `slow`. */
  fault(
    name: FaultName,
    options?: { readonly times?: FaultTimes; readonly delay?: string | number },
  ): Promise<void>;
  /** Clears the faults of the authority and of all accounts. */
  clearFaults(): Promise<void>;
  /** Ends the sandbox and removes its data; leaves one that `startSandbox` did not start. */
  close(): Promise<void>;
}

/** The sandbox that the environment names, if any. */
function sharedSandbox(): SandboxProcess | undefined {
  const { sharedSandboxDir: dataDir, configDir, ...settings } = readEnvironment();
  if (dataDir === undefined) return undefined;
  const { baseUrl = '', apiKey = '', webhookSecret = '' } = settings;
  const close = async () => undefined;
  return { dataDir, configDir, baseUrl, apiKey, webhookSecret, close };
}

/**
 * Starts a sandbox on a free port, with its own data and settings, until `close` or the end of this
 * process. If `ESIGN_SANDBOX_DIR` names one, as below `esign sandbox exec`, returns that one and
 * ignores the options. Throws an `Error` with the reason if it did not start, or does not run.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<TestSandbox> {
  const place = sharedSandbox() ?? (await startProcess(options));
  const { baseUrl, apiKey, webhookSecret, dataDir, close } = place;
  const control = await openControl(dataDir);
  return {
    baseUrl,
    apiKey,
    webhookSecret,
    env: sandboxVariables(place),
    close,
    account: (wanted = {}) => createTestAccount(control, baseUrl, wanted),
    advance: async (duration) =>
      new Date((await control.advanceClock({ ms: millisecondsOf(duration) })).now),
    async fault(name, { times = 1, delay } = {}) {
      const delayMs = delay === undefined ? undefined : millisecondsOf(delay);
      await control.setFault({ fault: name, times, delayMs });
    },
    async clearFaults() {
      await control.clearFaults();
    },
  };
}
