import { Flags } from '@oclif/core';
import { AdminCommand } from '../../../src/cli/admin/admin-command.ts';
import { required } from '../../../src/cli/input/argument.ts';
import { printFields } from '../../../src/cli/terminal/table.ts';

export default class AdminKeyAdd extends AdminCommand {
  static override summary = 'add an API key to an account';
  static override description =
    'The key is shown once; only its hash is stored. The other keys stay valid until they are revoked.';
  static override examples = [
    "<%= config.bin %> admin key add acc_0f6c… --name 'CRM, production'",
    '<%= config.bin %> admin key add acc_0f6c… --json | jq -r .apiKey',
  ];
  static override args = {
    account: required('id of the account'),
  };

  static override flags = {
    name: Flags.string({ description: 'name of the key, in lists and in the dashboard' }),
  };

  async run(): Promise<{ accountId: string; keyId: string; apiKey: string }> {
    const { args, flags } = await this.parse(AdminKeyAdd);
    const made = await this.operate(flags, import('../../../src/service/index.ts'), (operator) =>
      operator.addApiKey(args.account, flags.name),
    );
    printFields(this.out, [['key', made.apiKey]]);
    this.out.note('The key is shown only once.');
    return made;
  }
}
