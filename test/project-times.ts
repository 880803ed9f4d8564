import type { Reporter, TestModule } from 'vitest/node';

/** A project's files, tests and time; files run side by side, so this adds up to more than the run took. */
function lineFor(name: string, modules: readonly TestModule[]): string {
  let tests = 0;
  let ms = 0;
  for (const module of modules) {
    const { collectDuration, setupDuration, duration } = module.diagnostic();
    tests += [...module.children.allTests()].length;
    ms += collectDuration + setupDuration + duration;
  }
  return `${name.padEnd(12)} ${modules.length} files, ${tests} tests, ${(ms / 1000).toFixed(1)} s\n`;
}

/** Prints a line for each project once a run has ended. */
export const projectTimes: Reporter = {
  onTestRunEnd(modules) {
    const names = [...new Set(modules.map(({ project }) => project.name))].sort();
    const linesOf = (name: string) =>
      lineFor(
        name,
        modules.filter(({ project }) => project.name === name),
      );
    process.stdout.write(`\n${names.map(linesOf).join('')}`);
  },
};
