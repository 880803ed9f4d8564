import { BaseCommand } from '../base-command.ts';
import type { CountPages } from './manifest/pdf-files.ts';
import type { Asked, BulkSummary } from './run/run-bulk.ts';
import { runBulk } from './run/run-bulk.ts';

/** What the commands share that send rows. */
export abstract class BulkCommand extends BaseCommand {
  protected override readonly printsLines = true;

  /** Sends the rows that were asked for. Throws what `runBulk` throws. */
  protected async sendRows(asked: Asked, countPages: CountPages): Promise<BulkSummary> {
    const { baseUrl, recipients } = await this.connection();
    const { out, mayAsk, mayAnimate, signal } = this;
    return runBulk(asked, {
      out,
      mayAsk,
      mayAnimate,
      signal,
      baseUrl,
      recipients,
      countPages,
      progress: (text, work) => this.progress(text, work),
      connect: (wishes) => this.client(wishes),
    });
  }
}
