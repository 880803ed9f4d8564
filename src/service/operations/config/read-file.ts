import { dirname, resolve } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { nearestWord } from '../../../client/options/edit-distance.ts';
import { parseUrl } from '../../../contract/parse-url.ts';
import { readPrivateFile, readSetFile, UnusableFile } from './private-file.ts';
import type { Problem, Reading } from './problem.ts';
import { ConfigRefused } from './problem.ts';
import { ConfigSchema } from './schema/schema.ts';
import type { Node } from './settings.ts';
import { isTable, keyOf, nodeOf, propertiesOf } from './settings.ts';

/** PEM, or 32 bytes in base64. Messages about a path show it, and must not show these. */
const CONTENT = /-----BEGIN|\n|^[A-Za-z0-9+/]{43}=$/;

/** Makes a path absolute; undefined, with a problem, if it is a file's content instead. */
export function readPath(
  text: string,
  { setting, path, folder }: { setting: string; path: readonly string[]; folder: string },
  { problems, refused }: Reading,
): string | undefined {
  if (!CONTENT.test(text)) return resolve(folder, text);
  refused.add(path.join('.'));
  problems.push({
    setting,
    message: `${setting} must be the path of a file, not its content`,
    hint: 'write the content to a private file, and name that',
  });
  return undefined;
}

/** A value of the file, and the schema for its place. */
interface FoundFile {
  readonly value: unknown;
  readonly node: Node;
  readonly path: readonly string[];
}

/** Adds problems to `reading`. @throws {ConfigRefused} when the file cannot be read at all */
export function readFile(file: string, reading: Reading): Record<string, unknown> {
  try {
    const found = { value: parse(readSetFile(file).toString()), node: nodeOf(ConfigSchema) };
    return readTable({ ...found, path: [] }, { ...reading, file });
  } catch (error) {
    throw new ConfigRefused([...reading.problems, fileProblem(file, error)]);
  }
}

function fileProblem(file: string, error: unknown): Problem {
  if (error instanceof UnusableFile) {
    return { setting: file, message: `the configuration file ${error.message}`, hint: error.hint };
  }
  if (!(error instanceof TomlError)) throw error;
  // The lines after the first show the file, and with it secrets.
  const [message = ''] = error.message.replace('Invalid TOML document: ', '').split('\n');
  return {
    setting: file,
    message: `${file}, line ${error.line}, column ${error.column}: ${message}`,
    hint: 'esign serve --print-example-config shows the form',
  };
}

function readTable({ value, node, path }: FoundFile, reading: Reading): Record<string, unknown> {
  const properties = propertiesOf(node);
  const read: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(isTable(value) ? value : {})) {
    const [name, childNode] = properties.get(key) ?? [];
    if (name === undefined || childNode === undefined) {
      reading.problems.push(unknownKey(key, path, [...properties.keys()]));
      continue;
    }
    read[name] = readValue({ value: child, node: childNode, path: [...path, name] }, reading);
  }
  return read;
}

function unknownKey(key: string, path: readonly string[], known: readonly string[]) {
  const setting = keyOf([...path, key]);
  const near = nearestWord(key, known);
  return {
    setting,
    message: `${setting} is not a setting`,
    hint: near === undefined ? `there are: ${known.join(', ')}` : `did you mean ${near}?`,
  };
}

function readValue(found: FoundFile, reading: Reading): unknown {
  const { value, node, path } = found;
  if (node.isSecret) return readSecret(found, reading);
  if (node.isPath && typeof value === 'string') {
    return readPath(value, { setting: keyOf(path), path, folder: folderOf(reading) }, reading);
  }
  if (node.type === 'object' && isTable(value)) return readTable(found, reading);
  const { items } = node;
  if (items === undefined || !Array.isArray(value)) return value;
  return value.map((item, index) =>
    readValue({ value: item, node: nodeOf(items), path: [...path, String(index)] }, reading),
  );
}

const folderOf = ({ file = '.' }: Reading): string => dirname(file);

const hasPassword = (text: string): boolean => (parseUrl(text)?.password ?? '') !== '';

const isFileName = (value: unknown): value is { file: string } =>
  isTable(value) && typeof value.file === 'string' && Object.keys(value).length === 1;

function readSecret({ value, node, path }: FoundFile, reading: Reading): unknown {
  const setting = keyOf(path);
  if (isFileName(value))
    return secretIn(resolve(folderOf(reading), value.file), { setting, path }, reading);
  if (typeof value === 'string' && node.isUrl && !hasPassword(value)) return value;
  reading.refused.add(path.join('.'));
  reading.problems.push({
    setting,
    message: `${setting} must not hold a secret in ${reading.file}`,
    hint: `move it to a private file, and write ${keyOf(path.slice(-1))} = { file = "…" }`,
  });
  return undefined;
}

/** The text of a private file, without its final newline. */
export function secretIn(
  file: string,
  { setting, path }: { readonly setting: string; readonly path: readonly string[] },
  { problems, refused }: Reading,
): string | undefined {
  try {
    return readPrivateFile(file)
      .toString()
      .replace(/\r?\n$/, '');
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    refused.add(path.join('.'));
    problems.push({ setting, message: `${setting}: ${error.message}`, hint: error.hint });
    return undefined;
  }
}
