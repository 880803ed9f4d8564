import type { Interfaces } from '@oclif/core';
import { Command, Flags } from '@oclif/core';
import type { Hooks } from '../client/index.ts';
import { EsignClient } from '../client/index.ts';
import type { CommandContext } from './command-context.ts';
import { asUsageError } from './errors/usage-error.ts';
import { failed } from './failed.ts';
import type { Connection } from './profiles/connection.ts';
import { checkDestination, requireKey, resolveConnection } from './profiles/connection.ts';
import type { Environment, Profile } from './profiles/profile.ts';
import { readEnvironment } from './profiles/profile.ts';
import type { ProfileStore } from './profiles/profile-store.ts';
import { namedProfile, openProfileStore } from './profiles/profile-store.ts';
import type { Surroundings } from './terminal/interactive.ts';
import { mayAnimate, mayAsk } from './terminal/interactive.ts';
import type { Interruption } from './terminal/interruption.ts';
import { catchInterruption } from './terminal/interruption.ts';
import { Printer } from './terminal/printer.ts';
import { withProgress } from './terminal/progress.ts';
import { debugHooks, joinedHooks } from './transport/debug-hooks.ts';
import { transportFor } from './transport/transport-for.ts';

/** The flags that every command has beside `--json`. */
interface SharedFlags {
  readonly profile: string | undefined;
  readonly noInput: boolean;
  readonly debug: boolean;
}

function sharedFlags(flags: Readonly<Record<string, unknown>>): SharedFlags {
  const { profile } = flags;
  return {
    profile: typeof profile === 'string' ? profile : undefined,
    noInput: flags['no-input'] === true,
    debug: flags.debug === true,
  };
}

/** What a command wants of its client, beside the usual. */
export interface ClientWishes {
  /** The size of the pool, for many requests at once. */
  readonly connections?: number | undefined;
  readonly maxRetries?: number | undefined;
  readonly hooks?: Hooks | undefined;
}

/**
 * What every command shares: the flags, the two streams, the connection, interruption, and one way to fail. A command's
 * `run` returns its result, which `--json` prints; failures go through one table of exit codes.
 */
export abstract class BaseCommand extends Command {
  static override enableJsonFlag = true;
  static override baseFlags = {
    json: Flags.boolean({ description: 'print the result as JSON', helpGroup: 'GLOBAL' }),
    profile: Flags.string({
      description: 'profile to use instead of the current one',
      helpGroup: 'GLOBAL',
      helpValue: 'NAME',
    }),
    'no-input': Flags.boolean({ description: 'never ask anything', helpGroup: 'GLOBAL' }),
    debug: Flags.boolean({
      description: 'log requests to stderr, keys and links masked',
      helpGroup: 'GLOBAL',
    }),
  };

  /** True for commands that print their own JSON lines; what `run` returns is then not printed. */
  protected readonly printsLines: boolean = false;
  #environment: Environment | undefined;
  #printer: Printer | undefined;
  #interruption: Interruption | undefined;
  #store: Promise<ProfileStore> | undefined;
  #connection: Connection | undefined;
  #flags: SharedFlags = sharedFlags({});

  /** What the environment says about this run. */
  protected get environment(): Environment {
    this.#environment ??= readEnvironment();
    return this.#environment;
  }

  /** The command's streams. */
  protected get out(): Printer {
    this.#printer ??= new Printer({ isJson: this.jsonEnabled(), color: this.environment.color });
    return this.#printer;
  }

  /** Aborted by SIGINT and SIGTERM. */
  protected get signal(): AbortSignal {
    this.#interruption ??= catchInterruption();
    return this.#interruption.signal;
  }

  /** Ends a command that was interrupted, silently, with the exit code of its signal. */
  protected exitInterrupted(): void {
    const code = this.#interruption?.exitCode();
    if (code !== undefined) this.exit(code);
  }

  /** Whether questions may be asked. */
  protected get mayAsk(): boolean {
    return mayAsk(this.#surroundings());
  }

  /** Whether stderr may be repainted. */
  protected get mayAnimate(): boolean {
    return mayAnimate(this.#surroundings());
  }

  /** The settings' store, opened at its first use. */
  protected store(): Promise<ProfileStore> {
    this.#store ??= openProfileStore(this.environment.configDir);
    return this.#store;
  }

  /** The profile in use, for commands that send nothing; undefined when there is none. */
  protected async profileInUse(): Promise<Profile | undefined> {
    const settings = (await this.store()).read();
    const name = this.#flags.profile ?? this.environment.profile ?? settings.current;
    return name === undefined ? undefined : namedProfile(settings, name);
  }

  /** Which deployment this command speaks to; warns once about what was left aside. */
  protected async connection(): Promise<Connection> {
    if (this.#connection) return this.#connection;
    const settings = (await this.store()).read();
    this.#connection = resolveConnection(this.#flags.profile, this.environment, settings);
    for (const warning of this.#connection.warnings) this.out.warn(warning);
    return this.#connection;
  }

  /** The client of the connection. Throws a `CliError` when there is no key, or it may not go there. */
  protected async client(wishes: ClientWishes = {}): Promise<EsignClient> {
    const connection = await this.connection();
    const apiKey = requireKey(connection);
    checkDestination(connection.baseUrl, apiKey, (await this.store()).read());
    return this.clientFor(connection.baseUrl, { ...wishes, apiKey });
  }

  /** A client of any deployment, over the proxy that the environment names for it. */
  protected async clientFor(
    baseUrl: string,
    { apiKey, connections, hooks, ...wishes }: ClientWishes & { readonly apiKey: string },
  ): Promise<EsignClient> {
    const isLogged = this.#flags.debug || this.environment.isDebug;
    return new EsignClient({
      ...wishes,
      baseUrl,
      apiKey,
      appInfo: { name: 'cli' },
      transport: await transportFor(baseUrl, { proxies: this.environment.proxies, connections }),
      hooks: isLogged ? joinedHooks(debugHooks(), hooks) : hooks,
    });
  }

  /** Runs work under a spinner, where one may be shown. */
  protected progress<T>(text: string, work: () => Promise<T>): Promise<T> {
    return withProgress(text, this.mayAnimate, work);
  }

  /** What work on documents needs. Throws a `CliError` when there is no key, or it may not go to the service. */
  protected async context(): Promise<CommandContext> {
    const client = await this.client();
    const { recipients } = await this.connection();
    const { out, mayAsk, mayAnimate, signal } = this;
    const progress: CommandContext['progress'] = (text, work) => this.progress(text, work);
    return { client, out, mayAsk, mayAnimate, signal, recipients, progress };
  }

  #surroundings(): Surroundings {
    return {
      stdinIsTerminal: process.stdin.isTTY === true,
      stderrIsTerminal: process.stderr.isTTY === true,
      isCi: this.environment.isCi,
      isJson: this.jsonEnabled(),
      noInput: this.#flags.noInput,
    };
  }

  protected override async parse<
    F extends Interfaces.OutputFlags<Interfaces.FlagInput>,
    B extends Interfaces.OutputFlags<Interfaces.FlagInput>,
    A extends Interfaces.OutputArgs<Interfaces.ArgInput>,
  >(
    options?: Interfaces.Input<F, B, A>,
    argv?: string[],
  ): Promise<Interfaces.ParserOutput<F, B, A>> {
    try {
      const parsed = await super.parse(options, argv);
      this.#flags = sharedFlags(parsed.flags);
      return parsed;
    } catch (error) {
      throw asUsageError(error, this.id ?? '');
    }
  }

  override jsonEnabled(): boolean {
    const end = this.argv.indexOf('--');
    const at = this.argv.indexOf('--json');
    return at !== -1 && (end === -1 || at < end);
  }

  override logJson(value: unknown): void {
    if (!this.printsLines) this.out.document(value);
  }

  protected override async catch(error: unknown): Promise<never> {
    throw failed(error, {
      isJson: this.jsonEnabled(),
      environment: this.environment,
      baseUrl: this.#connection?.baseUrl,
      interruptedBy: this.#interruption?.exitCode(),
    });
  }

  protected override async finally(): Promise<void> {
    this.#interruption?.dispose();
  }
}
