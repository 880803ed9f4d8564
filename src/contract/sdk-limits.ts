// The limits that the SDK checks itself; apart from the others, which its bundles leave out

/** The largest PDF, in bytes. */
export const PDF_BYTES = 10 * 1024 * 1024;

/** Largest page size of the list; larger values are clamped. */
export const LIST_MAX = 100;
