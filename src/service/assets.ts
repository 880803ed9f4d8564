import { existsSync } from 'node:fs';

/** Files that the build writes beside the service's code. */
export interface Assets {
  /** Script of the thread that judges answers of authorities. */
  readonly answerJudge: URL;
  /** Folder of the font files. */
  readonly fonts: URL;
  /** Folder of the SQL migrations. */
  readonly migrations: URL;
  /** Folder of the signing pages' files. */
  readonly pages: URL;
  /** Script of the PDF worker processes. */
  readonly pdfWorker: URL;
  /** A migrated database to unpack; absent in a partial build. */
  readonly template: URL | undefined;
}

/** Finds `dist/assets/` of a module's package, for sources and built code. */
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
