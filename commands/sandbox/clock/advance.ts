import { required } from '../../../src/cli/input/argument.ts';
import { readDuration } from '../../../src/cli/input/time-flag.ts';
import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';
import { localTime } from '../../../src/cli/terminal/times.ts';

export default class SandboxClockAdvance extends SandboxCommand {
  static override summary = "advance the running sandbox's clock";
  static override description =
    'Trials end, links expire, and retries and reminders fall due immediately. The clock never goes back.';
  static override examples = [
    '<%= config.bin %> sandbox clock advance 3d',
    '<%= config.bin %> sandbox clock advance 15m --json',
  ];
  static override args = { duration: required('how far, such as 90s, 15m, 1h30m or 3d') };

  async run(): Promise<{ now: string }> {
    const { args, flags } = await this.parse(SandboxClockAdvance);
    const ms = readDuration(args.duration);
    const control = await this.control(flags, import('../../../src/sandbox/index.ts'));
    const moved = await control.advanceClock({ ms: Math.round(ms) });
    this.out.result(`It is ${localTime(moved.now)} in the sandbox.`);
    return moved;
  }
}
