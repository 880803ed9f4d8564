/** The functions of `Modules` whose first parameter accepts a `Db`, without that parameter. */
export type Bound<Modules, Db> = {
  [Name in keyof Modules as Modules[Name] extends (db: Db, ...rest: never[]) => Promise<unknown>
    ? Name
    : never]: Modules[Name] extends (db: Db, ...args: infer Args) => infer Result
    ? (...args: Args) => Result
    : never;
};

type Run<Db> = (query: (db: Db) => Promise<unknown>) => Promise<unknown>;

/** Turns functions that take a database first into methods. `run` supplies the database. */
export function bind<Modules extends object, Db>(modules: Modules, run: Run<Db>) {
  const methods = Object.entries(modules).flatMap(([name, value]) =>
    typeof value === 'function'
      ? [[name, (...args: unknown[]) => run((db) => value(db, ...args))]]
      : [],
  );
  return Object.fromEntries(methods) as Bound<Modules, Db>;
}
