import { SandboxCommand } from '../../src/cli/sandbox/sandbox-command.ts';
import type { SandboxLine } from '../../src/cli/sandbox/start-sandbox.ts';
import {
  dropSandboxProfile,
  keepSandboxProfile,
  printSandbox,
  sandboxLine,
  startFlags,
  startOptions,
  untilStopped,
} from '../../src/cli/sandbox/start-sandbox.ts';

export default class SandboxStart extends SandboxCommand {
  static override summary = 'run the whole service on this machine until Ctrl-C';
  static override examples = [
    '<%= config.bin %> sandbox start',
    '<%= config.bin %> sandbox start --port 0 --ephemeral --json',
    '<%= config.bin %> sandbox start --webhook http://127.0.0.1:3000/webhooks',
    '<%= config.bin %> sandbox start --smtp smtp://127.0.0.1:1025',
    '<%= config.bin %> sandbox start --cms faithful --otp 123456',
  ];
  static override flags = startFlags;
  protected override readonly printsLines = true;

  async run(): Promise<SandboxLine> {
    const { flags } = await this.parse(SandboxStart);
    const { signal } = this;
    const options = startOptions(flags, this.environment.sandboxDir);
    const { startSandbox } = await import('../../src/sandbox/index.ts');
    const sandbox = await this.progress('starting the sandbox', () =>
      startSandbox({ ...options, version: this.config.version }),
    );
    const store = await this.store();
    const before = store.read();
    try {
      const current = keepSandboxProfile(store, sandbox);
      const line = sandboxLine(sandbox, process.pid);
      if (this.out.isJson) this.out.line(line);
      else printSandbox(this.out, sandbox, current);
      await untilStopped(signal);
      this.exitInterrupted();
      return line;
    } finally {
      await sandbox.close();
      if (flags.ephemeral) dropSandboxProfile(store, before, sandbox.dataDir);
    }
  }
}
