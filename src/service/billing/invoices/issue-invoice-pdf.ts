import type { Paper } from '../../../pdf/lay-out-invoice.ts';
import type { ServiceDeps } from '../../core/deps.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import { chooseSeal } from '../../core/evidence/choose-seal.rules.ts';
import type { Caller } from '../../core/permissions.rules.ts';
import { permit } from '../../core/permissions.rules.ts';
import { showRupees } from '../prices.rules.ts';
import type { InvoiceContent } from './invoice.rules.ts';
import { columnsOf, factsOf, partyLines, rupeesInWords, titleOf } from './invoice-words.rules.ts';

type Deps = Pick<ServiceDeps, 'store' | 'clock' | 'seals' | 'fonts' | 'version'>;

const TEST_MARK = 'TEST: not a tax invoice. No money was paid.';

function paperOf(content: InvoiceContent, version: string): Paper {
  const { supplier, recipient, number, issuedAt, isTest, totalPaise } = content;
  return {
    title: titleOf(content),
    number,
    mark: isTest ? TEST_MARK : null,
    issuedAt,
    parties: [
      { heading: 'Supplier', lines: partyLines(supplier) },
      { heading: 'Recipient', lines: partyLines(recipient) },
    ],
    facts: factsOf(content),
    columns: columnsOf(content),
    total: ['Total with tax', showRupees(totalPaise)],
    notes: [
      `In words: ${rupeesInWords(totalPaise)}`,
      'Sealed by the service. The date in the seal is that of this copy.',
    ],
    service: { name: 'esign', version },
  };
}

/** @throws {DomainError} as `issueInvoicePdf` */
export async function downloadInvoice(deps: Deps, caller: Caller, number: string) {
  return await issueInvoicePdf(deps, { accountId: permit(caller, 'billing.manage'), number });
}

/**
 * From frozen content. Each copy has its own seal: the content is the same, the bytes aren't.
 * @throws {DomainError} `not_found`, or `internal_error` when no seal is valid
 */
export async function issueInvoicePdf(
  deps: Deps,
  own: { readonly accountId: string; readonly number: string },
) {
  const content = await deps.store.findInvoice(own);
  if (!content) throw new DomainError('not_found', 'The account has no such invoice.');
  const date = deps.clock.now();
  const seal = chooseSeal(deps.seals, date);
  if (!seal) throw new DomainError('internal_error', "None of the service's seals is valid now.");
  const { layOutInvoice } = await import('../../../pdf/lay-out-invoice.ts');
  const { embedSeal, prepareSeal } = await import('../../../pdf/certificate/certificate.ts');
  const fonts = await deps.fonts();
  const laidOut = await layOutInvoice(paperOf(content, deps.version), fonts);
  const shown = { name: 'esign', date, fonts, test: content.isTest };
  const prepared = await prepareSeal(laidOut, shown);
  const bytes = await embedSeal(prepared, { ...seal, chain: seal.chain.slice(0, -1) });
  return { bytes, fileName: `${content.number.replaceAll('/', '-')}.pdf` };
}
