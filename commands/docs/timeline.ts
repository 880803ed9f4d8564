import { BaseCommand } from '../../src/cli/base-command.ts';
import { endingText } from '../../src/cli/documents/ending.ts';
import { withExtension } from '../../src/cli/documents/extension.ts';
import { documentArgs, resolveDocument } from '../../src/cli/documents/resolve-document.ts';
import { timelineRows } from '../../src/cli/documents/show-document.ts';
import { printFields, printTable } from '../../src/cli/terminal/table.ts';
import { localTime } from '../../src/cli/terminal/times.ts';
import type { Timeline } from '../../src/contract/extensions/extensions.ts';

export default class DocsTimeline extends BaseCommand {
  static override summary = 'show what happened to a document, and how it ended';
  static override examples = [
    '<%= config.bin %> docs timeline 5f0c1d5e',
    "<%= config.bin %> docs timeline 5f0c1d5e --json | jq '.ended'",
  ];
  static override args = documentArgs;

  async run(): Promise<Timeline> {
    const { args } = await this.parse(DocsTimeline);
    const context = await this.context();
    const { client, signal } = context;
    const documentId = await resolveDocument(args.document, context);
    const timeline = await withExtension(
      'timeline',
      { ...context, documentId },
      client.documents.timeline(documentId, { signal }),
    );
    const { ended, status, linksUntil, externalId, entries } = timeline;
    const rows = timelineRows(entries);
    await printTable(this.out, { heads: ['time', 'what happened'], rows, flexible: [1] });
    this.out.result('');
    printFields(this.out, [
      ['status', ended ? `${status}, ${endingText(ended)}` : status],
      ['reason', ended?.reason ?? undefined],
      ['links until', linksUntil === null ? undefined : localTime(linksUntil)],
      ['your id', externalId ?? undefined],
    ]);
    if (ended?.as === 'expired') this.out.next(`esign docs resend ${documentId}`);
    return timeline;
  }
}
