import { AdminCommand } from '../../src/cli/admin/admin-command.ts';

export default class AdminInit extends AdminCommand {
  static override summary = 'make an empty database and empty files one installation';
  static override description =
    `Gives both the same id, so that a service refuses to run on the database of one installation and the files of another, or without a mount. It also remembers the public URL and fingerprints of the keys. Run it once, after esign admin migrate; again, it only shows the id.`;
  static override examples = [
    '<%= config.bin %> admin init --config esign.toml',
    'ESIGN_CONFIG=/etc/esign/esign.toml <%= config.bin %> admin init --json',
  ];

  async run(): Promise<{ installationId: string; createdAt: string; publicUrl: string | null }> {
    const { flags } = await this.parse(AdminInit);
    const { createInstallation } = await import('../../src/service/index.ts');
    const source = { path: flags.config, release: this.config.version };
    const { id, createdAt, publicUrl } = await createInstallation(source);
    this.out.result(`Installation ${id}, made ${this.out.time(createdAt.toISOString())}.`);
    return { installationId: id, createdAt: createdAt.toISOString(), publicUrl };
  }
}
