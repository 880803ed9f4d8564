import { Flags } from '@oclif/core';
import { AdminCommand } from '../../../src/cli/admin/admin-command.ts';
import { required } from '../../../src/cli/input/argument.ts';

export default class AdminMemberAdd extends AdminCommand {
  static override summary = 'let somebody use the dashboard of an account';
  static override description =
    'They sign in at PUBLIC_URL/dashboard by a link or a code that is mailed to their address. For a member, it changes the role; nobody is mailed now.';
  static override examples = [
    '<%= config.bin %> admin member add acc_0f6c… asha@example.in',
    '<%= config.bin %> admin member add acc_0f6c… ravi@example.in --role support',
  ];
  static override args = {
    account: required('id of the account'),
    email: required('email address of the member'),
  };
  static override flags = {
    role: Flags.option({ options: ['owner', 'developer', 'support'] as const })({
      description: 'role of the member',
      default: 'owner',
    }),
  };

  async run() {
    const { args, flags } = await this.parse(AdminMemberAdd);
    const { account: accountId, email } = args;
    const member = { accountId, email, role: flags.role };
    const added = await this.operate(flags, import('../../../src/service/index.ts'), (operator) =>
      operator.addMember(member),
    );
    this.out.note(`${added.email} may use the dashboard of ${accountId} as ${added.role}.`);
    return added;
  }
}
