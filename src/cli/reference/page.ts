import type { Command } from '@oclif/core';

export interface PageEntry {
  /** As typed, such as `-o, --output=PATH`. */
  readonly label: string;
  readonly text: string;
}

export interface ReferencePage {
  readonly name: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly usage: string;
  readonly args: readonly PageEntry[];
  readonly flags: readonly PageEntry[];
  readonly globalFlags: readonly PageEntry[];
  readonly examples: readonly string[];
}

export type Declared = Pick<
  Command.Cached,
  'id' | 'summary' | 'description' | 'args' | 'flags' | 'examples'
>;

type ReferenceFlag = Declared['flags'][string];

/** Empty for flags without a value. */
function valueWord(flag: ReferenceFlag): string {
  if (flag.type === 'boolean') return '';
  const { helpValue, options } = flag;
  const shown = Array.isArray(helpValue) ? helpValue.join(' ') : helpValue;
  return `=${shown ?? options?.join('|') ?? 'VALUE'}`;
}

function labelOf(name: string, flag: ReferenceFlag): string {
  const isSwitch = flag.type === 'boolean' && flag.allowNo === true;
  const short = flag.char === undefined ? '' : `-${flag.char}, `;
  return `${short}--${isSwitch ? '[no-]' : ''}${name}${valueWord(flag)}`;
}

function textOf(flag: ReferenceFlag): string {
  const { description = '', required = false } = flag;
  const hasDefault = flag.type === 'option' && typeof flag.default !== 'object';
  const standard = hasDefault && flag.default !== undefined ? ` (default: ${flag.default})` : '';
  return `${description}${standard}${required ? ' (required)' : ''}`;
}

const entryOf = ([name, flag]: [string, ReferenceFlag]): PageEntry => ({
  label: labelOf(name, flag),
  text: textOf(flag),
});

const isGlobal = ([, { helpGroup }]: [string, ReferenceFlag]): boolean => helpGroup === 'GLOBAL';

const shown = (name: string, { multiple, required }: { multiple?: boolean; required?: boolean }) =>
  required ? `${name}${multiple ? '...' : ''}` : `[${name}${multiple ? '...' : ''}]`;

export function pageOf(command: Declared): ReferencePage {
  const name = ['esign', ...command.id.split(':')].join(' ');
  const args = Object.entries(command.args);
  const flags = Object.entries(command.flags)
    .filter(([, { hidden }]) => hidden !== true)
    .sort(([one], [other]) => one.localeCompare(other, 'en'));
  const needed = flags
    .filter(([, { required }]) => required)
    .map(([flag, one]) => labelOf(flag, one));
  const words = args.map(([arg, one]) =>
    shown(arg.toUpperCase(), { multiple: one.multiple === true, required: one.required === true }),
  );
  const examples = (command.examples ?? []).filter((one) => typeof one === 'string');
  return {
    name,
    summary: command.summary ?? '',
    description: command.description,
    usage: [name, ...words, ...needed, '[flags]'].join(' '),
    args: args.map(([arg, { description = '' }]) => ({
      label: arg.toUpperCase(),
      text: description,
    })),
    flags: flags.filter((flag) => !isGlobal(flag)).map(entryOf),
    globalFlags: flags.filter(isGlobal).map(entryOf),
    examples: examples.map((one) => one.replaceAll('<%= config.bin %>', 'esign')),
  };
}
