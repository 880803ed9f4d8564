import { Flags } from '@oclif/core';
import { required } from '../../../src/cli/input/argument.ts';
import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';
import { printFields } from '../../../src/cli/terminal/table.ts';
import { EXTRA_EVENTS } from '../../../src/contract/webhooks/webhook-headers.ts';
import type { SandboxWebhook } from '../../../src/sandbox/index.ts';

export default class SandboxWebhookAdd extends SandboxCommand {
  static override summary = 'add a webhook endpoint to the running sandbox';
  static override description =
    'The endpoint gets its own secret, which signs each delivery and is shown only once.';
  static override examples = [
    '<%= config.bin %> sandbox webhook add http://127.0.0.1:3000/webhooks',
    '<%= config.bin %> sandbox webhook add http://127.0.0.1:3000/webhooks --also signer.declined',
    '<%= config.bin %> sandbox webhook add http://127.0.0.1:3000/webhooks --json | jq -r .secret',
  ];
  static override args = { url: required('URL to deliver to') };
  static override flags = {
    also: Flags.option({
      description: 'event to send beside signer.signed and document.completed; repeatable',
      options: EXTRA_EVENTS,
      multiple: true,
    })(),
  };

  async run(): Promise<SandboxWebhook> {
    const { args, flags } = await this.parse(SandboxWebhookAdd);
    const control = await this.webhookControl(flags, import('../../../src/sandbox/index.ts'));
    const added = await control.addWebhook({ url: args.url, extraEvents: flags.also });
    printFields(this.out, [
      ['endpoint', added.endpointId],
      ['url', added.url],
      ...(flags.also ? [['also', added.extraEvents.join(', ')] as const] : []),
      ['secret', added.secret],
    ]);
    this.out.note('The secret is shown only once.');
    return added;
  }
}
