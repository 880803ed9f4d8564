import { splitAtDashes } from '../../src/cli/webhook/child-command.ts';
import { ListenCommand } from '../../src/cli/webhook/listen-command.ts';
import { listenFlags, listenOptions } from '../../src/cli/webhook/listen-flags.ts';
import { tellArrival, tellDelivery, tellRefusal } from '../../src/cli/webhook/tell-delivery.ts';
import {
  arrivalLine,
  deliveryJson,
  deliveryLines,
  refusalLine,
  toneOf,
} from '../../src/webhook-tools/format/delivery-lines.ts';
import type { ReceiveSummary } from '../../src/webhook-tools/listen/receive-until.ts';
import { receiveUntil } from '../../src/webhook-tools/listen/receive-until.ts';

export default class WebhookListen extends ListenCommand {
  static override summary = 'receive webhook deliveries on this machine, verify and show them';
  static override description =
    'A delivery that does not verify is answered 401. After -- may stand a command, such as the tests of an application: it runs once deliveries can come, with ESIGN_BASE_URL, ESIGN_API_KEY, ESIGN_WEBHOOK_SECRET and ESIGN_WEBHOOK_URL set, and its exit code is that of this one, or 10 or 9 if it passed and deliveries did not verify or were not answered 2xx. More: esign help webhooks.';
  static override usage = 'webhook listen [flags] [-- COMMAND ...]';
  static override examples = [
    '<%= config.bin %> webhook listen --register --forward-to http://127.0.0.1:3000/webhooks',
    '<%= config.bin %> webhook listen --register -- npm test',
    '<%= config.bin %> webhook listen --until document.completed:5f0c1d5e --timeout 5m --json',
    '<%= config.bin %> webhook listen --respond 500x2,200 --save deliveries',
  ];
  static override flags = listenFlags;
  protected override readonly printsLines = true;

  async run(): Promise<ReceiveSummary> {
    const { own, child } = splitAtDashes(this.argv, 'webhook listen');
    const { flags } = await this.parse(WebhookListen, own);
    const face = () => import('../../src/sandbox/index.ts');
    const session = await this.openSession(flags, child, face);
    const { teller, view, onUnsaved } = session;
    const receiving = receiveUntil({
      ...listenOptions(flags),
      ...session.receiving(),
      onArrival: (received) => tellArrival(teller, () => arrivalLine(received, view)),
      onDelivery: (delivery, savedAs) =>
        tellDelivery(teller, {
          json: () => deliveryJson(delivery, savedAs),
          lines: () => deliveryLines(delivery, view, savedAs),
          tone: toneOf(delivery),
        }),
      onRefused: (refused) => tellRefusal(teller, refusalLine(refused), refused),
      onUnsaved,
    });
    return await session.end(receiving);
  }
}
