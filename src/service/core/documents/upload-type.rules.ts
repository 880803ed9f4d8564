/** Clients send these when they do not know a file's type, so the bytes decide. */
const UNTYPED = new Set([undefined, 'application/octet-stream']);

/** Why a declared type, in lower case without parameters, is rejected; undefined if it may be. */
export function uploadTypeProblem(declared: string | undefined): string | undefined {
  if (declared === 'application/pdf' || UNTYPED.has(declared)) return undefined;
  return `The file was sent as ${declared}; send it as application/pdf, as application/octet-stream, or without a type.`;
}
