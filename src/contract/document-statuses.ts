/** Every document status (specification, section 3); FAILED and CANCELLED are reserved. */
export const DOCUMENT_STATUSES = ['PENDING', 'SENT', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;
