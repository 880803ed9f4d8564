import type { Document } from '../../domain/document.ts';

/** What a file made from a document is called: its name, and what the file is. */
export const fileNameOf = ({ name }: Document, what: 'signed' | 'certificate'): string =>
  `${name.replace(/\.pdf$/i, '')} ${what}.pdf`;
