import { EXIT } from '../../../src/cli/errors/exit-codes.ts';
import { findEndpoint } from '../../../src/cli/sandbox/find-endpoint.ts';
import {
  namedDeliveries,
  printResent,
  resendArgs,
  resendFlags,
} from '../../../src/cli/sandbox/resend.ts';
import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';
import type { ResentDeliveries } from '../../../src/sandbox/index.ts';

const WEEK_MS = 7 * 24 * 3_600_000;

export default class SandboxWebhookResend extends SandboxCommand {
  static override summary = 'resend deliveries';
  static override description =
    'Each delivery keeps its id and bytes, and counts as its next attempt. A failure does not change the retry schedule. Deliveries in progress are left alone.';
  static override examples = [
    '<%= config.bin %> sandbox webhook resend 7c9e6679 --wait',
    '<%= config.bin %> sandbox webhook resend --endpoint whe_5f0c1d5e --since 2h',
    '<%= config.bin %> sandbox webhook resend --endpoint whe_5f0c1d5e --since 2h --all --json',
  ];
  static override args = resendArgs;
  static override flags = resendFlags;
  protected override readonly printsLines = true;

  async run(): Promise<ResentDeliveries> {
    const { args, flags } = await this.parse(SandboxWebhookResend);
    const { endpoint, since = WEEK_MS } = flags;
    const deliveries = [...namedDeliveries(args.delivery, endpoint)];
    const control = await this.webhookControl(flags, import('../../../src/sandbox/index.ts'));
    const order =
      endpoint === undefined
        ? { deliveries, wait: flags.wait === true }
        : {
            endpointId: findEndpoint(endpoint, await control.listWebhooks()).endpointId,
            sinceMs: Math.round(since),
            all: flags.all === true,
          };
    const resent = await this.progress('resending', () => control.resendDeliveries(order));
    await printResent(this.out, resent);
    if (resent.deliveries.some(({ lastTry }) => !lastTry?.ok)) this.exit(EXIT.unreachable);
    return resent;
  }
}
