import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { usageOf } from '../../../src/pdf/admission/watched-child.ts';

test('a running process uses time and memory, an ended one nothing', () => {
  const { cpuMs, rssMegabytes } = usageOf(process);
  const { user, system } = process.cpuUsage();
  expect(cpuMs).toBeGreaterThan(0);
  expect(cpuMs).toBeLessThanOrEqual((user + system) / 1000 + 20);
  expect(rssMegabytes).toBeGreaterThan(10);
  expect(rssMegabytes).toBeLessThan(10_000);
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  expect(usageOf({ pid })).toEqual({ cpuMs: 0, rssMegabytes: 0 });
});
