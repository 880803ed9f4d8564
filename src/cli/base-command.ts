import { pathToFileURL } from 'node:url';
import type { Interfaces } from '@oclif/core';
import { Command } from '@oclif/core';
import type { EsignClient } from '../client/index.ts';
import type { PageReader } from '../pdf/reading/page-reader.ts';
import type { CommandContext, PageReaderModule } from './command-context.ts';
import { lazyPageReader, placeOf } from './command-context.ts';
import { asUsageError } from './errors/usage-error.ts';
import { failed } from './failed.ts';
import type { KeptDocuments } from './finding/kept-documents.ts';
import { keptDocuments } from './finding/kept-documents.ts';
import type { SharedFlags } from './global-flags.ts';
import { globalFlags, sharedFlags } from './global-flags.ts';
import { isFlagGiven } from './input/is-flag-given.ts';
import type { Connection } from './profiles/connection.ts';
import {
  checkDestination,
  keyOrigin,
  requireKey,
  resolveConnection,
} from './profiles/connection.ts';
import type { KeptAccount } from './profiles/kept-files.ts';
import { isCurrentAccount } from './profiles/kept-files.ts';
import type { Environment, Profile } from './profiles/profile.ts';
import { readEnvironment } from './profiles/profile.ts';
import type { ProfileStore } from './profiles/profile-store.ts';
import { namedProfile, openProfileStore } from './profiles/profile-store.ts';
import { RowQuery } from './rows/query.ts';
import type { Surroundings } from './terminal/interactive.ts';
import { mayAnimate, mayAsk } from './terminal/interactive.ts';
import type { Interruption } from './terminal/interruption.ts';
import { catchInterruption } from './terminal/interruption.ts';
import { Printer } from './terminal/printer.ts';
import type { Say } from './terminal/progress-line.ts';
import { withProgress } from './terminal/progress-line.ts';
import type { OpenClientOptions } from './transport/open-client.ts';
import { openClient } from './transport/open-client.ts';

/** Base of every command. With `--json`, the result of `run` is printed. */
export abstract class BaseCommand extends Command {
  static override enableJsonFlag = true;
  static override baseFlags = globalFlags;

  /** Accepts a partial configuration; the framework would load it again. */
  static override async run<T extends Command>(
    this: new (
      argv: string[],
      config: Interfaces.Config,
    ) => T,
    argv: string[] = [],
    config?: Interfaces.LoadOptions,
  ): Promise<ReturnType<T['run']>> {
    const command = new this(argv, config as Interfaces.Config) as unknown as BaseCommand;
    return await command._run();
  }

  /** True for commands that print their own JSON instead of the result of `run`. */
  protected readonly printsLines: boolean = false;
  /** False for a command that has another use for SIGHUP. */
  protected readonly endsOnHangUp: boolean = true;
  #environment: Environment | undefined;
  #printer: Printer | undefined;
  #interruption: Interruption | undefined;
  #store: Promise<ProfileStore> | undefined;
  #connection: Connection | undefined;
  #pages: PageReader | undefined;
  #flags: SharedFlags = sharedFlags({});

  protected get environment(): Environment {
    this.#environment ??= readEnvironment();
    return this.#environment;
  }

  protected get out(): Printer {
    this.#printer ??= new Printer({ isJson: this.jsonEnabled(), color: this.environment.color });
    return this.#printer;
  }

  /** Aborted by SIGINT and SIGTERM, and by SIGHUP if `endsOnHangUp`. */
  protected get signal(): AbortSignal {
    this.#interruption ??= catchInterruption({ hangUp: this.endsOnHangUp });
    return this.#interruption.signal;
  }

  /** Exits silently with the signal's exit code after an interruption. */
  protected exitInterrupted(): void {
    const code = this.#interruption?.exitCode();
    if (code !== undefined) this.exit(code);
  }

  protected get mayAsk(): boolean {
    return mayAsk(this.#surroundings());
  }

  protected get mayAnimate(): boolean {
    return mayAnimate(this.#surroundings());
  }

  protected store(): Promise<ProfileStore> {
    this.#store ??= openProfileStore(this.environment.configDir);
    return this.#store;
  }

  protected async profileInUse(): Promise<Profile | undefined> {
    const settings = (await this.store()).read();
    const name = this.#flags.profile ?? this.environment.profile ?? settings.current;
    return name === undefined ? undefined : namedProfile(settings, name);
  }

  /** The deployment to connect to. Warns once about ignored variables. */
  protected async connection(): Promise<Connection> {
    if (this.#connection) return this.#connection;
    const settings = (await this.store()).read();
    this.#connection = resolveConnection(this.#flags.profile, this.environment, settings);
    for (const warning of this.#connection.warnings) this.out.warn(warning);
    return this.#connection;
  }

  /** Throws a `CliError` when there is no key, or it must not be sent there. */
  protected async client(options: OpenClientOptions = {}): Promise<EsignClient> {
    const connection = await this.connection();
    const apiKey = requireKey(connection);
    checkDestination(connection.baseUrl, apiKey, (await this.store()).read());
    return this.clientFor(connection.baseUrl, { ...options, apiKey });
  }

  protected async clientFor(
    baseUrl: string,
    { apiKey, ...options }: OpenClientOptions & { readonly apiKey: string },
  ): Promise<EsignClient> {
    const { proxies, isDebug } = this.environment;
    const isLogged = this.#flags.debug || isDebug;
    return openClient({ baseUrl, apiKey, proxies, isLogged, hasBars: this.mayAnimate }, options);
  }

  /** A built file that runs in its own process. */
  protected asset(name: string): URL {
    return new URL(`dist/assets/${name}`, pathToFileURL(`${this.config.root}/`));
  }

  /** Loaded on first use: only some commands may import it. Closed when the command ends. */
  protected pageReader(load: () => Promise<PageReaderModule>): PageReader {
    this.#pages ??= lazyPageReader(async () =>
      (await load()).openPageReader(this.asset('pdf-worker.js')),
    );
    return this.#pages;
  }

  protected progress<T>(text: string, work: (say: Say) => Promise<T>): Promise<T> {
    return withProgress(text, this.mayAnimate, work);
  }

  /** Throws as `client` does. With `noCache`, the local index is neither read nor written. */
  protected async context({ noCache = false } = {}): Promise<CommandContext> {
    const client = await this.client();
    const connection = await this.connection();
    const { baseUrl, recipients } = connection;
    const place = placeOf(connection);
    const { out, mayAsk, mayAnimate, signal } = this;
    const progress: CommandContext['progress'] = (text, work) => this.progress(text, work);
    const account = { baseUrl, apiKey: requireKey(connection) };
    const kept = await this.keptOf(account, { noCache });
    return { client, baseUrl, place, out, mayAsk, mayAnimate, signal, recipients, kept, progress };
  }

  protected async keptOf(account: KeptAccount, { noCache = false } = {}): Promise<KeptDocuments> {
    const { configDir, keepsCache } = this.environment;
    const isKept = keepsCache && !noCache;
    const isCurrent = isCurrentAccount(account, (await this.store()).read());
    const warn = (text: string) => this.out.warn(text);
    return keptDocuments({ ...account, configDir, isKept, isCurrent, warn });
  }

  #surroundings(): Surroundings {
    return {
      stdinIsTerminal: process.stdin.isTTY === true,
      stderrIsTerminal: process.stderr.isTTY === true,
      isCi: this.environment.isCi,
      isPlain: this.environment.isPlain,
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
      const { query } = parsed.flags as { readonly query?: unknown };
      if (query instanceof RowQuery) this.out.query = query;
      return parsed;
    } catch (error) {
      throw asUsageError(error, this.id ?? '');
    }
  }

  /** Skips the framework's check for deprecated commands, which loads much code. */
  protected override async init(): Promise<void> {
    // None is deprecated.
  }

  override jsonEnabled(): boolean {
    const hasQuery = this.ctor.flags?.query !== undefined && isFlagGiven(this.argv, 'query');
    return hasQuery || isFlagGiven(this.argv, 'json');
  }

  override logJson(value: unknown): void {
    if (this.printsLines) return;
    try {
      this.out.document(value);
    } catch (error) {
      // The framework prints after it has stopped catching
      throw this.#failed(error);
    }
  }

  protected override async catch(error: unknown): Promise<never> {
    throw this.#failed(error);
  }

  #failed(error: unknown): Error {
    return failed(error, {
      isJson: this.jsonEnabled(),
      environment: this.environment,
      baseUrl: this.#connection?.baseUrl,
      keyOrigin: this.#connection && keyOrigin(this.#connection),
      interruptedBy: this.#interruption?.exitCode(),
    });
  }

  protected override async finally(): Promise<void> {
    this.#interruption?.dispose();
    await this.#pages?.close();
  }
}
