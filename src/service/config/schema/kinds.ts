import { Type } from 'typebox';

/** Annotations of a setting's schema. */
interface About {
  /** Its meaning, with the unit, for the manual and the example file. */
  readonly description: string;
  /** Value in the example file; by default the default. */
  readonly example?: unknown;
  /** Optional, but used in the example file. */
  readonly isUsual?: boolean;
}

/** A table takes no other keys. */
export const CLOSED = { additionalProperties: false } as const;

export const Text = (about: About & { readonly default?: string }) =>
  Type.String({ minLength: 1, ...about });

/** A path; a relative one begins at the configuration file's folder, in a variable at the working folder. */
export const Path = (about: About) => Type.String({ minLength: 1, isPath: true, ...about });

/** Text that is never printed. In the file it is `{ file = "…" }`, in the environment it may be `…_FILE`. */
export const Secret = (about: About) => Type.String({ minLength: 1, isSecret: true, ...about });

/** A secret only with a password: without one, the file may have it as it is. */
export const SecretUrl = (about: About) =>
  Type.String({ minLength: 1, isSecret: true, isUrl: true, ...about });

export const Whole = (
  range: { readonly minimum: number; readonly maximum: number },
  about: About & { readonly default?: number },
) => Type.Integer({ ...range, ...about });

export const YesNo = (about: About & { readonly default: boolean }) => Type.Boolean({ ...about });

/** A list of texts that is empty by default. */
export const Texts = (about: About) =>
  Type.Array(Type.String({ minLength: 1 }), { default: [], ...about });
