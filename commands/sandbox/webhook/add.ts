import { Args } from '@oclif/core';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { printFields } from '../../../src/cli/table.ts';
import type { SandboxWebhook } from '../../../src/sandbox/index.ts';

export default class SandboxWebhookAdd extends SandboxCommand {
  static override summary = 'send events of the running sandbox to an address';
  static override examples = [
    '<%= config.bin %> sandbox webhook add http://127.0.0.1:3000/webhooks',
    '<%= config.bin %> sandbox webhook add http://127.0.0.1:3000/webhooks --json | jq -r .secret',
  ];
  static override args = {
    url: Args.string({
      description: 'where deliveries go',
      required: true,
      ignoreStdin: true,
    }),
  };

  async run(): Promise<SandboxWebhook> {
    const { args, flags } = await this.parse(SandboxWebhookAdd);
    const { dataDir } = await this.place(flags);
    const { openControl } = await import('../../../src/sandbox/index.ts');
    const added = await (await openControl(dataDir)).addWebhook(args.url);
    printFields(this.out, [
      ['endpoint', added.endpointId],
      ['url', added.url],
      ['secret', added.secret],
    ]);
    return added;
  }
}
