/** The parts of a create request. */
export interface UploadForm {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly filename: string;
  readonly name: string;
}

/** A request body and the content type that fits it. */
export interface EncodedForm {
  readonly contentType: string;
  readonly body: Buffer;
}

/** Encodes a create request as multipart/form-data; quotes and line breaks in names are escaped by the platform. */
export async function encodeUpload({ bytes, filename, name }: UploadForm): Promise<EncodedForm> {
  const form = new FormData();
  form.append('name', name);
  form.append('file', new Blob([bytes], { type: 'application/pdf' }), filename);
  const encoded = new Response(form);
  const contentType = encoded.headers.get('content-type') ?? 'multipart/form-data';
  return { contentType, body: Buffer.from(await encoded.arrayBuffer()) };
}
