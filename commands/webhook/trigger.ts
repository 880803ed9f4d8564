import { BaseCommand } from '../../src/cli/base-command.ts';
import { required } from '../../src/cli/input/argument.ts';
import { describePlan, runTrigger } from '../../src/cli/webhook/trigger/run-trigger.ts';
import {
  deliveriesEnded,
  printAttempt,
  printPlan,
} from '../../src/cli/webhook/trigger/show-deliveries.ts';
import { requireTarget, triggerFlags } from '../../src/cli/webhook/trigger/trigger-flags.ts';
import { readTriggerOrder } from '../../src/cli/webhook/trigger/trigger-order.ts';
import { fingerprinted, secretsOrAsk } from '../../src/cli/webhook/webhook-secrets.ts';

export default class WebhookTrigger extends BaseCommand {
  static override summary = 'send a signed event, or a whole scenario, to your receiver';
  static override description =
    'Makes up valid events and sends them as the service does. Exits with 0 when every delivery was answered 2xx within 10 seconds; with --bad-signature, when every one was refused.';
  static override examples = [
    '<%= config.bin %> webhook trigger signer.signed --to http://127.0.0.1:3000/hooks',
    '<%= config.bin %> webhook trigger signer.signed --to URL --bad-signature all',
    '<%= config.bin %> webhook trigger scenario:two-signers --to URL --repeat 3 --loss 30%',
  ];
  static override args = {
    event: required(
      'signer.signed, document.completed, or a scenario such as scenario:two-signers',
    ),
  };
  static override flags = triggerFlags;
  protected override readonly printsLines = true;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(WebhookTrigger);
    const { out, mayAsk, signal } = this;
    const connection = await this.connection();
    const { baseUrl } = connection;
    const order = readTriggerOrder({ ...flags, name: args.event, baseUrl });
    if (flags['dry-run']) return printPlan(out, describePlan(order));
    const target = requireTarget(flags.to);
    const [secret] = await secretsOrAsk({ file: flags['secret-file'], connection, mayAsk, signal });
    out.note(`signing with ${fingerprinted(secret)}`);
    const outcome = await runTrigger(order, {
      secret: secret.value,
      concurrency: flags.concurrency,
      onAttempt: (one) => printAttempt(out, one),
      target,
      signal,
    });
    this.exitInterrupted();
    deliveriesEnded(out, outcome, order);
  }
}
