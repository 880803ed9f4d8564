/** One part of a multipart form. */
export interface FormPart {
  readonly name: string;
  readonly value: string | Buffer;
  readonly fileName?: string;
  readonly type?: string;
}

const BOUNDARY = 'esign-test-boundary';

/** The headers of a request that carries a form made by `form`. */
export const FORM_HEADERS = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** The head of a part, as far as its bytes. */
export function partHead({ name, fileName, type }: Omit<FormPart, 'value'>): string {
  const file = fileName === undefined ? '' : `; filename="${fileName}"`;
  const contentType = type ? `\r\nContent-Type: ${type}` : '';
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}${contentType}\r\n\r\n`;
}

/** What ends a form. */
export const FORM_END = `--${BOUNDARY}--\r\n`;

/** A multipart form's bytes. */
export function form(...parts: readonly FormPart[]): Buffer {
  const bytes = parts.flatMap((part) => [
    Buffer.from(partHead(part)),
    Buffer.from(part.value),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...bytes, Buffer.from(FORM_END)]);
}

/** The part that carries a PDF. */
export function pdfPart(value: string | Buffer, wishes: Partial<FormPart> = {}): FormPart {
  return { name: 'file', fileName: 'contract.pdf', type: 'application/pdf', value, ...wishes };
}
