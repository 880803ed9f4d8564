import { Flags } from '@oclif/core';
import { optional } from '../../../src/cli/input/argument.ts';
import { durationFlag } from '../../../src/cli/input/time-flag.ts';
import { rowFlags } from '../../../src/cli/rows/row-flags.ts';
import { showRows } from '../../../src/cli/rows/show-rows.ts';
import { findEndpoint } from '../../../src/cli/sandbox/find-endpoint.ts';
import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';
import {
  DELIVERY_COLUMNS,
  printDeliveries,
  printDelivery,
} from '../../../src/cli/sandbox/show-deliveries.ts';
import type { SandboxDelivery, SandboxDeliveryDetail } from '../../../src/sandbox/index.ts';

export default class SandboxWebhookDeliveries extends SandboxCommand {
  static override summary = 'list deliveries, or show one with all its attempts';
  static override examples = [
    '<%= config.bin %> sandbox webhook deliveries',
    '<%= config.bin %> sandbox webhook deliveries whe_5f0c1d5e --failed --since 2h',
    '<%= config.bin %> sandbox webhook deliveries --delivery 7c9e6679',
    "<%= config.bin %> sandbox webhook deliveries --json | jq -r '.deliveries[].deliveryId'",
  ];
  static override args = {
    endpoint: optional('id of an endpoint, or its first 8 or more characters (default: all)'),
  };
  static override flags = {
    failed: Flags.boolean({
      description: 'only failed, skipped and retrying deliveries',
      default: false,
    }),
    since: durationFlag({ description: 'only deliveries newer than this, such as 2h or 3d' }),
    document: Flags.string({
      description: 'only deliveries about this document',
      helpValue: 'DOCUMENT',
    }),
    limit: Flags.integer({
      description: 'maximum number of deliveries, newest first',
      default: 20,
      min: 1,
      max: 1000,
      helpValue: 'COUNT',
    }),
    delivery: Flags.string({
      description: 'show this delivery in full, with its request and responses',
      helpValue: 'DELIVERY',
      exclusive: ['failed', 'since', 'document', 'columns', 'sort', 'format'],
    }),
    ...rowFlags(DELIVERY_COLUMNS),
  };

  async run(): Promise<{ deliveries: SandboxDelivery[] } | SandboxDeliveryDetail> {
    const { args, flags } = await this.parse(SandboxWebhookDeliveries);
    const control = await this.webhookControl(flags, import('../../../src/sandbox/index.ts'));
    if (flags.delivery !== undefined) {
      const delivery = await control.findDelivery({ name: flags.delivery });
      printDelivery(this.out, delivery);
      return delivery;
    }
    const { failed, limit, since, document } = flags;
    const endpoint = args.endpoint && findEndpoint(args.endpoint, await control.listWebhooks());
    const documentId = document && (await this.sandboxDocument(document, await this.place(flags)));
    const found = await control.listDeliveries({
      ...(endpoint && { endpointId: endpoint.endpointId }),
      ...(documentId && { documentId }),
      ...(since !== undefined && { sinceMs: Math.round(since) }),
      failed,
      limit,
    });
    const listing = { rows: found, flags, known: DELIVERY_COLUMNS };
    const deliveries = await showRows(this.out, listing, async (rows) => {
      if (rows.length === 0) this.out.note('No matching deliveries.');
      else await printDeliveries(this.out, rows);
    });
    return { deliveries };
  }
}
