import { writeFile } from 'node:fs/promises';
import pdfmake from 'pdfmake';
import { ASSETS } from '../build/paths.ts';

const CLAUSES = [
  'The provider delivers the sample work described in the annex by the end of the month.',
  'The client pays the sample fee within thirty days of delivery.',
  'Either party may end this sample agreement with fourteen days of notice in writing.',
  'This agreement is a specimen. The parties are invented and nothing in it binds anybody.',
];

/** Writes a one-page contract between invented parties, marked as a specimen. */
export async function writeSampleContract(file: string): Promise<void> {
  const fonts = `${ASSETS}/fonts`;
  pdfmake.setFonts({
    NotoSans: {
      normal: `${fonts}/NotoSans_400Regular.ttf`,
      bold: `${fonts}/NotoSans_700Bold.ttf`,
    },
  });
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path: string) => path.startsWith(fonts));
  const contract = pdfmake.createPdf({
    pageSize: 'A4',
    pageMargins: [72, 72, 72, 72],
    defaultStyle: { font: 'NotoSans', fontSize: 11, lineHeight: 1.35 },
    content: [
      { text: 'Service agreement', bold: true, fontSize: 22 },
      { text: 'SPECIMEN, between Asha Rao and अनिता शर्मा (both invented)', margin: [0, 0, 0, 24] },
      {
        ol: CLAUSES.map((text) => ({
          text,
          margin: [0, 0, 0, 8] as [number, number, number, number],
        })),
      },
    ],
  });
  await writeFile(file, await contract.getBuffer());
}
