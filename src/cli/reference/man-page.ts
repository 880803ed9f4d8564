import { EXIT_CODES } from '../help/exit-meanings.ts';
import { GUIDE_NAMES, guide } from '../help/guides.ts';
import type { PageEntry, ReferencePage } from './page.ts';

/** Text in roff (groff_man(7)): hyphens stay hyphens, and no line becomes a request by accident. */
const plain = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&');

const quoted = (text: string): string => `"${plain(text).replaceAll('"', '\\(dq')}"`;

const verbatim = (lines: readonly string[]): string[] => ['.nf', ...lines.map(plain), '.fi'];

const items = (entries: readonly PageEntry[]): string[] =>
  entries.flatMap(({ label, text }) => ['.TP', `.B ${quoted(label)}`, plain(text)]);

const section = (head: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`.SH ${quoted(head)}`, ...lines];

interface PageHead {
  readonly name: string;
  readonly summary: string;
  /** Section of the manual: 1 for commands, 7 for guides. */
  readonly section: 1 | 7;
}

/** The version that a page describes; `date` is `YYYY-MM-DD`. */
export interface Edition {
  readonly version: string;
  readonly date: string;
}

function headOf(head: PageHead, { version, date }: Edition): string[] {
  const title = head.name.replaceAll(' ', '-');
  return [
    `.TH ${quoted(title.toUpperCase())} ${head.section} "${date}" ${quoted(`esign ${version}`)}`,
    '.SH NAME',
    `${plain(title)} \\- ${plain(head.summary)}`,
  ];
}

const exitCodes = EXIT_CODES.map(([label, text]) => ({ label, text }));

export function commandPage(page: ReferencePage, edition: Edition): string {
  const { name, summary, description, usage, args, flags, globalFlags, examples } = page;
  const lines = [
    ...headOf({ name, summary, section: 1 }, edition),
    ...section('SYNOPSIS', verbatim([usage])),
    ...section('DESCRIPTION', description === undefined ? [] : [plain(description)]),
    ...section('ARGUMENTS', items(args)),
    ...section('FLAGS', items(flags)),
    ...section('GLOBAL FLAGS', items(globalFlags)),
    ...section('EXAMPLES', verbatim(examples)),
    ...section('EXIT STATUS', items(exitCodes)),
    ...section('SEE ALSO', ['.BR esign (1)']),
  ];
  return `${lines.join('\n')}\n`;
}

function overviewPage(pages: readonly ReferencePage[], edition: Edition): string {
  const summary = 'get PDFs signed from a terminal';
  const commands = pages.map((page) => ({ label: page.name, text: page.summary }));
  const lines = [
    ...headOf({ name: 'esign', summary, section: 1 }, edition),
    ...section('SYNOPSIS', verbatim(['esign COMMAND [flags]'])),
    ...section('COMMANDS', items(commands)),
    ...section('EXIT STATUS', items(exitCodes)),
    ...section('SEE ALSO', [
      ...GUIDE_NAMES.map((name) => `.BR ${plain(`esign-${name}`)} (7),`),
      '.BR man (1)',
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

export function guidePage(name: string, text: string, edition: Edition): string {
  const head = { name: `esign ${name}`, summary: `guide of esign: ${name}`, section: 7 } as const;
  const lines = [
    ...headOf(head, edition),
    ...section('DESCRIPTION', verbatim(text.split('\n'))),
    ...section('SEE ALSO', ['.BR esign (1)']),
  ];
  return `${lines.join('\n')}\n`;
}

/** By file name. */
export function manPages(
  pages: readonly ReferencePage[],
  edition: Edition,
): ReadonlyArray<readonly [file: string, text: string]> {
  return [
    ['esign.1', overviewPage(pages, edition)],
    ...pages.map(
      (page) => [`${page.name.replaceAll(' ', '-')}.1`, commandPage(page, edition)] as const,
    ),
    ...GUIDE_NAMES.map(
      (name) => [`esign-${name}.7`, guidePage(name, guide(name) ?? '', edition)] as const,
    ),
  ];
}
