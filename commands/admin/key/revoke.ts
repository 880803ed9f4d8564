import { AdminCommand } from '../../../src/cli/admin/admin-command.ts';
import { required } from '../../../src/cli/input/argument.ts';

export default class AdminKeyRevoke extends AdminCommand {
  static override summary = 'revoke an API key; every process refuses it from its next request on';
  static override examples = [
    '<%= config.bin %> admin key revoke acc_0f6c… sk_live_9tXq',
    '<%= config.bin %> admin key revoke acc_0f6c… sk_live_9tXq --json',
  ];
  static override args = {
    account: required('id of the account'),
    key: required('the key, as listed, by its id, or whole'),
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
