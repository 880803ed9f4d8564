import { InvalidArgumentError } from './esign-error.ts';

/** Refuses ids that would change the path of a request: empty ones and dots. Throws `InvalidArgumentError`. */
export function checkDocumentId(documentId: string): void {
  const usable = typeof documentId === 'string' && documentId.trim() !== '';
  if (usable && documentId !== '.' && documentId !== '..') return;
  throw new InvalidArgumentError('documentId', 'a document id is missing');
}
