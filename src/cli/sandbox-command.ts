import { resolve } from 'node:path';
import { Flags } from '@oclif/core';
import { BaseCommand } from './base-command.ts';
import { CliError } from './cli-error.ts';
import { EXIT } from './exit-codes.ts';
import type { Profile } from './profile.ts';
import { SANDBOX_PROFILE } from './profile.ts';
import { isDocumentId, resolveDocument } from './resolve-document.ts';

/** What a command that steers a sandbox needs of it. */
export interface SandboxPlace {
  readonly dataDir: string;
  /** The profile that was kept when it started. */
  readonly profile: Profile | undefined;
}

const BY_CODE: Readonly<Record<string, number>> = {
  invalid_request: EXIT.usage,
  not_found: EXIT.notFound,
  invalid_state: EXIT.wrongState,
  signing_failed: EXIT.unexpected,
};

const BY_NAME: Readonly<Record<string, { code: string; exitCode: number; next: string }>> = {
  SandboxNotRunning: {
    code: 'sandbox_not_running',
    exitCode: EXIT.unreachable,
    next: 'esign sandbox start',
  },
  DataFolderInUse: {
    code: 'data_folder_in_use',
    exitCode: EXIT.usage,
    next: 'use the sandbox that runs, or another folder with --data-dir',
  },
  OldDataFolder: {
    code: 'old_data_folder',
    exitCode: EXIT.usage,
    next: 'remove that folder, or take another with --data-dir',
  },
  PortInUse: {
    code: 'port_in_use',
    exitCode: EXIT.usage,
    next: 'take another with --port, or a free one with --port 0',
  },
};

/** A sandbox's error in the words and with the exit code of the command line; any other comes back as it is. */
function sandboxError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const what = error.message.replace(/\. Start one: .*$/, '').replace(/\.$/, '');
  const known = BY_NAME[error.name];
  if (known) return new CliError({ ...known, what, cause: error });
  if (error.name !== 'SandboxRefused' || !('code' in error)) return error;
  const code = String(error.code);
  return new CliError({ code, what, exitCode: BY_CODE[code] ?? EXIT.unexpected, cause: error });
}

/** What the commands share that steer a running sandbox: how it is found, and how its errors are told. */
export abstract class SandboxCommand extends BaseCommand {
  static override baseFlags = {
    ...BaseCommand.baseFlags,
    'data-dir': Flags.string({
      description: "data folder of the sandbox (default: the profile's)",
      helpValue: 'DIR',
    }),
  };

  /** The running sandbox's place: the flag's, the named or current profile's, the sandbox profile's, or the default. */
  protected async place(flags: {
    readonly 'data-dir'?: string | undefined;
    readonly profile?: string | undefined;
  }): Promise<SandboxPlace> {
    const { profiles, current } = (await this.store()).read();
    const named = flags.profile ?? this.environment.profile ?? current ?? '';
    const given = flags['data-dir'];
    const kept = [profiles[named], profiles[SANDBOX_PROFILE]].find((one) => one?.dataDir);
    const dataDir = given === undefined ? kept?.dataDir : resolve(given);
    return {
      dataDir: dataDir ?? this.environment.sandboxDir,
      profile: Object.values(profiles).find((one) => one.dataDir === dataDir),
    };
  }

  /** The sandbox's document that the text names; its key is used only to look a beginning up. */
  protected async sandboxDocument(
    text: string | undefined,
    { profile }: SandboxPlace,
  ): Promise<string> {
    const { mayAsk, signal } = this;
    if (text !== undefined && isDocumentId(text)) return text.toLowerCase();
    const client = profile?.apiKey
      ? this.clientFor(profile.baseUrl, profile.apiKey)
      : await this.client();
    return resolveDocument(text, { client, mayAsk, signal });
  }

  protected override async catch(error: unknown): Promise<never> {
    return super.catch(sandboxError(error));
  }
}
