import type { PageEntry, ReferencePage } from './page.ts';

const INTRO = `# Commands

Every command with its arguments and flags, as \`esign help COMMAND\` shows them. Written by \`npm run reference\` from the
declarations in \`commands\`; \`npm run check\` fails when it is stale. The guides of \`esign help\` say more about exit codes,
the environment, scripts, output, signers, manifests and webhooks.
`;

const plain = (text: string): string => text.replaceAll('<', '&lt;').replace(/[*_]/g, '\\$&');

const items = (entries: readonly PageEntry[]): string =>
  entries.map(({ label, text }) => `- \`${label}\`: ${plain(text)}\n`).join('');

const block = (lines: readonly string[]): string => `\`\`\`sh\n${lines.join('\n')}\n\`\`\`\n`;

function section({
  name,
  summary,
  description,
  usage,
  args,
  flags,
  examples,
}: ReferencePage): string {
  return [
    `## ${name}\n`,
    `\`${usage}\`: ${plain(summary)}\n`,
    ...(description === undefined ? [] : [`${plain(description)}\n`]),
    ...(args.length + flags.length > 0 ? [`${items(args)}${items(flags)}`] : []),
    block(examples),
  ].join('\n');
}

export function referenceText(pages: readonly ReferencePage[]): string {
  const [first] = pages;
  const globals = `## Flags of every command\n\n${items(first?.globalFlags ?? [])}`;
  return [INTRO, globals, ...pages.map(section)].join('\n');
}
