import { resolve } from 'node:path';
import { Flags } from '@oclif/core';
import type { openControl, SandboxControl } from '../../sandbox/index.ts';
import { BaseCommand } from '../base-command.ts';
import { isDocumentId, resolveDocument } from '../documents/resolve-document.ts';
import type { CliErrorDetails } from '../errors/cli-error.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import type { Connection } from '../profiles/connection.ts';
import { keyOrigin, readAddress, resolveConnection } from '../profiles/connection.ts';
import type { Profile } from '../profiles/profile.ts';
import { SANDBOX_PROFILE } from '../profiles/profile.ts';
import type { Settings } from '../profiles/profile-store.ts';
import { namedProfile } from '../profiles/profile-store.ts';
import { startCommand } from './start-command.ts';

export interface FoundSandbox {
  readonly dataDir: string;
  readonly profile: Profile | undefined;
}

/** Exit codes by the code with which a running sandbox refuses. */
const BY_CODE = {
  invalid_request: EXIT.usage,
  not_found: EXIT.notFound,
  invalid_state: EXIT.wrongState,
  signing_failed: EXIT.unexpected,
  internal_error: EXIT.unexpected,
} as const;

const isRefusal = (code: string): code is keyof typeof BY_CODE => Object.hasOwn(BY_CODE, code);

type Known = Pick<CliErrorDetails, 'code' | 'exitCode' | 'next'>;

const OLD_DATA_FOLDER = {
  code: 'old_data_folder',
  exitCode: EXIT.usage,
  next: 'remove that folder, or use another with --data-dir',
} as const;

const BY_NAME: Readonly<Record<string, Known>> = {
  SandboxNotRunning: {
    code: 'sandbox_not_running',
    exitCode: EXIT.unreachable,
  },
  DataFolderInUse: {
    code: 'data_folder_in_use',
    exitCode: EXIT.usage,
    next: 'use the running sandbox, or another folder with --data-dir',
  },
  OldDataFolder: OLD_DATA_FOLDER,
  DataFolderMismatch: OLD_DATA_FOLDER,
  SchemaMismatch: OLD_DATA_FOLDER,
  PortInUse: {
    code: 'port_in_use',
    exitCode: EXIT.usage,
    next: 'use another port with --port, or any free one with --port 0',
  },
};

interface ErrorPlace {
  readonly documentId?: string | undefined;
  readonly start?: string;
}

export function sandboxError(
  error: unknown,
  { documentId, start = 'esign sandbox start' }: ErrorPlace = {},
): unknown {
  if (!(error instanceof Error)) return error;
  const what = error.message.replace(/\. Start one: .*$/, '').replace(/\.$/, '');
  const known = BY_NAME[error.name];
  if (known) return new CliError({ next: start, ...known, what, cause: error });
  if (error.name !== 'SandboxRefused' || !('code' in error)) return error;
  const given = String(error.code);
  const code = isRefusal(given) ? given : 'unexpected';
  const exitCode = isRefusal(given) ? BY_CODE[given] : EXIT.unexpected;
  const next = documentId && nextAfter(code, what, documentId);
  return new CliError({ code, what, next, exitCode, documentId, cause: error });
}

function nextAfter(code: string, what: string, documentId: string): string | undefined {
  if (code === 'not_found') return `esign signers list ${documentId}`;
  if (code !== 'invalid_state') return undefined;
  return what.includes('PENDING') ? `esign send ${documentId}` : `esign status ${documentId}`;
}

function keyUnknown({ dataDir }: FoundSandbox): CliError {
  return new CliError({
    code: 'no_key',
    what: `cannot look up documents of the sandbox in ${dataDir}: no profile has its key`,
    next: 'pass the full id of the document',
    exitCode: EXIT.noAccess,
  });
}

/** Warns if the key in use is for the sandbox but another account's than its webhook endpoints'. */
export function otherKey(inForce: Connection, own: Profile | undefined): string | undefined {
  const origin = keyOrigin(inForce);
  if (own?.apiKey === undefined || origin === undefined) return undefined;
  const isHere = readAddress(inForce.baseUrl).origin === readAddress(own.baseUrl).origin;
  if (!isHere || inForce.apiKey === own.apiKey) return undefined;
  return `the key of ${origin} is another than the sandbox's own, whose account these webhook endpoints belong to`;
}

interface Sandbox {
  readonly openControl: typeof openControl;
}

interface PlaceFlags {
  readonly 'data-dir'?: string | undefined;
  readonly profile?: string | undefined;
}

export abstract class SandboxCommand extends BaseCommand {
  static override baseFlags = {
    ...BaseCommand.baseFlags,
    'data-dir': Flags.string({
      description: "data folder of the sandbox (default: the profile's)",
      helpValue: 'DIR',
    }),
  };

  #documentId: string | undefined;
  #start: string | undefined;

  /** Looks at the flag, named or current profile, sandbox profile, then the default folder. */
  protected async place(flags: PlaceFlags): Promise<FoundSandbox> {
    const settings = (await this.store()).read();
    const { profiles, current } = settings;
    const named = flags.profile ?? this.environment.profile ?? current;
    const inUse = named === undefined ? undefined : namedProfile(settings, named);
    const kept = [inUse, profiles[SANDBOX_PROFILE]].find((one) => one?.dataDir);
    const given = flags['data-dir'];
    const dataDir =
      given === undefined ? (kept?.dataDir ?? this.environment.sandboxDir) : resolve(given);
    const [name, profile] =
      Object.entries(profiles).find(([, one]) => one.dataDir === dataDir) ?? [];
    const known = { dataDir, profile: name, baseUrl: profile?.baseUrl };
    this.#start = startCommand(known, this.environment.sandboxDir);
    return { dataDir, profile };
  }

  protected async control(flags: PlaceFlags, module: Promise<Sandbox>): Promise<SandboxControl> {
    const { dataDir } = await this.place(flags);
    return await (await module).openControl(dataDir);
  }

  /** Warns if the webhook endpoints belong to another key than the one in use. */
  protected async webhookControl(
    flags: PlaceFlags,
    module: Promise<Sandbox>,
  ): Promise<SandboxControl> {
    const { profile } = await this.place(flags);
    const inForce = this.#connectionInForce(flags, (await this.store()).read());
    const other = inForce && otherKey(inForce, profile);
    if (other !== undefined) this.out.warn(other);
    return this.control(flags, module);
  }

  /** Undefined if no key could be sent to the API: the sandbox itself needs none. */
  #connectionInForce({ profile }: PlaceFlags, settings: Settings): Connection | undefined {
    try {
      return resolveConnection(profile, this.environment, settings);
    } catch (error) {
      if (error instanceof CliError) return undefined;
      throw error;
    }
  }

  /** A shortened id is looked up with the sandbox's own key, never another. */
  protected async sandboxDocument(text: string | undefined, place: FoundSandbox): Promise<string> {
    const { mayAsk, signal } = this;
    const { baseUrl, apiKey } = place.profile ?? {};
    if (text !== undefined && isDocumentId(text)) this.#documentId = text.toLowerCase();
    else if (baseUrl === undefined || apiKey === undefined) throw keyUnknown(place);
    else {
      const client = await this.clientFor(baseUrl, { apiKey });
      const kept = await this.keptOf({ baseUrl, apiKey });
      const how = { client, mayAsk, signal, kept, offered: 'SENT' } as const;
      this.#documentId = await resolveDocument(text, how);
    }
    return this.#documentId;
  }

  protected override async catch(error: unknown): Promise<never> {
    const start = this.#start;
    return super.catch(
      sandboxError(error, { documentId: this.#documentId, ...(start !== undefined && { start }) }),
    );
  }
}
