import { BaseCommand } from '../../src/cli/base-command.ts';
import { printDocuments } from '../../src/cli/documents/show-document.ts';
import { cacheFlags, filterFlags, pageFlags, wantedOf } from '../../src/cli/finding/find-flags.ts';
import { listMatching, noteMore, partOf } from '../../src/cli/finding/list-matching.ts';
import { isUnfiltered } from '../../src/cli/finding/match-document.ts';
import type { DocumentList } from '../../src/contract/document.ts';

export default class DocsList extends BaseCommand {
  static override summary = 'list documents, most recent first';
  static override examples = [
    '<%= config.bin %> docs list',
    '<%= config.bin %> docs list --status SENT --limit 50',
    '<%= config.bin %> docs list --waiting-on asha@example.in --since 30d',
    "<%= config.bin %> docs list --all --json | jq -r '.documents[].documentId'",
  ];
  static override flags = { ...pageFlags, ...filterFlags, ...cacheFlags };

  async run(): Promise<DocumentList> {
    const { flags } = await this.parse(DocsList);
    const wanted = wantedOf(flags);
    const context = await this.context({ noCache: flags['no-cache'] });
    const listing = await this.progress('reading the list', (say) =>
      listMatching(wanted, partOf(flags), { ...context, say }),
    );
    const documents = [...listing.documents];
    if (documents.length > 0) await printDocuments(this.out, documents);
    else {
      const isNarrow = !isUnfiltered(wanted) || flags.offset > 0;
      this.out.note(isNarrow ? 'No matching documents.' : 'No documents yet.');
      this.out.next('esign docs create contract.pdf');
    }
    noteMore(this.out, listing, { words: 'docs list', argv: this.argv });
    return { documents, limit: listing.limit, offset: listing.offset };
  }
}
