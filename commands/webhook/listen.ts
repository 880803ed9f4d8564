import { splitAtDashes } from '../../src/cli/webhook/listen/child-command.ts';
import {
  arrivalLine,
  deliveryJson,
  deliveryLines,
  detailLines,
  refusalLine,
  summaryLine,
  toneOf,
} from '../../src/cli/webhook/listen/delivery-lines.ts';
import { ListenCommand } from '../../src/cli/webhook/listen/listen-command.ts';
import { listenFlags, listenOptions } from '../../src/cli/webhook/listen/listen-flags.ts';
import type { ReceiveSummary } from '../../src/cli/webhook/listen/receive-until.ts';
import { receiveUntil } from '../../src/cli/webhook/listen/receive-until.ts';
import type { replayReceived } from '../../src/cli/webhook/replay/replay-deliveries.ts';

export default class WebhookListen extends ListenCommand {
  static override summary = 'receive webhook deliveries on this machine; verify and show them';
  static override description =
    'Deliveries that do not verify are answered 401. You can put a command after --, such as the tests of an application. It starts once deliveries can arrive, with ESIGN_BASE_URL, ESIGN_API_KEY, ESIGN_WEBHOOK_SECRET and ESIGN_WEBHOOK_URL set. Its exit code becomes that of listen; if it is 0, listen exits with 10 if a delivery did not verify, and with 9 if one was not answered 2xx. With --forward-to, --until and --exit-after exit with 9 if the application did not answer 2xx. More: esign help webhooks.';
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
    const api = () => import('../../src/sandbox/index.ts');
    const session = await this.openSession(flags, child, api);
    const { printer, view, onUnsaved } = session;
    const replay: typeof replayReceived = async (...order) =>
      (await import('../../src/cli/webhook/replay/replay-deliveries.ts')).replayReceived(...order);
    const desk = session.openDesk({ detailLines, summaryLine, toneOf, replay });
    const receiving = receiveUntil({
      ...listenOptions(flags),
      ...session.receiving(),
      onArrival: (received) => {
        if (desk.shows(received)) printer.arrival(() => arrivalLine(received, view));
      },
      onDelivery: (delivery, savedAs) => {
        if (desk.shows(delivery))
          printer.delivery({
            json: () => deliveryJson(delivery, savedAs),
            lines: () => deliveryLines(delivery, view, savedAs),
            tone: toneOf(delivery),
          });
        desk.add(delivery);
      },
      onRefused: (refused) => printer.refusal(refusalLine(refused), refused),
      onUnsaved,
    });
    return await session.end(receiving);
  }
}
