import { Flags } from '@oclif/core';
import { endpointArgs, findEndpoint } from '../../../src/cli/sandbox/find-endpoint.ts';
import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';
import { warnOfOldSecret } from '../../../src/cli/sandbox/show-webhooks.ts';
import { printFields } from '../../../src/cli/terminal/table.ts';
import type { SandboxWebhook } from '../../../src/sandbox/index.ts';

export default class SandboxWebhookRotate extends SandboxCommand {
  static override summary = "create an endpoint's next secret";
  static override description =
    'A delivery carries one signature, so your receiver must accept both secrets before you activate the next one. After a leak, --now switches immediately.';
  static override examples = [
    '<%= config.bin %> sandbox webhook rotate whe_5f0c1d5e',
    '<%= config.bin %> sandbox webhook rotate whe_5f0c1d5e --json | jq -r .nextSecret',
    '<%= config.bin %> sandbox webhook rotate whe_5f0c1d5e --now',
  ];
  static override args = endpointArgs;
  static override flags = {
    now: Flags.boolean({
      description: 'switch to the new secret immediately and discard the old one',
      default: false,
    }),
  };

  async run(): Promise<SandboxWebhook> {
    const { args, flags } = await this.parse(SandboxWebhookRotate);
    const control = await this.webhookControl(flags, import('../../../src/sandbox/index.ts'));
    const { endpointId, secret } = findEndpoint(args.endpoint, await control.listWebhooks());
    const rotated = await control.rotateWebhook({ endpointId, now: flags.now });
    printFields(this.out, [
      ['endpoint', endpointId],
      flags.now ? ['secret', rotated.secret] : ['next secret', rotated.nextSecret ?? ''],
    ]);
    this.out.note('The secret is shown only once.');
    if (flags.now) warnOfOldSecret(this.out, (await this.place(flags)).profile, secret);
    else {
      this.out.note('Once your receiver accepts both secrets:');
      this.out.next(`esign sandbox webhook activate ${endpointId}`);
    }
    return rotated;
  }
}
