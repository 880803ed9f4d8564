import type { Setting, SettingsSection } from './settings.ts';
import { nodeOf, SECTIONS } from './settings.ts';
import { tomlValue } from './toml-value.ts';

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
