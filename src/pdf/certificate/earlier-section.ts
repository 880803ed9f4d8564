import type { Content } from 'pdfmake';
import { cutMiddle } from '../fonts/cut-text.ts';
import type { CompletionEvidence } from './completion-evidence.ts';
import type { LayoutText } from './layout.ts';
import { bothTimes, section } from './layout.ts';

const CHECKED =
  'The names and times are those in the signatures. Each signature fits the file as it was uploaded. Who made them, and when, was not checked.';

const LONGEST_LISTED = 48;
const MOST_LISTED = 12;

export function earlierSection(
  { earlierSignatures = [] }: CompletionEvidence,
  { text }: LayoutText,
): Content[] {
  if (earlierSignatures.length === 0) return [];
  const lines = earlierSignatures.slice(0, MOST_LISTED).map(({ kind, name, claimedAt }) => {
    const time =
      claimedAt === null ? 'claims no time' : `claimed ${bothTimes(new Date(claimedAt))}`;
    const who = cutMiddle(name, LONGEST_LISTED);
    return text(`${kind === 'timestamp' ? 'Timestamp by ' : ''}${who}, ${time}`);
  });
  const others = earlierSignatures.length - lines.length;
  const more = others > 0 ? [text(`and ${others} more`)] : [];
  return [section('Signed before it was uploaded', { stack: [...lines, ...more, text(CHECKED)] })];
}
