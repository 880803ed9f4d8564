/** An argument of a call: its lists and objects may be readonly at any depth, as `as const` makes them. */
export type Given<T> = T extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Given<T[Name]> }
    : T;
