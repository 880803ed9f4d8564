import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/schema/schema.ts';
import { openFiles } from '../serve/open-files.ts';
import type { DeploymentCheck, Finding } from './check.ts';
import { failed, ok } from './check.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

async function write(path: string, content: string): Promise<void> {
  const file = await open(path, 'wx', FILE_MODE);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

const codeOf = (error: unknown): string => String(Object(error).code ?? error);

async function tryFolder(folder: string): Promise<string | undefined> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  const path = join(folder, `.check-${randomUUID()}`);
  try {
    await write(path, path);
    const again = await write(path, path).then(() => 'none', codeOf);
    if (again !== 'EEXIST') return `the same file could be created twice (${again})`;
    return (await readFile(path, 'utf8')) === path
      ? undefined
      : 'a file was read otherwise than written';
  } finally {
    await rm(path, { force: true });
  }
}

/** Opening a bucket tests it. */
async function tryBucket(bucket: string, files: Config['files']): Promise<Finding> {
  try {
    await (await openFiles(files)).close();
    return ok(`the bucket ${bucket} can be written`);
  } catch (error) {
    const about = error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
    return failed(`files.s3: ${about}`, 'correct files.s3');
  }
}

/** Checks that files can be created, synced, read and removed. */
export const filesCheck: DeploymentCheck = {
  name: 'files',
  atStart: 'refuse',
  run: async ({ config, nameOf }) => {
    const { folder, s3 } = config.files;
    if (s3) return await tryBucket(s3.bucket, config.files);
    if (folder === undefined) return [];
    const fault = await tryFolder(folder).catch(codeOf);
    if (fault === undefined) return ok(`${folder} can be written`);
    const name = nameOf(['files', 'folder']);
    return failed(`${name}: ${folder} cannot be used: ${fault}`, `ls -ld ${folder}`);
  },
};
