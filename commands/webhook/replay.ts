import { Args, Flags } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { usageError } from '../../src/cli/errors/usage-error.ts';
import { counted } from '../../src/cli/terminal/counted.ts';
import { secretFileFlag } from '../../src/cli/webhook/listen/listen-flags.ts';
import {
  checkReplayable,
  replayDeliveries,
} from '../../src/cli/webhook/replay/replay-deliveries.ts';
import { loadDeliveries } from '../../src/cli/webhook/replay/saved-delivery.ts';
import { deliveriesEnded, printAttempt } from '../../src/cli/webhook/trigger/show-deliveries.ts';
import { targetFlag } from '../../src/cli/webhook/trigger/trigger-flags.ts';
import { fingerprinted, secretsOrAsk } from '../../src/cli/webhook/webhook-secrets.ts';

export default class WebhookReplay extends BaseCommand {
  static override summary = 'send saved deliveries again, in their order of arrival';
  static override description =
    'Sends the bytes and headers that webhook listen --save has saved. Exits with 0 when every delivery was answered 2xx within 10 seconds.';
  static override examples = [
    '<%= config.bin %> webhook replay deliveries --to http://127.0.0.1:3000/hooks',
    '<%= config.bin %> webhook replay deliveries --only 3 --to http://127.0.0.1:3000/hooks',
    '<%= config.bin %> webhook replay deliveries/20260301T100000.000Z-0001.json --to http://127.0.0.1:3000/hooks --resign',
    '<%= config.bin %> webhook replay event.body --to http://127.0.0.1:3000/hooks --event signer.signed --resign',
  ];
  static override args = {
    saved: Args.string({
      description: 'saved deliveries, or folders of them',
      required: true,
      multiple: true,
      ignoreStdin: true,
    }),
  };
  static override flags = {
    to: targetFlag({ required: true }),
    only: Flags.integer({
      description: 'only this one, counted in the order of arrival',
      min: 1,
      helpValue: 'NUMBER',
    }),
    resign: Flags.boolean({ description: 'sign again with the current secret' }),
    event: Flags.string({ description: 'event type of a bare body', helpValue: 'TYPE' }),
    'secret-file': secretFileFlag,
  };
  protected override readonly printsLines = true;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(WebhookReplay);
    const { out, mayAsk, signal } = this;
    const all = await loadDeliveries(args.saved);
    const { only } = flags;
    const saved = only === undefined ? all : all.slice(only - 1, only);
    if (saved.length === 0)
      throw usageError(
        [`--only ${only}: ${counted(all.length, 'delivery is', 'deliveries are')} saved there`],
        this.id ?? '',
      );
    checkReplayable(saved, flags);
    const { to: target, event, resign, 'secret-file': file } = flags;
    const connection = await this.connection();
    const [secret] = resign ? await secretsOrAsk({ file, connection, mayAsk, signal }) : [];
    if (secret) out.note(`signing with ${fingerprinted(secret)}`);
    const outcome = await replayDeliveries(saved, {
      secret: secret?.value,
      onAttempt: (one) => printAttempt(out, one),
      target,
      event,
      signal,
    });
    this.exitInterrupted();
    deliveriesEnded(out, outcome, { seed: null, expected: null, isSaved: !resign });
  }
}
