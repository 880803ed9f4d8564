import type { Setting, SettingsSection } from '../../src/service/operations/config/settings.ts';
import { SECTIONS, tomlValue } from '../../src/service/operations/config/settings.ts';
import { cell, tableOf } from './table.ts';

const INTRO = `# Configuration

Every setting of \`esign serve\`. Written by \`npm run reference\` from the schema in \`src/service/operations/config\`; \`npm run check\` fails when it is
stale. \`esign serve --print-example-config\` prints a file with all of them.

Settings come from four places; a later one overrides those before it: defaults, the file, the environment, flags (\`--host\`, \`--port\`). The file is
TOML: the one of \`--config\`, or of \`ESIGN_CONFIG\`, or \`/etc/esign/esign.toml\` if it exists. What is wrong is refused with exit 78: unknown keys and unknown
variables that begin with \`ESIGN_\`, empty variables, values that do not fit.

- Paths are relative to the folder of the file; in a variable, to the working folder.
- Where the default is "–", the setting is needed.
- A secret may come from a file of its own: \`{ file = "PATH" }\` in the configuration file, or the variable with \`_FILE\` behind its name. Setting both
  variables is refused, and so is a file that users besides its owner and group can access. No secret is printed.
- Lists are set in the file only.
- [A JSON Schema](schemas/configuration.schema.json) lets editors complete and check the file: \`#:schema PATH\` in its first line names it.
`;

function defaultOf({ isRequired, node }: Setting): string {
  if (isRequired) return '–';
  return node.default === undefined ? 'none' : `\`${tomlValue(node.default)}\``;
}

function variablesOf({ variable, node }: Setting): string {
  if (variable === undefined) return '';
  return node.isSecret ? `\`${variable}\`, \`${variable}_FILE\`` : `\`${variable}\``;
}

const HEADS = ['setting', 'variable', 'default', 'meaning'];

function cellsOf(setting: Setting): string[] {
  const { key, node } = setting;
  const choices = node.enum ? `: ${node.enum.map((one) => `\`${one}\``).join(', ')}` : '';
  const meaning = cell(`${node.description ?? ''}${choices}`);
  return [`\`${key}\``, variablesOf(setting), defaultOf(setting), meaning];
}

function sectionText({ name, isList, description, settings }: SettingsSection): string {
  const title = isList ? `[[${name}]]` : `[${name}]`;
  const heading = name === '' ? '## At the top' : `## \`${title}\`\n\n${description}`;
  return `${heading}\n\n${tableOf(HEADS, settings.map(cellsOf))}\n`;
}

/** The page of all settings. */
export const configurationText = (): string => [INTRO, ...SECTIONS.map(sectionText)].join('\n');
