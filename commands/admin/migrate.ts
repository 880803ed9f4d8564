import { Flags } from '@oclif/core';
import { AdminCommand } from '../../src/cli/admin/admin-command.ts';

export default class AdminMigrate extends AdminCommand {
  static override summary = "bring the database to this release's schema";
  static override description =
    'Processes of the previous release can keep running during the migration. Names the oldest release that runs on the database, with --dry-run before the migration, otherwise after it. If two migrations start at the same time, one waits for the other.';
  static override examples = [
    '<%= config.bin %> admin migrate --dry-run',
    '<%= config.bin %> admin migrate',
  ];
  static override flags = {
    'dry-run': Flags.boolean({ description: 'only list the migrations that the database lacks' }),
  };

  async run() {
    const { flags } = await this.parse(AdminMigrate);
    const isDry = flags['dry-run'];
    const { migrate } = await import('../../src/service/index.ts');
    const source = { path: flags.config, release: this.config.version };
    const onWait = (sentence: string) => this.out.note(sentence);
    const { migrations, minRelease } = await migrate(source, { isDry, onWait });
    for (const name of migrations) this.out.text(`${name}\n`);
    const count = migrations.length;
    this.out.note(
      count === 0
        ? 'The database has the newest schema.'
        : `${count} ${count === 1 ? 'migration' : 'migrations'} ${isDry ? 'to be applied' : 'applied'}.`,
    );
    if (minRelease !== null) this.out.note(`Releases from ${minRelease} on run on it.`);
    return { migrations, minRelease };
  }
}
