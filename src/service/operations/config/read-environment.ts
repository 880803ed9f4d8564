import { resolve } from 'node:path';
import { nearestWord } from '../../../client/options/edit-distance.ts';
import type { Reading } from './problem.ts';
import { readPath, secretIn } from './read-file.ts';
import type { Setting } from './settings.ts';
import { VARIABLES } from './settings.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

/** Names the configuration file. */
export const FILE_VARIABLE = 'ESIGN_CONFIG';

/** Variables of other commands, and of this project's tests. */
const OF_OTHERS =
  /^ESIGN_(API_KEY|BASE_URL|CONFIG|CONFIG_DIR|DEBUG|NO_CACHE|NO_UPDATE_CHECK|PLAIN|PROFILE|SANDBOX_DIR|WEBHOOK_SECRET|WEBHOOK_URL|TEST_\w+)$/;
/** Set by Kubernetes and Docker for a service called `esign`. */
const OF_ORCHESTRATORS = /^ESIGN_(SERVICE_HOST|SERVICE_PORT\w*|PORT|PORT_\d+_(TCP|UDP)\w*|NAME)$/;

const KNOWN: ReadonlyMap<string, Setting> = new Map(
  VARIABLES.flatMap((setting) => {
    const { variable, node } = setting;
    return node.isSecret
      ? [
          [variable, setting],
          [`${variable}_FILE`, setting],
        ]
      : [[variable, setting]];
  }),
);

export type Values = ReadonlyArray<readonly [path: readonly string[], value: unknown]>;

/** Unknown and empty variables are problems. */
export function readEnvironment(variables: Variables, reading: Reading): Values {
  const names = Object.keys(variables).filter((name) => variables[name] !== undefined);
  reading.problems.push(...names.filter(isStray).map(unknownVariable));
  return VARIABLES.flatMap((setting) => {
    const value = readSetting(setting, variables, reading);
    return value === undefined ? [] : [[setting.path, value] as const];
  });
}

const isStray = (name: string): boolean =>
  name.startsWith('ESIGN_') &&
  !KNOWN.has(name) &&
  !OF_OTHERS.test(name) &&
  !OF_ORCHESTRATORS.test(name);

function unknownVariable(name: string) {
  const near = nearestWord(name, [...KNOWN.keys(), FILE_VARIABLE]);
  return {
    setting: name,
    message: `${name} is not a setting`,
    hint: near === undefined ? `unset ${name}` : `did you mean ${near}?`,
  };
}

function readSetting(
  setting: (typeof VARIABLES)[number],
  variables: Variables,
  reading: Reading,
): unknown {
  const { variable, node, path } = setting;
  const inFile = `${variable}_FILE`;
  const all = node.isSecret ? [variable, inFile] : [variable];
  const [name, other] = all.filter((one) => variables[one] !== undefined);
  if (name === undefined) return undefined;
  reading.written.set(path.join('.'), name);
  const text = variables[name] ?? '';
  const fault = faultOf(name, other, text);
  if (fault) {
    reading.refused.add(path.join('.'));
    reading.problems.push({ setting: name, message: fault, hint: `unset ${name}` });
    return undefined;
  }
  return name === inFile
    ? secretIn(resolve(text), { setting: name, path }, reading)
    : parsed(text, setting, reading);
}

function faultOf(name: string, other: string | undefined, text: string): string | undefined {
  if (other !== undefined) return `both ${name} and ${other} are set`;
  return text === '' ? `${name} is empty` : undefined;
}

function parsed(
  text: string,
  { node, path, variable: setting }: (typeof VARIABLES)[number],
  reading: Reading,
): unknown {
  if (node.isPath) return readPath(text, { setting, path, folder: '.' }, reading);
  return node.type === 'integer' && /^\d+$/.test(text) ? Number(text) : text;
}
