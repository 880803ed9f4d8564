import { existsSync } from 'node:fs';

export interface Assets {
  readonly answerJudge: URL;
  readonly fonts: URL;
  readonly migrations: URL;
  readonly pages: URL;
  readonly pdfWorker: URL;
  /** A migrated database to unpack; absent in a partial build. */
  readonly template: URL | undefined;
}

/** Finds the package's `dist/assets/`, for sources and built code. */
export function findAssets(from: string): Assets {
  let folder = new URL('./', from);
  while (!existsSync(new URL('package.json', folder))) {
    const parent = new URL('../', folder);
    if (parent.href === folder.href) throw new Error(`No package.json above ${from}.`);
    folder = parent;
  }
  const assets = new URL('dist/assets/', folder);
  const template = new URL('database.tar.gz', assets);
  return {
    answerJudge: new URL('answer-judge.js', assets),
    fonts: new URL('fonts/', assets),
    migrations: new URL('migrations/', assets),
    pages: new URL('pages/', assets),
    pdfWorker: new URL('pdf-worker.js', assets),
    template: existsSync(template) ? template : undefined,
  };
}
