import type { TSchema } from 'typebox';
import { ConfigSchema } from './schema/schema.ts';

/** The parts of a schema that settings use. */
export interface Node {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly items?: TSchema;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly pattern?: string;
  /** The pattern in words, which follow the setting's name in a message. */
  readonly rule?: string;
  readonly isSecret?: boolean;
  readonly isUrl?: boolean;
  readonly isUsual?: boolean;
  readonly isPath?: boolean;
}

export const nodeOf = (schema: TSchema): Node => schema as Node;

export interface Setting {
  readonly path: readonly string[];
  /** Key in its table of the file, such as `public_url`. */
  readonly key: string;
  /** Undefined for lists, and for settings inside them. */
  readonly variable: string | undefined;
  readonly isRequired: boolean;
  readonly node: Node;
}

/** A table of the file, or a list of tables. */
export interface SettingsSection {
  /** Name in the file, such as `keys.links`; empty for the top level. */
  readonly name: string;
  readonly isList: boolean;
  /** True for a table that may be left out as a whole. */
  readonly isOptional: boolean;
  readonly description: string;
  readonly settings: readonly Setting[];
}

const snake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A path as written in the file: `http.public_url`, `gateways[0].asp_id`. */
export const keyOf = (path: readonly string[]): string =>
  path
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${snake(part)}`))
    .join('')
    .slice(1);

export const propertiesOf = (node: Node): ReadonlyMap<string, readonly [string, Node]> =>
  new Map(
    Object.entries(node.properties ?? {}).map(([name, schema]) => [
      snake(name),
      [name, nodeOf(schema)],
    ]),
  );

const isTableList = ({ items }: Node): boolean =>
  items !== undefined && nodeOf(items).type === 'object';

/** True for a table with its own heading. One inside a list is written on one line. */
const isSection = (node: Node, isInList: boolean): boolean =>
  isTableList(node) || (node.type === 'object' && !isInList);

const isNeeded = (path: readonly string[], table: Node): boolean =>
  table.required?.includes(path.at(-1) ?? '') === true;

function settingAt(path: readonly string[], node: Node, table: TableAt): Setting {
  const name = path.at(-1) ?? '';
  const isAddressable = !table.isList && node.type !== 'array';
  return {
    path,
    key: snake(name),
    variable: isAddressable ? `ESIGN_${path.map(snake).join('_').toUpperCase()}` : undefined,
    isRequired: table.node.required?.includes(name) === true && node.default === undefined,
    node,
  };
}

interface TableAt {
  readonly node: Node;
  readonly path: readonly string[];
  readonly isList: boolean;
  readonly isOptional: boolean;
  readonly description: string;
}

function sectionsIn(table: TableAt): SettingsSection[] {
  const { node, path, isList, isOptional, description } = table;
  const children = Object.entries(node.properties ?? {}).map(
    ([name, schema]) => [[...path, name], nodeOf(schema)] as const,
  );
  const settings = children
    .filter(([, child]) => !isSection(child, isList))
    .map(([at, child]) => settingAt(at, child, table));
  const below = children
    .filter(([, child]) => isSection(child, isList))
    .map(([at, child]) => tableAt(at, child, !isNeeded(at, node)));
  const own = { name: keyOf(path), isList, isOptional, description, settings };
  return [own, ...below.flatMap(sectionsIn)];
}

const tableAt = (path: readonly string[], node: Node, isOptional: boolean): TableAt => ({
  isOptional,
  node: node.items === undefined ? node : nodeOf(node.items),
  path,
  isList: node.items !== undefined,
  description: node.description ?? '',
});

/** Every table of the file, in the order of the manual. */
export const SECTIONS: readonly SettingsSection[] = sectionsIn(
  tableAt([], nodeOf(ConfigSchema), false),
).filter(({ settings }) => settings.length > 0);

export const VARIABLES: ReadonlyArray<Setting & { readonly variable: string }> = SECTIONS.flatMap(
  ({ settings }) =>
    settings.flatMap((one) =>
      one.variable === undefined ? [] : [{ ...one, variable: one.variable }],
    ),
);

const HEADER = `# Settings of \`esign serve\`. Those behind a "#" are optional, and show their default or an example. The variable in
# brackets overrides the file. Paths are relative to the folder of this file.
`;

/** Every setting with its meaning, its variable, and its default or an example. */
export function exampleConfig(): string {
  return [HEADER, ...SECTIONS.map(sectionText)].join('\n');
}

function sectionText(section: SettingsSection): string {
  const { name, isList, isOptional, description, settings } = section;
  const title = isList ? `[[${name}]]` : `[${name}]`;
  const heading = name === '' ? '' : `# ${description}\n${isOptional ? '# ' : ''}${title}\n`;
  return heading + settings.map((setting) => settingText(setting, isOptional)).join('');
}

function settingText(setting: Setting, isLeftOut: boolean): string {
  const { key, variable, isRequired, node } = setting;
  const named = variable === undefined ? '' : ` [${variable}]`;
  const line = `${key} = ${tomlValue(exampleOf(node))}`;
  const about = `${node.description ?? ''}${choicesText(node.enum)}${named}`;
  const isUsed = (isRequired || node.isUsual === true) && !isLeftOut;
  return `# ${about}\n${isUsed ? '' : '# '}${line}\n`;
}

const choicesText = (choices: readonly string[] | undefined): string =>
  choices === undefined ? '' : ` (${choices.join(', ')})`;

/** A table inside a list shows its parts. */
function exampleOf({ example, default: usual, properties = {} }: Setting['node']): unknown {
  if (example !== undefined || usual !== undefined) return usual ?? example;
  const parts = Object.entries(properties).map(([name, schema]) => [
    name,
    exampleOf(nodeOf(schema)),
  ]);
  return Object.fromEntries(parts);
}

/** True for a TOML table. Dates are objects too. */
export const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) !== Date.prototype;

/** On one line. JSON strings are TOML strings too. */
export function tomlValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(', ')}]`;
  if (!isTable(value)) return JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, one]) => `${key} = ${tomlValue(one)}`);
  return `{ ${pairs.join(', ')} }`;
}
