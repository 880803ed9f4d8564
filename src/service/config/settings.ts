import type { TSchema } from 'typebox';
import { ConfigSchema } from './schema.ts';

/** A schema, as far as settings are read from it. */
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
  readonly isSecret?: boolean;
  readonly isPath?: boolean;
}

export const nodeOf = (schema: TSchema): Node => schema as Node;

/** One setting. */
export interface Setting {
  /** Its place in the configuration. */
  readonly path: readonly string[];
  /** Its key in the file, such as `http.public_url`. */
  readonly key: string;
  /** Its variable; a list has none. */
  readonly variable: string | undefined;
  readonly isRequired: boolean;
  readonly node: Node;
}

const snake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A place in the configuration as it is written in the file: `http.public_url`, `gateways[0].asp_id`. */
export const keyOf = (path: readonly string[]): string =>
  path
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${snake(part)}`))
    .join('')
    .slice(1);

/** The properties of a table by their names in the file. */
export const propertiesOf = (node: Node): ReadonlyMap<string, readonly [string, Node]> =>
  new Map(
    Object.entries(node.properties ?? {}).map(([name, schema]) => [
      snake(name),
      [name, nodeOf(schema)],
    ]),
  );

const variableOf = (path: readonly string[]): string =>
  `ESIGN_${path.map((part) => snake(part).toUpperCase()).join('_')}`;

function* settingsIn(node: Node, path: readonly string[]): Generator<Setting> {
  for (const [name, schema] of Object.entries(node.properties ?? {})) {
    const [child, childPath] = [nodeOf(schema), [...path, name]];
    if (child.type === 'object') {
      yield* settingsIn(child, childPath);
      continue;
    }
    yield {
      path: childPath,
      key: keyOf(childPath),
      variable: child.type === 'array' ? undefined : variableOf(childPath),
      isRequired: (node.required ?? []).includes(name) && child.default === undefined,
      node: child,
    };
  }
}

/** Every setting, in the order of the manual; the parts of lists are in their nodes. */
export const SETTINGS: readonly Setting[] = [...settingsIn(nodeOf(ConfigSchema), [])];
