import { Args, Flags } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import {
  DOCUMENT_COLUMNS,
  DOCUMENT_HEADS,
  documentCells,
  nextForDocument,
} from '../../src/cli/documents/show-document.ts';
import { usageError } from '../../src/cli/errors/usage-error.ts';
import {
  cacheFlags,
  completedFilter,
  filterFlags,
  limitFlags,
  wantedOf,
} from '../../src/cli/finding/find-flags.ts';
import type { Found, FoundHere } from '../../src/cli/finding/find-here.ts';
import { findOffline } from '../../src/cli/finding/find-here.ts';
import { cutOut, noteMore, partOf } from '../../src/cli/finding/list-matching.ts';
import type { Wanted } from '../../src/cli/finding/match-document.ts';
import { isUnfiltered, matchText } from '../../src/cli/finding/match-document.ts';
import { findAnywhere } from '../../src/cli/finding/search-service.ts';
import { outputFlags } from '../../src/cli/rows/row-flags.ts';
import { showRows } from '../../src/cli/rows/show-rows.ts';
import { counted } from '../../src/cli/terminal/counted.ts';
import { harmless } from '../../src/cli/terminal/harmless.ts';
import type { Printer } from '../../src/cli/terminal/printer.ts';
import { printTable } from '../../src/cli/terminal/table.ts';
import { localTime, shortDuration } from '../../src/cli/terminal/times.ts';

const FOUND_COLUMNS = [...DOCUMENT_COLUMNS, 'matched'];

async function printFound(printer: Printer, documents: readonly FoundHere[]): Promise<void> {
  const rows = (time: (iso: string | null) => string) =>
    documents.map((item) => [
      ...documentCells(printer, item, time),
      item.matched.map(matchText).join(', '),
    ]);
  const heads = [...DOCUMENT_HEADS, 'matched'];
  await printTable(printer, { heads, rows, flexible: [4, 5] });
}

function ageText(asOf: string, now = Date.now()): string {
  const age = shortDuration(Math.max(0, now - Date.parse(asOf)));
  return `offline: as known on this machine ${age} ago, ${localTime(asOf)}; statuses may have changed since`;
}

interface FoundList {
  readonly documents: readonly FoundHere[];
  readonly limit: number;
  readonly offset: number;
  readonly total: number;
  readonly asOf: string | null;
}

const NO_PHONES =
  'Phone numbers are found only where the service has a search; try a name or an email address.';
const isPhone = (word: string) => /^\+?\d{6,}$/.test(word);
const quoted = (word: string) => `"${harmless(word)}"`;

export default class DocsFind extends BaseCommand {
  static override summary = 'find documents by name, signer, email or id';
  static override description =
    'Each word of TEXT has to be in the name of the document, in the name or email of a signer, or at the start of the id. Case, accents and titles such as Mrs do not matter, and a number below four digits has to be a word of its own. Signers are kept in an index on this machine, readable by you only, and read again when the list shows that a document has changed.';
  static override examples = [
    '<%= config.bin %> docs find asha',
    '<%= config.bin %> docs find "rent agreement" --signer asha --completed-since 30d',
    '<%= config.bin %> docs find --waiting-on asha@example.in --json',
    '<%= config.bin %> docs find asha --offline',
  ];
  static override args = {
    text: Args.string({ description: 'words to look for', ignoreStdin: true, multiple: true }),
  };
  static override flags = {
    ...limitFlags,
    ...filterFlags,
    ...completedFilter,
    offline: Flags.boolean({
      description: 'ask nobody: show what was known when the list was last read',
      exclusive: ['no-cache'],
    }),
    ...cacheFlags,
    ...outputFlags(),
  };

  async run(): Promise<FoundList> {
    const { args, flags } = await this.parse(DocsFind);
    const wanted = wantedOf(flags, args.text?.join(' '));
    if (isUnfiltered(wanted)) throw usageError(['TEXT or a filter is missing'], 'docs find');
    const found = await this.#find(wanted, flags);
    const listing = cutOut(found.documents, partOf(flags));
    const { limit, offset } = listing;
    const shown = { rows: listing.documents, flags, known: FOUND_COLUMNS };
    const documents = await showRows(this.out, shown, async (rows) => {
      if (rows.length > 0) return await printFound(this.out, rows);
      this.out.note(`No matching documents${await this.#why(wanted, flags)}`);
      if (wanted.words.some(isPhone)) this.out.note(NO_PHONES);
    });
    this.#remark(found);
    noteMore(this.out, listing, { words: 'docs find', argv: this.argv, isPaged: false });
    return { documents, limit, offset, total: found.documents.length, asOf: found.asOf };
  }

  async #find(wanted: Wanted, flags: { offline: boolean; 'no-cache': boolean }): Promise<Found> {
    const context = await this.context({ noCache: flags['no-cache'] });
    if (flags.offline) return findOffline(wanted, context.kept);
    const documents = await this.progress('searching', (say) =>
      findAnywhere(wanted, { ...context, say }),
    );
    return { documents, asOf: null, undecided: 0 };
  }

  /** Which of the words no document has. */
  async #why(wanted: Wanted, flags: { offline: boolean; 'no-cache': boolean }): Promise<string> {
    const { words } = wanted;
    const missing: string[] = [];
    for (const word of words) {
      const isAlone = words.length === 1;
      const found = isAlone
        ? []
        : (await this.#find({ ...wanted, words: [word] }, flags)).documents;
      if (found.length === 0) missing.push(word);
    }
    const none = isUnfiltered({ ...wanted, words: [] }) ? 'none' : 'none that fits the filters';
    if (missing.length > 0) return `: ${none} has ${missing.map(quoted).join(' or ')}.`;
    return words.length > 1 ? ': each word is in some, but none has all.' : '.';
  }

  #remark({ documents, asOf, undecided }: Found): void {
    if (asOf !== null) this.out.note(ageText(asOf));
    if (undecided > 0)
      this.out.warn(`${counted(undecided, 'document')} left out, whose signers are not known`);
    const [first, other] = documents;
    if (!first || other || asOf !== null) return;
    const next = nextForDocument(first, first.signers.total);
    if (next !== undefined) this.out.next(next);
  }
}
