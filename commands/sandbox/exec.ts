import { rmSync } from 'node:fs';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { EXIT } from '../../src/cli/errors/exit-codes.ts';
import { usageError } from '../../src/cli/errors/usage-error.ts';
import { environmentWith } from '../../src/cli/profiles/profile.ts';
import { databaseMissing } from '../../src/cli/sandbox/command-errors.ts';
import { sandboxError } from '../../src/cli/sandbox/sandbox-command.ts';
import { keepProfileInside } from '../../src/cli/sandbox/sandbox-profile.ts';
import { sandboxVariables } from '../../src/cli/sandbox/sandbox-variables.ts';
import { startFlags } from '../../src/cli/sandbox/start-sandbox.ts';
import type { ChildCommand } from '../../src/cli/webhook/listen/child-command.ts';
import { runChild, splitAtDashes } from '../../src/cli/webhook/listen/child-command.ts';
import type { RunningSandbox } from '../../src/sandbox/index.ts';

const { credits, webhook, otp } = startFlags;

export default class SandboxExec extends BaseCommand {
  static override summary = 'run a command, such as your tests, beside a sandbox of its own';
  static override description =
    'Starts an ephemeral sandbox, runs the command after -- with ESIGN_BASE_URL, ESIGN_API_KEY and ESIGN_WEBHOOK_SECRET set, and removes the sandbox when the command ends. Its exit code becomes that of exec. Your profiles are not used and not changed: commands of esign that it runs use only this sandbox.';
  static override usage = 'sandbox exec [flags] -- COMMAND ...';
  static override examples = [
    '<%= config.bin %> sandbox exec -- npm test',
    '<%= config.bin %> sandbox exec --credits 5 -- node --test test/',
  ];
  static override flags = { credits, webhook, otp };
  protected override readonly printsLines = true;

  async run(): Promise<{ exitCode: number }> {
    const { own, child } = splitAtDashes(this.argv, 'sandbox exec');
    const { flags } = await this.parse(SandboxExec, own);
    if (!child) throw usageError(['put a command after --'], 'sandbox:exec');
    const { signal } = this;
    const { startSandbox } = await import('../../src/sandbox/index.ts');
    const { credits, webhook: webhooks = [], otp } = flags;
    const place = { port: 0, dataDir: '', ephemeral: true, version: this.config.version };
    const options = { ...place, credits, webhooks, ...(otp !== undefined && { otp }) };
    const sandbox = await this.progress('starting the sandbox', () => startSandbox(options));
    const exitCode = await this.#beside(sandbox, child, signal);
    if (exitCode === undefined) return this.exit(EXIT.interrupted);
    if (this.out.isJson) this.out.document({ exitCode });
    if (exitCode !== 0) this.exit(exitCode);
    return { exitCode };
  }

  async #beside(sandbox: RunningSandbox, child: ChildCommand, signal: AbortSignal) {
    // Also runs when a second signal ends this process immediately
    const remove = () => rmSync(sandbox.dataDir, { recursive: true, force: true });
    process.once('exit', remove);
    try {
      const configDir = await keepProfileInside(sandbox);
      const env = environmentWith(sandboxVariables({ ...sandbox, configDir }));
      if (signal.aborted) return undefined;
      const stop = new AbortController().signal;
      return await runChild(child, { env, isStdoutTaken: this.out.isJson, stop });
    } finally {
      await sandbox.close();
      process.off('exit', remove);
    }
  }

  protected override async catch(error: unknown): Promise<never> {
    return super.catch(sandboxError(await databaseMissing(error, this.config.root)));
  }
}
