import { optional } from '../../../src/cli/input/argument.ts';
import { deliveryFlags } from '../../../src/cli/sandbox/delivery-flags.ts';
import { findEndpoint } from '../../../src/cli/sandbox/find-endpoint.ts';
import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';
import { printDeliveries } from '../../../src/cli/sandbox/show-deliveries.ts';
import { printDelivery } from '../../../src/cli/sandbox/show-delivery.ts';
import type { SandboxDelivery, SandboxDeliveryDetail } from '../../../src/sandbox/index.ts';

export default class SandboxWebhookDeliveries extends SandboxCommand {
  static override summary = 'list deliveries, or show one with each of its tries';
  static override examples = [
    '<%= config.bin %> sandbox webhook deliveries',
    '<%= config.bin %> sandbox webhook deliveries whe_5f0c1d5e --failed --since 2h',
    '<%= config.bin %> sandbox webhook deliveries --delivery 7c9e6679',
    "<%= config.bin %> sandbox webhook deliveries --json | jq -r '.deliveries[].deliveryId'",
  ];
  static override args = {
    endpoint: optional('id of an endpoint, or the first 8 characters of it or more (default: all)'),
  };
  static override flags = deliveryFlags;

  async run(): Promise<{ deliveries: SandboxDelivery[] } | SandboxDeliveryDetail> {
    const { args, flags } = await this.parse(SandboxWebhookDeliveries);
    const control = await this.control(flags, import('../../../src/sandbox/index.ts'));
    if (flags.delivery !== undefined) {
      const delivery = await control.findDelivery(flags.delivery);
      printDelivery(this.out, delivery);
      return delivery;
    }
    const { failed, limit, since, document } = flags;
    const endpoint = args.endpoint && findEndpoint(args.endpoint, await control.listWebhooks());
    const documentId = document && (await this.sandboxDocument(document, await this.place(flags)));
    const deliveries = await control.listDeliveries({
      ...(endpoint && { endpointId: endpoint.endpointId }),
      ...(documentId && { documentId }),
      ...(since !== undefined && { sinceMs: Math.round(since) }),
      failed,
      limit,
    });
    if (deliveries.length === 0) this.out.note('No such deliveries.');
    else await printDeliveries(this.out, deliveries);
    return { deliveries };
  }
}
