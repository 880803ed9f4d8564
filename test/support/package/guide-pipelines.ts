import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

type Variables = Readonly<Record<string, string>>;

interface GitHubStep {
  readonly name?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: { readonly path?: string };
  readonly run?: string;
  readonly env?: Variables;
}

interface GitHubWorkflow {
  readonly env?: Variables;
  readonly defaults?: { readonly run: { readonly shell: 'bash' } };
  readonly jobs: Readonly<
    Record<string, { readonly env?: Variables; readonly steps: readonly GitHubStep[] }>
  >;
}

interface GitLabJob {
  readonly variables?: Variables;
  readonly script: readonly string[];
  readonly artifacts?: { readonly paths?: readonly string[] };
}

/** One shell script of a job, as its pipeline runs it. */
interface ShellStep {
  readonly script: string;
  readonly env: Variables;
}

/** A job of a guide: what it runs, and which files it keeps. */
export interface PipelineJob {
  readonly name: string;
  readonly steps: readonly ShellStep[];
  readonly kept: readonly string[];
}

const BLOCK = /^```yaml\n# (\S+)\n(.*?)^```$/gms;

/** The jobs of all pipeline files in a guide, whose `${{ … }}` are filled in from `given`. */
export function jobsOf(guide: string, given: Variables): PipelineJob[] {
  return [...guide.matchAll(BLOCK)].flatMap(([, file = '', text = '']) =>
    file.startsWith('.github/') ? gitHubJobs(parse(text), given) : gitLabJobs(parse(text)),
  );
}

function filledIn(env: Variables = {}, given: Variables): Variables {
  const fill = (text: string) =>
    String(text).replace(/\$\{\{ (.*?) \}\}/g, (_, name: string) => {
      if (given[name] === undefined) throw new Error(`nothing is given for ${name}`);
      return given[name];
    });
  return Object.fromEntries(Object.entries(env).map(([name, text]) => [name, fill(text)]));
}

const lines = (text = '') => text.split('\n').filter((line) => line !== '');

/** GitHub runs bash with `-e`, and with `pipefail` only where it is named. */
function gitHubJobs(workflow: GitHubWorkflow, given: Variables): PipelineJob[] {
  const isNamed = workflow.defaults?.run.shell === 'bash';
  return Object.entries(workflow.jobs).map(([name, job]) => ({
    name: `GitHub: ${name}`,
    // A step of a failed job is not run here
    steps: job.steps.flatMap(({ run, if: only, env }) => {
      if (run === undefined || only !== undefined) return [];
      if (run.includes('${{')) throw new Error('a value in a script can be a command: use env');
      const script = isNamed ? `set -o pipefail\n${run}` : run;
      return [{ script, env: filledIn({ ...workflow.env, ...job.env, ...env }, given) }];
    }),
    kept: job.steps.flatMap(({ with: options }) => lines(options?.path)),
  }));
}

/** GitLab runs all lines of a job in one shell. */
function gitLabJobs(jobs: Readonly<Record<string, GitLabJob>>): PipelineJob[] {
  return Object.entries(jobs).map(([name, { variables = {}, script, artifacts }]) => ({
    name: `GitLab: ${name}`,
    steps: [{ script: `set -o pipefail\n${script.join('\n')}`, env: variables }],
    kept: (artifacts?.paths ?? []).filter((path) => !path.endsWith('.log')),
  }));
}

/** How a step ended, with everything it wrote. */
export interface StepEnd {
  readonly code: number;
  readonly said: string;
}

/** Runs the steps of a job in a folder until one fails, each in a shell of its own; answers how the last one ended. */
export async function runJob(
  { steps }: PipelineJob,
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<StepEnd> {
  const exported = join(cwd, '.github-env');
  await writeFile(exported, '');
  let end: StepEnd = { code: 0, said: '' };
  for (const step of steps) {
    const added = lines(await readFile(exported, 'utf8')).map((line) => line.split(/=(.*)/, 2));
    const GITHUB_STEP_SUMMARY = join(cwd, '.github-summary');
    const files = { GITHUB_ENV: exported, GITHUB_STEP_SUMMARY, CI: 'true' };
    const all = { ...env, ...step.env, ...files, ...Object.fromEntries(added) };
    end = await shell(step.script, { cwd, env: all });
    if (end.code !== 0) return end;
  }
  return end;
}

async function shell(
  script: string,
  place: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<StepEnd> {
  const child = spawn('bash', ['-e', '-c', script], {
    ...place,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk;
    });
  const [code] = await once(child, 'exit');
  return { code: Number(code), said };
}
