import { setTimeout as pause } from 'node:timers/promises';
import { Flags } from '@oclif/core';
import { BaseCommand } from '../src/cli/base-command.ts';
import type { Diagnosis } from '../src/cli/doctor/diagnosis.ts';
import { diagnosis, printDiagnosis } from '../src/cli/doctor/diagnosis.ts';
import { EXIT } from '../src/cli/errors/exit-codes.ts';
import { problemsIn, serveError } from '../src/cli/errors/serve-error.ts';
import { untilStopped } from '../src/cli/sandbox/start-sandbox.ts';
import type { CheckResult, LoadedConfig, ServingProcess } from '../src/service/index.ts';

/** Problems of a refused configuration become failed checks. Throws any other error. */
async function checksOf(work: () => Promise<readonly CheckResult[]>): Promise<Diagnosis> {
  const results = await work().catch((error: unknown) => {
    const problems = problemsIn(error);
    if (problems === undefined) throw error;
    return problems.map(({ message: about, hint: next }): CheckResult => {
      return { name: 'settings', state: 'failed', about, next };
    });
  });
  return diagnosis(
    results.map((one) => ({
      ...one,
      exitCode: one.state === 'failed' ? EXIT.configRefused : EXIT.done,
    })),
  );
}

interface ServeLine {
  readonly url: string;
  readonly publicUrl: string;
  readonly environment: 'production' | 'test';
  readonly pid: number;
}

const MS = 1000;

export default class Serve extends BaseCommand {
  static override summary = 'run the service as a deployment, until Ctrl-C or SIGTERM';
  static override description =
    'Settings come from a file, the environment (ESIGN_DATABASE_URL and others) and flags; the last one wins. docs/configuration.md lists them all. Once the service is ready, one line is printed; the log goes to stderr. On SIGHUP, the log level and the TLS certificate are read again. A refused configuration exits 78 with everything that is wrong. Any number of processes can share a database and the files.';
  static override examples = [
    '<%= config.bin %> serve --print-example-config > esign.toml',
    '<%= config.bin %> serve --config esign.toml --check',
    '<%= config.bin %> serve --config esign.toml',
  ];
  static override flags = {
    config: Flags.string({
      description:
        'configuration file (default: ESIGN_CONFIG, or /etc/esign/esign.toml if it exists)',
      helpValue: 'FILE',
    }),
    check: Flags.boolean({
      description: 'check the settings and everything that they name, and exit',
    }),
    'print-example-config': Flags.boolean({
      description: 'print a configuration file with every setting, and exit',
      exclusive: ['check', 'config'],
    }),
    host: Flags.string({ description: 'address to listen on', helpValue: 'HOST' }),
    port: Flags.integer({
      description: 'port to listen on; 0 picks a free one',
      helpValue: 'PORT',
    }),
  };
  protected override readonly printsLines = true;
  protected override readonly endsOnHangUp = false;

  async run(): Promise<ServeLine | Diagnosis | { readonly config: string }> {
    const { flags } = await this.parse(Serve);
    const { config: path, host, port } = flags;
    const { exampleConfig, loadConfig } = await import('../src/service/index.ts');
    if (flags['print-example-config']) return this.#printExample(exampleConfig());
    const load = () => loadConfig({ path, flags: { host, port } });
    return flags.check ? await this.#check(load) : await this.#serve(load);
  }

  #printExample(config: string) {
    if (this.out.isJson) this.out.document({ config });
    else this.out.text(config);
    return { config };
  }

  async #check(load: () => LoadedConfig): Promise<Diagnosis> {
    const { checkDeployment } = await import('../src/service/index.ts');
    const found = await this.progress('checking', () =>
      checksOf(async () => checkDeployment(load(), this.config.version)),
    );
    if (this.out.isJson) this.out.document(found);
    else printDiagnosis(this.out, found);
    if (found.exitCode !== EXIT.done) this.exit(found.exitCode);
    return found;
  }

  async #serve(load: () => LoadedConfig): Promise<ServeLine> {
    const { serve } = await import('../src/service/index.ts');
    const { signal, out } = this;
    const loaded = load();
    const { environment, http, shutdownSeconds } = loaded.config;
    const onWait = (sentence: string) => out.warn(sentence.replace(/\.$/, ''));
    const { version } = this.config;
    let reload = async () => out.warn('SIGHUP came before the service was ready');
    process.on('SIGHUP', () => void reload());
    const serving = await serve(loaded, { version, signal, onWait }).catch((error: unknown) => {
      this.exitInterrupted();
      throw error;
    });
    reload = async () => await this.#reload(() => serving.reload(load()));
    serving.warnings.then((all) => {
      for (const { name, about } of all) out.warn(`${name}: ${about}`);
    });
    const line = { url: serving.url, publicUrl: http.publicUrl, environment, pid: process.pid };
    if (out.isJson) out.line(line);
    else out.result(`Serving ${http.publicUrl} from ${serving.url} (${environment}).`);
    await untilStopped(signal);
    serving.drain();
    await pause(http.drainSeconds * MS);
    const isClosed = await Promise.race([
      serving.close().then(() => true),
      pause(shutdownSeconds * MS, false, { ref: false }),
    ]);
    if (!isClosed) out.warn(`requests were still running after ${shutdownSeconds} s`);
    this.exitInterrupted();
    return line;
  }

  /** Never rejects: after a failure, the service keeps its settings. */
  async #reload(takeOver: () => ReturnType<ServingProcess['reload']>): Promise<void> {
    try {
      const { hasTls } = await takeOver();
      this.out.note(`Reloaded the log level${hasTls ? ' and the TLS certificate' : ''}.`);
    } catch (error) {
      const problems = problemsIn(error) ?? [
        { message: error instanceof Error ? error.message : String(error) },
      ];
      for (const { message } of problems) this.out.warn(`nothing was reloaded: ${message}`);
    }
  }

  protected override async catch(error: unknown): Promise<never> {
    return super.catch(serveError(error));
  }
}
