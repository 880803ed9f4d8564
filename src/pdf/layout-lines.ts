import type { CustomTableLayout } from 'pdfmake';

/** Labels and values: thin lines between, nothing above the first. */
export const FACT_LINES: CustomTableLayout = {
  hLineWidth: (index) => (index === 0 ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => '#dde4ee',
  paddingLeft: () => 0,
  paddingTop: () => 2.5,
  paddingBottom: () => 2.5,
};

/** A table with a header row. */
export const ROW_LINES: CustomTableLayout = {
  ...FACT_LINES,
  paddingLeft: () => 4,
  fillColor: (index) => (index === 0 ? '#eef3fa' : null),
};
