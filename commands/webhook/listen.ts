import { BaseCommand } from '../../src/cli/base-command.ts';
import { cannotListen, listenEnded } from '../../src/cli/listen-errors.ts';
import { listenFlags } from '../../src/cli/listen-flags.ts';
import { readerGone } from '../../src/cli/reader-gone.ts';
import type { WebhookSecret } from '../../src/cli/webhook-secrets.ts';
import { readWebhookSecrets } from '../../src/cli/webhook-secrets.ts';
import { deliveryJson, deliveryLine, refusalLine } from '../../src/receiver/delivery-line.ts';
import type { ReceiveSummary } from '../../src/receiver/receive-until.ts';
import { receiveUntil } from '../../src/receiver/receive-until.ts';

const BODY_TIMEOUT_MS = 5000;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

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
    const secrets = flags['no-verify'] ? [] : await this.#secrets(flags['secret-file']);
    if (flags['no-verify'] && !LOOPBACK.test(flags.host)) {
      out.warn(`anybody who reaches ${flags.host} can send deliveries, and none is verified`);
    }
    const summary = await receiveUntil({
      host: flags.host,
      port: flags.port,
      path: flags.path,
      secrets: secrets.map(({ value }) => value),
      verify: !flags['no-verify'],
      forwardTo: flags['forward-to'],
      maxBodyBytes: flags['max-body'],
      bodyTimeoutMs: BODY_TIMEOUT_MS,
      exitAfter: flags['exit-after'],
      timeoutMs: flags.timeout,
      signal: AbortSignal.any([this.signal, gone]),
      onReady: (url) => this.#ready(url, secrets),
      onDelivery: (delivery) => {
        if (out.isJson) out.line(deliveryJson(delivery));
        else out.result(deliveryLine(delivery));
      },
      onRefused: (refused) => out.note(refusalLine(refused)),
    }).catch((error: unknown) => {
      throw cannotListen(error, flags);
    });
    return gone.aborted ? summary : listenEnded(out, summary, flags['exit-after']);
  }

  async #secrets(file: string | undefined): Promise<readonly WebhookSecret[]> {
    return await readWebhookSecrets(file, await this.connection());
  }

  #ready(url: string, secrets: readonly WebhookSecret[]): void {
    const names = secrets.map(({ name }) => name).join(', ');
    const check = secrets.length > 0 ? `verified with ${names}` : 'signatures not checked';
    if (this.out.isJson) this.out.line({ type: 'ready', url, pid: process.pid });
    else this.out.note(`ready: deliveries go to ${url} (${check}); Ctrl-C ends`);
  }
}
