import { cruise } from 'dependency-cruiser';
import rules from './rules.mjs';

/** What the cruise of a repository's folder found. */
export interface Cruised {
  /** Our own modules that were looked at, as paths inside the folder. */
  readonly modules: readonly string[];
  /** Imports that a rule forbids. */
  readonly violations: ReadonlyArray<{ rule: string; from: string; to: string }>;
}

/** Holds src, commands and bin of a folder against the import rules. */
export async function cruised(folder: string): Promise<Cruised> {
  const { output } = await cruise(['src', 'commands', 'bin'], {
    ...rules.options,
    ruleSet: { forbidden: rules.forbidden },
    validate: true,
    baseDir: folder,
  });
  if (typeof output === 'string') throw new Error(`not a result: ${output}`);
  const sources = output.modules.map(({ source }) => source);
  return {
    modules: sources.filter((source) => /^(src|commands|bin)\//.test(source)),
    violations: output.summary.violations.map(({ rule, from, to }) => ({
      rule: rule.name,
      from,
      to,
    })),
  };
}
