import { Flags } from '@oclif/core';
import { BaseCommand } from '../src/cli/base-command.ts';
import { watchFlags } from '../src/cli/documents/poll-flags.ts';
import { documentsArgs, namedDocuments } from '../src/cli/documents/resolve-document.ts';
import { openReport, reportFlags } from '../src/cli/rows/junit.ts';
import { statusOfMany, statusOfOne } from '../src/cli/status/run-status.ts';
import { notifyPerson } from '../src/cli/terminal/notify.ts';
import type { Document } from '../src/contract/document.ts';

export default class Status extends BaseCommand {
  static override summary =
    'show the status of documents, or follow them until everyone has signed';
  static override description =
    'With several documents, continues after a failure, reports each, and exits with the worst code. With --watch --json, prints a line for each change; with several documents, the last line has a result for each.';
  static override examples = [
    '<%= config.bin %> status 5f0c1d5e',
    '<%= config.bin %> status 5f0c1d5e --watch --timeout 2h',
    '<%= config.bin %> status 5f0c1d5e 7a21b0cc --watch --junit signed.xml --notify',
    '<%= config.bin %> docs list --query "join(\' \', documents[].documentId)" | <%= config.bin %> status -',
    '<%= config.bin %> status 5f0c1d5e --json | jq -r .status',
  ];
  static override args = documentsArgs;
  static override flags = {
    watch: Flags.boolean({
      description: 'follow the documents until their status is final',
      char: 'w',
    }),
    ...watchFlags('watch'),
    ...reportFlags,
    notify: Flags.boolean({
      description: 'ring the bell and notify when the watch ends, on a terminal',
      dependsOn: ['watch'],
    }),
  };
  protected override printsLines = false;

  async run(): Promise<Document | undefined> {
    const { args, flags } = await this.parse(Status);
    const report = await openReport('esign status', flags);
    const context = await this.context();
    const names = await namedDocuments(args.document, context);
    const notify = (text: string) => {
      if (flags.notify) notifyPerson(text, this.environment);
    };
    const [only, other] = names;
    this.printsLines = flags.watch || other !== undefined;
    const run = { ...flags, report, notify };
    if (only !== undefined && other === undefined) return statusOfOne(context, only, run);
    await statusOfMany(context, names, run);
    return undefined;
  }
}
