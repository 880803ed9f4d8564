import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import type { Problem, Reading } from './problem.ts';
import { ConfigSchema } from './schema/schema.ts';
import type { Node } from './settings.ts';
import { isTable, keyOf, nodeOf, tomlValue } from './settings.ts';

type SettingFault = ReturnType<typeof Value.Errors>[number];

/**
 * Checks settings and their defaults against the schema, which `config` fits except for what is
 * `faulty`. Adds a problem per misfit.
 */
export function validate(values: Record<string, unknown>, reading: Reading) {
  const all = Value.Default(ConfigSchema, values);
  const config = all as Static<typeof ConfigSchema>;
  const seen = new Set<string>(reading.refused);
  if (Value.Check(ConfigSchema, all)) return { config, faulty: seen };
  for (const { path, isMissing } of Value.Errors(ConfigSchema, all).flatMap(faultyPaths)) {
    const place = path.join('.');
    // Further errors of the same value follow from the first.
    if (seen.has(place)) continue;
    seen.add(place);
    reading.problems.push(isMissing ? missing(path, reading) : unfit(path, all, reading));
  }
  return { config, faulty: seen };
}

interface FaultyPath {
  readonly path: readonly string[];
  readonly isMissing: boolean;
}

function faultyPaths(fault: SettingFault): FaultyPath[] {
  const path = fault.instancePath.split('/').slice(1);
  // Unknown keys were found when the file was read.
  if (fault.keyword === 'additionalProperties' || fault.keyword === 'boolean') return [];
  if (fault.keyword !== 'required') return [{ path: choiceListOf(path) ?? path, isMissing: false }];
  return fault.params.requiredProperties.map((name) => ({
    path: [...path, name],
    isMissing: true,
  }));
}

/** The list of choices around a path: a misfit is easier to see in the whole list. */
function choiceListOf(path: readonly string[]): readonly string[] | undefined {
  const list = path.slice(0, -1);
  return choicesIn(nodeAt(list)) && list;
}

const choicesIn = ({ items }: Node): readonly string[] | undefined => items && nodeOf(items).enum;

function nodeAt(path: readonly string[]): Node {
  return path.reduce((node: Node, part) => {
    const child = node.items ?? node.properties?.[part];
    return child === undefined ? {} : nodeOf(child);
  }, nodeOf(ConfigSchema));
}

/** Example for a setting, in the notation of its source. */
export function adviceFor(path: readonly string[], { written, file }: Reading): string {
  const { example, default: usual, enum: choices } = nodeAt(path);
  const value = example ?? usual ?? choices?.[0] ?? '…';
  const name = written.get(path.join('.'));
  if (name?.startsWith('--')) return `pass ${name} ${value}`;
  if (name !== undefined) return `set ${name}${isTable(value) ? '' : `=${value}`}`;
  const table = path.slice(0, -1);
  const isListed = /^\d+$/.test(table.at(-1) ?? '');
  const place = isListed ? `[[${keyOf(table.slice(0, -1))}]]` : `[${keyOf(table)}]`;
  const line = `write ${keyOf(path.slice(-1))} = ${tomlValue(value)}`;
  return `${line} ${table.length === 0 ? 'at the top of' : `below ${place} in`} ${fileName(file)}`;
}

const fileName = (file: string | undefined): string => file ?? 'a configuration file (--config)';

/** A setting's name as written, or as it would be in the file. */
export const nameOf = (path: readonly string[], { written }: Reading): string =>
  written.get(path.join('.')) ?? keyOf(path);

function missing(path: readonly string[], reading: Reading): Problem {
  const setting = keyOf(path);
  const { items } = nodeAt(path);
  const isList = items !== undefined && nodeOf(items).type === 'object';
  const hint = isList
    ? `add [[${setting}]] to ${fileName(reading.file)}`
    : adviceFor(path, reading);
  return { setting, message: `${setting} is missing`, hint };
}

function unfit(path: readonly string[], all: unknown, reading: Reading): Problem {
  const node = nodeAt(path);
  const setting = nameOf(path, reading);
  const value = path.reduce((one: unknown, part) => Object(one)[part], all);
  const given = node.isSecret || Object(value) === value ? '' : `, not ${tomlValue(value)}`;
  const isText = typeof value === 'string' && value !== '';
  const rule = (isText && node.rule) || `must be ${ruleOf(node)}`;
  const message = `${setting} ${rule}${given}`;
  return { setting, message, hint: adviceFor(path, reading) };
}

function ruleOf(node: Node): string {
  const { type, enum: choices, items, minimum, maximum } = node;
  const listed = choicesIn(node);
  if (listed) return `a list of one or more of ${listed.join(', ')}, none twice`;
  if (choices) return `one of ${choices.join(', ')}`;
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`;
  if (type === 'boolean') return 'true or false';
  if (type === 'string') return 'text that is not empty';
  if (items === undefined) return 'a table';
  return nodeOf(items).type === 'object'
    ? 'a list of tables, with at least one'
    : 'a list of texts';
}
