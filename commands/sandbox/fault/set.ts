import { Flags } from '@oclif/core';
import { required } from '../../../src/cli/input/argument.ts';
import { readDuration } from '../../../src/cli/input/time-flag.ts';
import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';
import { printFaults } from '../../../src/cli/sandbox/show-faults.ts';
import type { SandboxFault } from '../../../src/sandbox/index.ts';

export default class SandboxFaultSet extends SandboxCommand {
  static override summary = 'make the test authority or the API fail';
  static override description =
    'A fault of the authority never produces a signature, and the signer can start again immediately. A fault of the API, whose name begins with api-, affects the requests of one account. "sandbox fault list" names all faults.';
  static override examples = [
    '<%= config.bin %> sandbox fault set wrong-hash',
    '<%= config.bin %> sandbox fault set slow --delay 5s --times 3',
    '<%= config.bin %> sandbox fault set down --always --json',
    '<%= config.bin %> sandbox fault set api-lost-answer --route "POST */send"',
  ];
  static override args = {
    fault: required('name of the fault, such as bad-signature'),
  };
  static override flags = {
    times: Flags.integer({
      description: 'number of times to fail',
      default: 1,
      min: 1,
      exclusive: ['always'],
    }),
    always: Flags.boolean({ description: 'fail until cleared' }),
    delay: Flags.string({
      description: 'delay of the faults "slow" and "api-slow" (default: 20s)',
      helpValue: '5s',
    }),
    route: Flags.string({
      description: 'requests to the API that fail, with * for any characters (default: all)',
      helpValue: '"POST */send"',
    }),
    account: Flags.string({
      description: 'account whose requests to the API fail (default: the sandbox’s own)',
      helpValue: 'ID',
    }),
  };

  async run(): Promise<SandboxFault> {
    const { args, flags } = await this.parse(SandboxFaultSet);
    const control = await this.control(flags, import('../../../src/sandbox/index.ts'));
    const set = await control.setFault({
      fault: args.fault,
      times: flags.always ? 'always' : flags.times,
      delayMs: flags.delay === undefined ? undefined : Math.round(readDuration(flags.delay)),
      route: flags.route,
      accountId: flags.account,
    });
    await printFaults(this.out, [set]);
    this.out.next(set.accountId === null ? 'esign sandbox sign DOCUMENT' : 'esign docs list');
    return set;
  }
}
