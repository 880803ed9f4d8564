import { AdminCommand } from '../../../src/cli/admin/admin-command.ts';

export default class AdminKeyReseal extends AdminCommand {
  static override summary = 'encrypt all webhook secrets with the newest sealing key';
  static override description =
    'Put a new key first in keys.sealing, restart every process, and run this; then the former key can be removed.';
  static override examples = [
    '<%= config.bin %> admin key reseal',
    '<%= config.bin %> admin key reseal --config esign.toml',
  ];

  async run(): Promise<{ endpoints: number }> {
    const { flags } = await this.parse(AdminKeyReseal);
    const sealed = await this.operate(flags, import('../../../src/service/index.ts'), (operator) =>
      operator.reseal(),
    );
    this.out.note(`Re-encrypted the webhook secrets of ${sealed.endpoints} endpoints.`);
    return sealed;
  }
}
