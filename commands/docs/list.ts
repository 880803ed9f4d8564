import { BaseCommand } from '../../src/cli/base-command.ts';
import { withEndings } from '../../src/cli/documents/ending.ts';
import { DOCUMENT_COLUMNS, printDocuments } from '../../src/cli/documents/show-document.ts';
import {
  cacheFlags,
  filterFlags,
  nameFilter,
  pageFlags,
  wantedOf,
} from '../../src/cli/finding/find-flags.ts';
import { listMatching, noteMore, partOf } from '../../src/cli/finding/list-matching.ts';
import { isUnfiltered } from '../../src/cli/finding/match-document.ts';
import { rowFlags } from '../../src/cli/rows/row-flags.ts';
import { showRows } from '../../src/cli/rows/show-rows.ts';
import type { DocumentList } from '../../src/contract/document.ts';

export default class DocsList extends BaseCommand {
  static override summary = 'list documents, most recent first';
  static override examples = [
    '<%= config.bin %> docs list',
    '<%= config.bin %> docs list --status SENT --limit 50',
    '<%= config.bin %> docs list --waiting-on asha@example.in --since 30d',
    '<%= config.bin %> docs list --all --sort name --columns name,signers.signed --format csv',
    `<%= config.bin %> docs list --all --query "documents[?status=='SENT'].documentId"`,
    "<%= config.bin %> docs list --all --json | jq -r '.documents[].documentId'",
  ];
  static override flags = {
    ...pageFlags,
    ...nameFilter,
    ...filterFlags,
    ...cacheFlags,
    ...rowFlags(DOCUMENT_COLUMNS),
  };

  async run(): Promise<DocumentList> {
    const { flags } = await this.parse(DocsList);
    const wanted = wantedOf(flags);
    const context = await this.context({ noCache: flags['no-cache'] });
    const listing = await this.progress('reading the list', async (say) =>
      withEndings(await listMatching(wanted, partOf(flags), { ...context, say }), context),
    );
    if (flags.sort && listing.hasMore)
      this.out.warn('only the documents listed are sorted; --all sorts all');
    const shown = { rows: listing.documents, flags, known: DOCUMENT_COLUMNS };
    const documents = await showRows(this.out, shown, async (rows) => {
      if (rows.length > 0) return await printDocuments(this.out, rows);
      const isNarrow = !isUnfiltered(wanted) || flags.offset > 0;
      this.out.note(isNarrow ? 'No matching documents.' : 'No documents yet.');
      this.out.next('esign docs create contract.pdf');
    });
    noteMore(this.out, listing, { words: 'docs list', argv: this.argv, isPaged: true });
    return { documents, limit: listing.limit, offset: listing.offset };
  }
}
