import { Flags } from '@oclif/core';
import { optional } from '../../src/cli/argument.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { secretFileFlag } from '../../src/cli/listen-flags.ts';
import { readInputFile } from '../../src/cli/read-input-file.ts';
import { printDiagnosis } from '../../src/cli/show-diagnosis.ts';
import { usageError } from '../../src/cli/usage-error.ts';
import { knownSecrets, readWebhookSecrets } from '../../src/cli/webhook-secrets.ts';
import type { Diagnosis } from '../../src/receiver/diagnose.ts';
import { diagnose } from '../../src/receiver/diagnose.ts';

export default class WebhookVerify extends BaseCommand {
  static override summary = "verify a saved delivery's signature, and say why it fails";
  static override description =
    'Exits with 0 when the signature is valid and with 10 when it is not. Nothing is sent anywhere.';
  static override examples = [
    '<%= config.bin %> webhook verify body.json --signature sha256=9f86d081884c7d65…',
    'cat body.json | <%= config.bin %> webhook verify --signature "$SIGNATURE" --secret-file secret.txt',
    '<%= config.bin %> webhook verify body.json --signature "$SIGNATURE" --json | jq .explain',
  ];
  static override args = {
    file: optional('the body, byte for byte (default: stdin)'),
  };
  static override flags = {
    signature: Flags.string({
      description: 'value of the X-Service-Signature header',
      required: true,
      helpValue: 'VALUE',
    }),
    'secret-file': secretFileFlag,
  };
  protected override readonly printsLines = true;

  async run(): Promise<Diagnosis> {
    const { args, flags } = await this.parse(WebhookVerify);
    const { file = '-' } = args;
    if (file === '-' && flags['secret-file'] === '-')
      throw usageError(['the body and the secret cannot both come from stdin'], this.id ?? '');
    const secrets = await readWebhookSecrets(flags['secret-file'], await this.connection());
    const body = await readInputFile(file, 'the body');
    const others = knownSecrets((await this.store()).read());
    const diagnosis = diagnose({ body, signature: flags.signature, secrets, others });
    printDiagnosis(this.out, diagnosis);
    if (!diagnosis.valid) this.exit(EXIT.notVerified);
    return diagnosis;
  }
}
