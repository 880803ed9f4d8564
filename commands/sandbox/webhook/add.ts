import { required } from '../../../src/cli/input/argument.ts';
import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';
import { printFields } from '../../../src/cli/terminal/table.ts';
import type { SandboxWebhook } from '../../../src/sandbox/index.ts';

export default class SandboxWebhookAdd extends SandboxCommand {
  static override summary = 'send events of the running sandbox to an address';
  static override description =
    'The endpoint gets a secret of its own, which keys the signature of each delivery and is shown this once.';
  static override examples = [
    '<%= config.bin %> sandbox webhook add http://127.0.0.1:3000/webhooks',
    '<%= config.bin %> sandbox webhook add http://127.0.0.1:3000/webhooks --json | jq -r .secret',
  ];
  static override args = { url: required('where deliveries go') };

  async run(): Promise<SandboxWebhook> {
    const { args, flags } = await this.parse(SandboxWebhookAdd);
    const control = await this.control(flags, import('../../../src/sandbox/index.ts'));
    const added = await control.addWebhook(args.url);
    printFields(this.out, [
      ['endpoint', added.endpointId],
      ['url', added.url],
      ['secret', added.secret],
    ]);
    this.out.note('The secret is shown this once.');
    return added;
  }
}
