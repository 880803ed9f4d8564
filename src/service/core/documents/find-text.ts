import { Value } from 'typebox/value';
import type { FoundTexts } from '../../../contract/extensions/extensions.ts';
import { FindTextRequest } from '../../../contract/extensions/extensions.ts';
import { EXTENSION_LIMITS } from '../../../contract/extensions/names.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { ServiceDeps } from '../deps.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { Caller } from '../permissions.rules.ts';
import { permit } from '../permissions.rules.ts';
import { findOwnDocument } from './read-documents.ts';

const SIZE = { width: LIMITS.placementWidth, height: LIMITS.placementHeight };
const { texts: MOST, textLength: LONGEST } = EXTENSION_LIMITS;

function textsIn(body: unknown): readonly string[] {
  if (Value.Check(FindTextRequest, body)) return body.texts;
  const message = `texts must be 1 to ${MOST} texts of 1 to ${LONGEST} characters each.`;
  throw new DomainError('invalid_request', message);
}

/**
 * Where texts stand in the newest revision, and where a signature fits beside each.
 * @throws {DomainError} `not_found`, `invalid_request`
 */
export async function findText(
  deps: Pick<ServiceDeps, 'store' | 'files' | 'pdf'>,
  caller: Caller,
  request: { readonly documentId: string; readonly body: unknown },
): Promise<FoundTexts> {
  permit(caller, 'documents.read');
  const { documentId, accountId, head, original } = await findOwnDocument(
    deps,
    caller,
    request.documentId,
  );
  const texts = textsIn(request.body);
  const file = head ?? original;
  const bytes = await deps.files.read(file.key, file);
  const queries = texts.map((words) => ({ words, ...SIZE }));
  const located = await deps.pdf.locate({ bytes, queries }, { owner: accountId });
  if (!located) {
    throw new DomainError('invalid_request', 'The text of the document could not be read.');
  }
  const { pages, textless: textlessPages, answers } = located;
  return {
    documentId,
    pages,
    textlessPages,
    texts: answers.map(({ count, hits, chosen }, at) => {
      const spot = chosen && (chosen.spots.find(({ isFree }) => isFree) ?? chosen.spots[0]);
      return {
        text: texts[at] ?? '',
        count,
        hits: hits.map(({ page, box, text: line }) => ({ page, ...rectangle(box), line })),
        place:
          spot && chosen
            ? { page: chosen.page, ...rectangle(spot), isFree: spot.isFree ?? false }
            : null,
      };
    }),
  };
}

type Rectangle = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

const tenths = (points: number): number => Math.round(points * 10) / 10;

const rectangle = ({ x, y, width, height }: Rectangle): Rectangle => ({
  x: tenths(x),
  y: tenths(y),
  width: tenths(width),
  height: tenths(height),
});
