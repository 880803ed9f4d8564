import type { PDF, PdfObject, PdfRef } from '@libpdf/core';
import { PdfArray, PdfBool, PdfDict, PdfName, PdfNumber } from '@libpdf/core';
import { numberArray, readArray, readDict, readName, readNumber, readObject } from '../objects.ts';

export interface AddedWidget {
  readonly ref: PdfRef;
  readonly widget: PdfDict;
  readonly page: PdfRef;
  readonly name: PdfObject;
}

const MAX_DEPTH = 32;

/** The structure tree of a tagged document (ISO 32000-2, 14.7 and 14.8). */
function treeOf(pdf: PDF): PdfDict | undefined {
  const marked = readObject(pdf, readDict(pdf, pdf.getCatalog().get('MarkInfo'))?.get('Marked'));
  const isTagged = marked instanceof PdfBool && marked.value;
  return isTagged ? readDict(pdf, pdf.getCatalog().get('StructTreeRoot')) : undefined;
}

/** The highest key, which is the last since keys ascend; -1 if there is none. */
function lastKey(pdf: PDF, tree: PdfDict | undefined, depth = 0): number {
  const kids = readArray(pdf, tree?.get('Kids'))?.toArray() ?? [];
  if (kids.length > 0 && depth < MAX_DEPTH) {
    return lastKey(pdf, readDict(pdf, kids.at(-1)), depth + 1);
  }
  return readNumber(pdf, readArray(pdf, tree?.get('Nums'))?.toArray().at(-2)) ?? -1;
}

/** Adds a key above all others, at the tree's root. */
function addNumber(pdf: PDF, tree: PdfDict, [key, value]: readonly [number, PdfRef]): void {
  const pair = [PdfNumber.of(key), value];
  const kids = readArray(pdf, tree.get('Kids'));
  const numbers = readArray(pdf, tree.get('Nums'));
  if (kids) {
    const Nums = new PdfArray(pair);
    kids.push(pdf.register(PdfDict.of({ Limits: numberArray([key, key]), Nums })));
  } else if (numbers) for (const item of pair) numbers.push(item);
  else tree.set('Nums', new PdfArray(pair));
}

function addChild(pdf: PDF, parent: PdfDict, child: PdfRef): void {
  const children = parent.get('K');
  const list = readArray(pdf, children);
  if (list) list.push(child);
  else parent.set('K', new PdfArray(children ? [children, child] : [child]));
}

/** The only top element if it is the whole document; undefined otherwise. */
function parentOf(pdf: PDF, tree: PdfDict): PdfObject | undefined {
  const top = tree.get('K');
  const list = readArray(pdf, top)?.toArray() ?? [top];
  const [only] = list;
  const isDocument = readName(pdf, readDict(pdf, only)?.get('S')) === 'Document';
  return list.length === 1 && isDocument ? only : undefined;
}

function parentTreeOf(pdf: PDF, tree: PdfDict): PdfDict {
  const known = readDict(pdf, tree.get('ParentTree'));
  if (known) return known;
  const made = PdfDict.of({});
  tree.set('ParentTree', pdf.register(made));
  return made;
}

/** In a tagged document, adds widgets to the structure tree for screen readers. */
export function tagWidgets(pdf: PDF, widgets: readonly AddedWidget[]): void {
  const tree = treeOf(pdf);
  if (tree === undefined) return;
  const root = pdf.getCatalog().get('StructTreeRoot');
  const document = parentOf(pdf, tree);
  const parents = parentTreeOf(pdf, tree);
  const known = readNumber(pdf, tree.get('ParentTreeNextKey')) ?? 0;
  let key = Math.max(known, lastKey(pdf, parents) + 1);
  for (const { ref, widget, page, name } of widgets) {
    const K = PdfDict.of({ Type: PdfName.of('OBJR'), Obj: ref, Pg: page });
    const element = PdfDict.of({
      Type: PdfName.of('StructElem'),
      S: PdfName.of('Form'),
      Pg: page,
      Alt: name,
      K,
    });
    const parent = document ?? root;
    if (parent) element.set('P', parent);
    const added = pdf.register(element);
    addChild(pdf, readDict(pdf, document) ?? tree, added);
    addNumber(pdf, parents, [key, added]);
    widget.set('StructParent', PdfNumber.of(key));
    key += 1;
  }
  tree.set('ParentTreeNextKey', PdfNumber.of(key));
}
