import { AdminCommand } from '../../../src/cli/admin/admin-command.ts';
import { required } from '../../../src/cli/input/argument.ts';

export default class AdminEndpointDisable extends AdminCommand {
  static override summary = 'disable a webhook endpoint; its deliveries wait';
  static override description =
    'A member of the account can enable it again in the dashboard, and recover what it missed.';
  static override examples = [
    '<%= config.bin %> admin endpoint disable whe_4c1d…',
    '<%= config.bin %> admin endpoint disable whe_4c1d… --json',
  ];
  static override args = {
    endpoint: required('id of the endpoint'),
  };

  async run() {
    const { args, flags } = await this.parse(AdminEndpointDisable);
    const endpoint = await this.operate(
      flags,
      import('../../../src/service/index.ts'),
      (operator) => operator.disableEndpoint(args.endpoint),
    );
    this.out.note(`The endpoint ${endpoint.endpointId} of ${endpoint.accountId} is off.`);
    return endpoint;
  }
}
