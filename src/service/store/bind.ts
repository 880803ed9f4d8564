/** The functions among `Modules` that take a `Db` first, without it. Those that need more than a `Db` are left out. */
export type Bound<Modules, Db> = {
  [Name in keyof Modules as Modules[Name] extends (db: Db, ...rest: never[]) => Promise<unknown>
    ? Name
    : never]: Modules[Name] extends (db: Db, ...args: infer Args) => infer Result
    ? (...args: Args) => Result
    : never;
};

/** Calls one function with a database, such as in a transaction of its own. */
type Run<Db> = (query: (db: Db) => Promise<unknown>) => Promise<unknown>;

/** Makes methods of functions that take a database first: each is called through `run`, which gives it one. */
export function bind<Modules extends object, Db>(modules: Modules, run: Run<Db>) {
  const methods = Object.entries(modules).flatMap(([name, value]) =>
    typeof value === 'function'
      ? [[name, (...args: unknown[]) => run((db) => value(db, ...args))]]
      : [],
  );
  return Object.fromEntries(methods) as Bound<Modules, Db>;
}
