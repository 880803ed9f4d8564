import { BaseCommand } from '../src/cli/base-command.ts';

interface Version {
  readonly version: string;
  readonly node: string;
  readonly platform: string;
}

export default class VersionCommand extends BaseCommand {
  static override summary = 'show the version';
  static override examples = [
    '<%= config.bin %> version',
    '<%= config.bin %> version --json | jq -r .version',
  ];

  async run(): Promise<Version> {
    await this.parse(VersionCommand);
    const { version } = this.config;
    const { node } = process.versions;
    const platform = `${process.platform}-${process.arch}`;
    this.out.result(`esign ${version} (node ${node}, ${platform})`);
    return { version, node, platform };
  }
}
