/** A command of a guide, as typed at a terminal. */
export interface ShownCommand {
  readonly kind: 'command';
  readonly line: string;
  /** The lines shown below it. A line `…` stands for any lines, and `…` at the end of a line for any rest. */
  readonly shown: readonly string[];
  readonly exitCode: number;
}

/** Lines of shell, whose output is not shown. Each is a command by itself and has to succeed. */
export interface Script {
  readonly kind: 'script';
  readonly lines: readonly string[];
}

/** A file that a guide has its reader write. */
interface ShownFile {
  readonly kind: 'file';
  readonly name: string;
  readonly text: string;
}

export type Step = ShownCommand | Script | ShownFile;

/** A block; `<!-- not run: why -->` in the line before it exempts it. */
const BLOCK = /(^<!-- not run: .*? -->\n)?^```(\w+)(?: (\S+))?\n(.*?)^```$/gms;
const EXIT = /^\[exit (\d+)\]$/;

function commandsOf(text: string): ShownCommand[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [line = '', ...rest] = part.trimEnd().split('\n');
      const [, exit] = EXIT.exec(rest.at(-1) ?? '') ?? [];
      const shown = exit === undefined ? rest : rest.slice(0, -1);
      return { kind: 'command', line, shown, exitCode: Number(exit ?? 0) };
    });
}

/** What a guide has its reader do: its `console` and `sh` blocks, and the blocks that have the name of a file. */
export function stepsOf(guide: string): Step[] {
  return [...guide.matchAll(BLOCK)].flatMap(([, exempt, language, name, text = '']): Step[] => {
    if (exempt !== undefined) return [];
    if (name !== undefined) return [{ kind: 'file', name, text }];
    if (language === 'console') return commandsOf(text);
    return language === 'sh' ? [{ kind: 'script', lines: text.trimEnd().split('\n') }] : [];
  });
}

const VARYING: readonly (readonly [RegExp, string])[] = [
  [/\bkey=[\w-]+/g, 'key=KEY'],
  [/\/sign\/[\w.-]+/g, '/sign/TOKEN'],
  [/\breq_[0-9a-f]{32}\b/g, 'REQUEST'],
  [/\bwhe_[0-9a-f]+\b/g, 'ENDPOINT'],
  [/\bsha256:[0-9a-f]{8}\b/g, 'FINGERPRINT'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, 'ID'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}\b/g, 'ID'],
  [/\b[0-9a-f]{64}\b/g, 'HASH'],
  [/\b\d{8}T\d{6}\.\d{3}Z\b/g, 'TIME'],
  [/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'],
  [/\b\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d UTC/g, 'TIME'],
  [/\b\d\d:\d\d:\d\d\b/g, 'TIME'],
  [/\b\d+ (?:sec|min|hr)\. ago|\b\d+ days? ago|\bjust now/g, 'AGO'],
  [/\b\d+ bytes/g, 'N bytes'],
  [/\b\d+ ms\b/g, 'N ms'],
  [/\bwithin \d+/g, 'within N'],
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT'],
  [/(?<=\s{2})[0-9a-f]{8}\b/g, 'SHORT'],
  [/\b\d+ credits left/g, 'N credits left'],
  [/(?<=^|\s)\/\S*\//g, '/FOLDER/'],
  [/\s+/g, ' '],
];

/** A line without what differs from run to run: ids, times, hashes, sizes, folders, ports, and the width of columns. */
export function masked(line: string): string {
  return VARYING.reduce((text, [what, by]) => text.replace(what, by), line.trimEnd());
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A pattern for the masked output of a command of which these lines are shown. */
export function patternOf(shown: readonly string[]): RegExp {
  const lines = shown.map((line) => {
    if (line === '…') return '(?:[^\\n]*\\n)*?';
    return `${masked(line).split('…').map(escaped).join('[^\\n]*')}\\n`;
  });
  return new RegExp(`^${lines.join('')}$`);
}
