import type { Content } from 'pdfmake';
import type { CompletionEvidence } from './completion-evidence.ts';
import type { LayoutText } from './layout.ts';
import { bothTimes, section } from './layout.ts';

/** What was checked of the signatures that the PDF had when it was uploaded, and what was not. */
const CHECKED =
  'They are named as they say of themselves, and each fits the file as it was uploaded. Who made them, and when, was not checked.';

/** The signatures from before the upload; nothing for a PDF that had none. */
export function earlierSection(
  { earlierSignatures = [] }: CompletionEvidence,
  { text }: LayoutText,
): Content[] {
  if (earlierSignatures.length === 0) return [];
  const lines = earlierSignatures.map(({ kind, name, claimedAt }) => {
    const time =
      claimedAt === null ? 'claims no time' : `claimed ${bothTimes(new Date(claimedAt))}`;
    return text(`${kind === 'timestamp' ? 'Timestamp by ' : ''}${name}, ${time}`);
  });
  return [section('Signed before it was uploaded', { stack: [...lines, text(CHECKED)] })];
}
