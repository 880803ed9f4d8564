import { BaseCommand } from '../../src/cli/base-command.ts';
import { cannotListen, listenEnded } from '../../src/cli/listen-errors.ts';
import { listenFlags, listenOptions } from '../../src/cli/listen-flags.ts';
import { listenSecrets, tellReady } from '../../src/cli/listen-secrets.ts';
import { readerGone } from '../../src/cli/reader-gone.ts';
import { deliveryJson, deliveryLine, refusalLine } from '../../src/receiver/delivery-line.ts';
import type { ReceiveSummary } from '../../src/receiver/receive-until.ts';
import { receiveUntil } from '../../src/receiver/receive-until.ts';

const BODY_TIMEOUT_MS = 5000;

export default class WebhookListen extends BaseCommand {
  static override summary = 'receive webhook deliveries on this machine, verify and show them';
  static override description =
    'A delivery that does not verify is answered 401. With --json the first line on stdout says where deliveries go, and one line follows for each.';
  static override examples = [
    '<%= config.bin %> webhook listen',
    '<%= config.bin %> webhook listen --forward-to http://127.0.0.1:3000/webhooks',
    '<%= config.bin %> webhook listen --port 0 --exit-after 2 --timeout 5m --json',
  ];
  static override flags = listenFlags;
  protected override readonly printsLines = true;

  async run(): Promise<ReceiveSummary> {
    const { flags } = await this.parse(WebhookListen);
    const { out } = this;
    const gone = readerGone();
    const secrets = await listenSecrets(flags, out, () => this.connection());
    const summary = await receiveUntil({
      ...listenOptions(flags),
      secrets: secrets.map(({ value }) => value),
      bodyTimeoutMs: BODY_TIMEOUT_MS,
      signal: AbortSignal.any([this.signal, gone]),
      onReady: (url) => tellReady(out, url, secrets),
      onDelivery: (delivery) => {
        if (out.isJson) out.line(deliveryJson(delivery));
        else out.result(deliveryLine(delivery));
      },
      onUnsaved: (error) => out.warn(String(error)),
      onRefused: (refused) => out.note(refusalLine(refused)),
    }).catch((error: unknown) => {
      throw cannotListen(error, flags);
    });
    return gone.aborted ? summary : listenEnded(out, summary, flags['exit-after']);
  }
}
