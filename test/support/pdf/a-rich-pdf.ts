import { streamObject, writePdf } from './a-pdf.ts';

const XMP = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Lease</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

/**
 * A tagged document with bookmarks, a link, a file attached, page labels, XMP and document information, and a filled field. The numbers of
 * its parents are in a tree of one node or, if `isDeep`, in one below.
 */
export function aRichPdf({ isDeep = false } = {}): Buffer {
  const numbers = '/Nums [0 [15 0 R] 1 16 0 R]';
  return writePdf(
    [
      `<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R /PageMode /UseOutlines /PageLabels 19 0 R
          /Names << /EmbeddedFiles 9 0 R /Dests << /Names [(c1) [3 0 R /Fit]] >> >> /AF [10 0 R] /StructTreeRoot 12 0 R
          /MarkInfo << /Marked true >> /Lang (en-IN) /Metadata 17 0 R /AcroForm << /Fields [20 0 R] >>
          /ViewerPreferences << /DisplayDocTitle true >> >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R
          /Annots [8 0 R 20 0 R] /StructParents 0 /Tabs /S >>`,
      streamObject('/P << /MCID 0 >> BDC BT /F1 12 Tf 72 720 Td (Rental agreement) Tj ET EMC'),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      '<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>',
      '<< /Title (Clause 1) /Parent 6 0 R /Dest [3 0 R /XYZ 72 720 0] >>',
      `<< /Type /Annot /Subtype /Link /Rect [72 700 300 730] /Border [0 0 0] /StructParent 1 /Contents (home)
          /A << /S /URI /URI (https://example.in/) >> >>`,
      '<< /Names [(terms.txt) 10 0 R] >>',
      '<< /Type /Filespec /F (terms.txt) /UF (terms.txt) /AFRelationship /Data /EF << /F 11 0 R >> >>',
      streamObject('annex terms', '/Type /EmbeddedFile /Subtype /text#2Fplain'),
      '<< /Type /StructTreeRoot /K 13 0 R /ParentTree 14 0 R /ParentTreeNextKey 2 >>',
      '<< /Type /StructElem /S /Document /P 12 0 R /K [15 0 R 16 0 R] >>',
      isDeep ? `<< /Kids [21 0 R] >>` : `<< ${numbers} >>`,
      '<< /Type /StructElem /S /P /P 13 0 R /Pg 3 0 R /K 0 >>',
      '<< /Type /StructElem /S /Link /P 13 0 R /Pg 3 0 R /K << /Type /OBJR /Obj 8 0 R >> >>',
      streamObject(XMP, '/Type /Metadata /Subtype /XML'),
      '<< /Title (Lease) /Author (Office) /CreationDate (D:20200101000000Z) >>',
      '<< /Nums [0 << /S /r >>] >>',
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (tenant) /V (Meera Nair) /Rect [72 600 272 620] /F 4 >>',
      `<< /Limits [0 1] ${numbers} >>`,
    ],
    '/Info 18 0 R',
  );
}
