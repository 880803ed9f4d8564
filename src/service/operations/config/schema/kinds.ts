import { Type } from 'typebox';

interface About {
  /** Meaning and unit, for the manual and the example file. */
  readonly description: string;
  /** Value in the example file; by default the default. */
  readonly example?: unknown;
  /** Optional, but used in the example file. */
  readonly isUsual?: boolean;
}

/** A table takes no other keys. */
export const CLOSED = { additionalProperties: false } as const;

/** A table that starts out empty where it is left out, and takes no other keys. */
export const TABLE = { ...CLOSED, default: {} } as const;

export const Text = (about: About & { readonly default?: string }) =>
  Type.String({ minLength: 1, ...about });

/** Relative to the configuration file's folder, or in a variable to the working folder. */
export const Path = (about: About) => Type.String({ minLength: 1, isPath: true, ...about });

/** Never printed. In the file it is `{ file = "…" }`; in the environment it may be `…_FILE`. */
export const Secret = (about: About) => Type.String({ minLength: 1, isSecret: true, ...about });

/** Secret only with a password. Without one, the file may hold it directly. */
export const SecretUrl = (about: About) =>
  Type.String({ minLength: 1, isSecret: true, isUrl: true, ...about });

export const Whole = (
  minimum: number,
  maximum: number,
  about: About & { readonly default?: number },
) => Type.Integer({ minimum, maximum, ...about });

export const Texts = (about: About) =>
  Type.Array(Type.String({ minLength: 1 }), { default: [], ...about });

/** A text with a pattern; `rule` says it in words, which follow the setting's name in a message. */
export const Identifier = (
  form: { readonly pattern: string; readonly rule: string },
  about: About,
) => Type.String({ minLength: 1, ...form, ...about });

/** In rows, metrics and log lines. */
export const OWN = {
  pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$',
  rule: 'must have letters, digits, dots, hyphens and underscores only, at most 64',
};

/** Given by somebody else. */
export const GIVEN = {
  pattern: '^[!-~]{1,256}$',
  rule: 'must have no spaces, and ASCII characters only',
};
