import { Flags } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { durationFlag } from '../../src/cli/input/time-flag.ts';
import { counted } from '../../src/cli/terminal/counted.ts';
import { secretFileFlag } from '../../src/cli/webhook/listen/listen-flags.ts';
import { catchUpOrder, listPastEvents } from '../../src/cli/webhook/trigger/past-events.ts';
import { describePlan, runTrigger } from '../../src/cli/webhook/trigger/run-trigger.ts';
import {
  deliveriesEnded,
  printAttempt,
  printPlan,
} from '../../src/cli/webhook/trigger/show-deliveries.ts';
import { requireTarget, targetFlag } from '../../src/cli/webhook/trigger/trigger-flags.ts';
import { fingerprinted, secretsOrAsk } from '../../src/cli/webhook/webhook-secrets.ts';
import { DAY_MS } from '../../src/contract/durations.ts';

export default class WebhookCatchUp extends BaseCommand {
  static override summary = 'send your receiver the events that it may have missed';
  static override description =
    "After an outage that was longer than the service's retries. Reads your documents, makes their signer.signed and document.completed events anew with the same bytes, and sends them, signed with your secret. A receiver that remembers what it has handled handles each once. Exits with 0 when every delivery was answered 2xx within 10 seconds.";
  static override examples = [
    '<%= config.bin %> webhook catch-up --since 7d --to https://example.com/webhooks/esign',
    '<%= config.bin %> webhook catch-up --since 7d --dry-run --json',
  ];
  static override flags = {
    since: durationFlag({
      description: 'how long ago the outage began, or earlier',
      required: true,
    }),
    to: targetFlag(),
    created: durationFlag({
      description: 'look at documents that were created this long ago, or later (default: 90d)',
      default: 90 * DAY_MS,
    }),
    'dry-run': Flags.boolean({ description: 'show the events, and send nothing' }),
    'secret-file': secretFileFlag,
  };
  protected override readonly printsLines = true;

  async run(): Promise<void> {
    const { flags } = await this.parse(WebhookCatchUp);
    const { out, mayAsk, signal } = this;
    const since = new Date(Date.now() - flags.since);
    const target = flags['dry-run'] ? undefined : requireTarget(flags.to);
    const order = await this.#order(since, new Date(Date.now() - flags.created));
    const count = order.bodies.length;
    out.note(`${counted(count, 'event')} since ${since.toISOString()}`);
    if (!target) return printPlan(out, describePlan(order));
    const connection = await this.connection();
    const [secret] = await secretsOrAsk({ file: flags['secret-file'], connection, mayAsk, signal });
    out.note(`signing with ${fingerprinted(secret)}`);
    const outcome = await runTrigger(order, {
      secret: secret.value,
      concurrency: 1,
      onAttempt: (one) => printAttempt(out, one),
      target,
      signal,
    });
    this.exitInterrupted();
    deliveriesEnded(out, outcome, order);
  }

  async #order(since: Date, createdSince: Date) {
    const client = await this.client();
    const period = { since, createdSince, signal: this.signal };
    const events = await this.progress('reading the documents', () =>
      listPastEvents(client, period),
    );
    return catchUpOrder(events);
  }
}
