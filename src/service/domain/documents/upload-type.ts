/** The bytes decide for these types: clients send them when they do not know a file's type. */
const UNTYPED = new Set([undefined, 'application/octet-stream']);

/**
 * Why a file of this declared type is refused, or undefined when it may hold a PDF: `application/pdf`, no type and
 * `application/octet-stream`, in lower case and without parameters.
 */
export function uploadTypeProblem(declared: string | undefined): string | undefined {
  if (declared === 'application/pdf' || UNTYPED.has(declared)) return undefined;
  return `The file was sent as ${declared}; send it as application/pdf, as application/octet-stream, or without a type.`;
}
