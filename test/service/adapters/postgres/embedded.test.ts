import { openTestStore } from '../../../support/database.ts';
import { verifyDocumentStore } from '../../ports/verify-document-store.ts';

verifyDocumentStore(openTestStore);
