import { BaseCommand } from '../base-command.ts';
import { placeOf } from '../command-context.ts';
import type { PdfTools } from './manifest/pdf-files.ts';
import type { BulkRequest, BulkSummary } from './run/run-bulk.ts';
import { runBulk } from './run/run-bulk.ts';

export abstract class BulkCommand extends BaseCommand {
  protected override readonly printsLines = true;

  /** Throws as `runBulk` does. */
  protected async sendRows(request: BulkRequest, pdfTools: PdfTools): Promise<BulkSummary> {
    const connection = await this.connection();
    const { baseUrl, recipients } = connection;
    const { out, mayAsk, mayAnimate, signal } = this;
    return runBulk(request, {
      ...{ out, mayAsk, mayAnimate, signal, baseUrl, recipients, pdfTools },
      place: placeOf(connection),
      progress: (text, work) => this.progress(text, work),
      connect: (options) => this.client(options),
    });
  }
}
