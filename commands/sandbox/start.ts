import { SANDBOX_PROFILE } from '../../src/cli/profiles/profile.ts';
import { databaseMissing } from '../../src/cli/sandbox/command-errors.ts';
import { SandboxCommand } from '../../src/cli/sandbox/sandbox-command.ts';
import {
  checkSandboxProfile,
  dropSandboxProfile,
  keepSandboxProfile,
} from '../../src/cli/sandbox/sandbox-profile.ts';
import type { SandboxLine } from '../../src/cli/sandbox/start-sandbox.ts';
import {
  holdsPassword,
  printSandbox,
  sandboxLine,
  startFlags,
  startOptions,
  untilStopped,
} from '../../src/cli/sandbox/start-sandbox.ts';

const PASSWORD_SHOWN =
  'other users of this machine can read the password in --smtp; set ESIGN_SMTP_URL instead';

export default class SandboxStart extends SandboxCommand {
  static override summary = 'run the whole service on this machine until Ctrl-C';
  static override examples = [
    '<%= config.bin %> sandbox start',
    '<%= config.bin %> sandbox start --port 0 --ephemeral --json',
    '<%= config.bin %> sandbox start --webhook http://127.0.0.1:3000/webhooks',
    '<%= config.bin %> sandbox start --smtp smtp://127.0.0.1:1025',
    '<%= config.bin %> sandbox start --cms faithful --otp 123456',
    '<%= config.bin %> sandbox start --profile second --port 0 --data-dir ./second',
  ];
  static override flags = startFlags;
  protected override readonly printsLines = true;

  async run(): Promise<SandboxLine> {
    const { flags, raw } = await this.parse(SandboxStart);
    const { signal } = this;
    const options = startOptions(flags, this.environment.sandboxDir);
    const isTyped = raw.some((token) => token.type === 'flag' && token.flag === 'smtp');
    if (isTyped && flags.smtp !== undefined && holdsPassword(flags.smtp))
      this.out.warn(PASSWORD_SHOWN);
    const { startSandbox, isRunning } = await import('../../src/sandbox/index.ts');
    const store = await this.store();
    const before = store.read();
    const { profile = SANDBOX_PROFILE } = flags;
    if (flags.profile !== undefined) {
      const dataDir = flags.ephemeral ? undefined : options.dataDir;
      await checkSandboxProfile(before, { name: profile, dataDir, isRunning });
    }
    const sandbox = await this.progress('starting the sandbox', () =>
      startSandbox({ ...options, version: this.config.version }),
    );
    try {
      const current = await keepSandboxProfile(store, profile, sandbox);
      const line = sandboxLine(sandbox, process.pid);
      if (this.out.isJson) this.out.line(line);
      else printSandbox(this.out, sandbox, { profile, current });
      await untilStopped(signal, flags['until-stdin-ends'] ? process.stdin : undefined);
      this.exitInterrupted();
      return line;
    } finally {
      await sandbox.close();
      if (flags.ephemeral)
        await dropSandboxProfile(store, { name: profile, before, dataDir: sandbox.dataDir });
    }
  }

  protected override async catch(error: unknown): Promise<never> {
    return super.catch(await databaseMissing(error, this.config.root));
  }
}
