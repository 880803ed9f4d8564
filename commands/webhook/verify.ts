import { Flags } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { EXIT } from '../../src/cli/errors/exit-codes.ts';
import { optional } from '../../src/cli/input/argument.ts';
import type { Diagnosed } from '../../src/cli/webhook/diagnose/diagnose.ts';
import {
  diagnoseSaved,
  isStandard,
  printDiagnosis,
  readSaved,
} from '../../src/cli/webhook/diagnose/diagnose-saved.ts';
import { secretFileFlag } from '../../src/cli/webhook/listen/listen-flags.ts';
import { neighbours } from '../../src/cli/webhook/replay/saved-delivery.ts';
import { knownSecrets, secretsOrAsk } from '../../src/cli/webhook/webhook-secrets.ts';
import { signStandard, signWebhook } from '../../src/contract/webhooks/webhook-signature.ts';

export default class WebhookVerify extends BaseCommand {
  static override summary = 'verify a saved delivery, and say why it fails';
  static override description =
    'Takes a delivery saved by webhook listen --save, or a bare body with --signature. Exits with 0 when the signature is valid, and with 10 when it is not. Works offline.';
  static override examples = [
    '<%= config.bin %> webhook verify deliveries/20260301T100000.000Z-0001.json',
    'cat body.json | <%= config.bin %> webhook verify --signature "$SIGNATURE" --secret-file secret.txt',
    '<%= config.bin %> webhook verify body.json --signature "$SIGNATURE" --json | jq .explain',
  ];
  static override args = { file: optional('a saved delivery, or a bare body (default: stdin)') };
  static override flags = {
    signature: Flags.string({
      description: 'value of X-Service-Signature, or of webhook-signature (default: as saved)',
      helpValue: 'VALUE',
    }),
    id: Flags.string({
      description: 'value of webhook-id, which webhook-signature covers',
      helpValue: 'ID',
      dependsOn: ['signature'],
    }),
    timestamp: Flags.string({
      description: 'value of webhook-timestamp, which webhook-signature covers',
      helpValue: 'SECONDS',
      dependsOn: ['signature'],
    }),
    'secret-file': secretFileFlag,
    'show-expected': Flags.boolean({ description: 'print the expected signature' }),
  };
  protected override readonly printsLines = true;

  async run(): Promise<Diagnosed> {
    const { args, flags } = await this.parse(WebhookVerify);
    const { mayAsk, signal } = this;
    const { file = '-' } = args;
    const { signature, id = '', timestamp = '', 'secret-file': secretFile } = flags;
    const standard = { id, timestamp };
    const saved = await readSaved({ file, signature, standard, secretFile });
    const connection = await this.connection();
    const secrets = await secretsOrAsk({ file: secretFile, connection, mayAsk, signal });
    const others = knownSecrets((await this.store()).read(), this.environment);
    const beside = async () => (file === '-' ? [] : await neighbours(file));
    const diagnosis = await diagnoseSaved(saved, { signature, standard, secrets, others, beside });
    const expected = flags['show-expected']
      ? secrets.flatMap(({ value }) =>
          isStandard(signature)
            ? (signStandard(standard, saved.body, value) ?? [])
            : signWebhook(saved.body, value),
        )
      : undefined;
    printDiagnosis(this.out, diagnosis, { secrets, expected });
    if (!diagnosis.valid) this.exit(EXIT.notVerified);
    return diagnosis;
  }
}
