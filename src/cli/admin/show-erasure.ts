import type { Operator } from '../../service/index.ts';
import type { Printer } from '../terminal/printer.ts';

type Erased = Awaited<ReturnType<Operator['eraseDocument' | 'eraseAccount']>>;

export function noteErasure(out: Printer, { finishedAt, entriesKept }: Erased): void {
  out.note(
    finishedAt === null
      ? 'Not everything is erased yet: a document was put on legal hold in the meantime. The service tries again every hour.'
      : 'Erased from database and files. Files stay in the trash for a week, and backups keep what they hold.',
  );
  if (entriesKept > 0)
    out.warn(`${entriesKept} entries of old audit trails hold values that cannot be erased.`);
}
