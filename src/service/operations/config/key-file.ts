import { readPrivateFile, UnusableFile } from './private-file.ts';

const KEY_BYTES = 32;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Reads a secret key of 32 bytes. @throws {UnusableFile} */
export function readKey(file: string): Buffer {
  const text = readPrivateFile(file).toString().trim();
  const key = Buffer.from(text, 'base64');
  if (BASE64.test(text) && key.length === KEY_BYTES) return key;
  const fault = `${file} does not hold ${KEY_BYTES} bytes in base64`;
  throw new UnusableFile(fault, `openssl rand -base64 ${KEY_BYTES} > ${file}`);
}
