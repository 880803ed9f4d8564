import { Args } from '@oclif/core';
import { AdminCommand } from '../../../src/cli/admin/admin-command.ts';

export default class AdminKeyRevoke extends AdminCommand {
  static override summary = 'revoke an API key; every process refuses it from its next request on';
  static override examples = [
    '<%= config.bin %> admin key revoke acc_0f6c… sk_live_9tXq',
    '<%= config.bin %> admin key revoke acc_0f6c… sk_live_9tXq --json',
  ];
  static override args = {
    account: Args.string({ required: true, ignoreStdin: true, description: 'id of the account' }),
    key: Args.string({
      required: true,
      ignoreStdin: true,
      description: 'the key, as listed, by its id, or whole',
    }),
  };

  async run() {
    const { args, flags } = await this.parse(AdminKeyRevoke);
    const revoked = await this.operate(flags, import('../../../src/service/index.ts'), (operator) =>
      operator.revokeApiKey(args.account, args.key),
    );
    this.out.note(`${revoked.prefix}… is revoked.`);
    return revoked;
  }
}
