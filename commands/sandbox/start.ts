import { resolve } from 'node:path';
import { Flags } from '@oclif/core';
import { SandboxCommand } from '../../src/cli/sandbox-command.ts';
import type { SandboxLine } from '../../src/cli/start-sandbox.ts';
import {
  keepSandboxProfile,
  printSandbox,
  sandboxLine,
  untilStopped,
} from '../../src/cli/start-sandbox.ts';

/** The sandbox's option of a mail server, where one was named. */
const mailServer = (url: string | undefined, from: string | undefined) =>
  url === undefined ? {} : { smtp: { url, ...(from !== undefined && { from }) } };

export default class SandboxStart extends SandboxCommand {
  static override summary = 'run the whole service on this machine, until Ctrl-C';
  static override examples = [
    '<%= config.bin %> sandbox start',
    '<%= config.bin %> sandbox start --port 0 --ephemeral --json',
    '<%= config.bin %> sandbox start --webhook http://127.0.0.1:3000/webhooks',
    '<%= config.bin %> sandbox start --smtp smtp://127.0.0.1:1025',
  ];
  static override flags = {
    port: Flags.integer({ description: '0 takes a free one', default: 4010, min: 0, max: 65_535 }),
    host: Flags.string({ description: 'address to listen on', default: '127.0.0.1' }),
    ephemeral: Flags.boolean({
      description: 'in a temporary folder, forgotten at the end',
      exclusive: ['data-dir'],
    }),
    credits: Flags.integer({ description: "the account's credits", default: 1000, min: 0 }),
    webhook: Flags.string({
      description: 'endpoint that events go to (again for each)',
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'URL',
    }),
    smtp: Flags.string({
      description:
        'mail server that mails go to, beside the inbox: smtp://HOST:PORT or smtps://USER:PASSWORD@HOST',
      helpValue: 'URL',
      env: 'ESIGN_SMTP_URL',
    }),
    'mail-from': Flags.string({
      description: 'address that those mails come from',
      helpValue: 'ADDRESS',
      dependsOn: ['smtp'],
    }),
  };
  protected override readonly printsLines = true;

  async run(): Promise<SandboxLine> {
    const { flags } = await this.parse(SandboxStart);
    const { signal } = this;
    const { port, host, ephemeral, credits, webhook = [] } = flags;
    const dataDir = resolve(flags['data-dir'] ?? this.environment.sandboxDir);
    const smtp = mailServer(flags.smtp, flags['mail-from']);
    const options = { port, host, ephemeral, credits, webhooks: webhook, dataDir, ...smtp };
    const { startSandbox } = await import('../../src/sandbox/index.ts');
    const sandbox = await this.progress('starting the sandbox', () =>
      startSandbox({ ...options, version: this.config.version }),
    );
    try {
      const current = keepSandboxProfile(await this.store(), sandbox);
      const line = sandboxLine(sandbox, process.pid);
      if (this.out.isJson) this.out.line(line);
      else printSandbox(this.out, sandbox, current);
      await untilStopped(signal);
      this.exitInterrupted();
      return line;
    } finally {
      await sandbox.close();
    }
  }
}
