import { aDocument, aSigner } from '../client/a-client.ts';
import { numbered } from './many-documents.ts';

/** A document by its place, whose name and signer tell how often it has changed. */
export const indexedDocument = (place: number, round: number) =>
  aDocument({
    documentId: numbered(place),
    name: `Lease ${round}`,
    signers: [aSigner(1, { name: `Asha Rao ${round}`, signUrl: 'https://sign.example.com/1' })],
  });
