import { deflateSync } from 'node:zlib';

/** An update as it will be written, which a trick may change. */
interface Draft {
  /** Objects with their rows, in order; a row of an object that has none leads to `at`. */
  readonly rows: {
    id: number;
    body?: string;
    at?: number;
    kind?: 'n' | 'f';
    generation?: number;
  }[];
  /** Entries of the trailer beside /Root. */
  entries: string[];
  /** What follows the objects without a row of its own. */
  rest: string;
  /** Behind each row of a table. */
  rowEnd: string;
  /** Changes the text of a finished table. */
  table: (text: string) => string;
  /** Widths and index of a stream. */
  widths: string;
  index: string | undefined;
  /** Added to the offset that `startxref` states. */
  shift: number;
  /** Changes the rows of a finished stream. */
  data: (bytes: Buffer) => Buffer;
  /** The coding of a stream. */
  coding: string;
}

type Trick = (draft: Draft, evil: Evil) => void;

/** An object of the signed state, and what a forger writes in its place. */
interface Evil {
  readonly id: number;
  readonly body: string;
  /** Where the signed state has it. */
  readonly honestAt: number;
}

const swap = (entries: string[], pattern: RegExp, other: string) =>
  entries.map((entry) => (pattern.test(entry) ? other : entry));

/** Ways to write an update that programs read in different ways, or that hides what it writes. */
const ANY: Readonly<Record<string, Trick>> = {
  'an object twice, the forged one first': (draft, { id, body, honestAt }) =>
    void draft.rows.push({ id, body }, { id, at: honestAt }),
  'an object twice, the forged one last': (draft, { id, body, honestAt }) =>
    void draft.rows.push({ id, at: honestAt }, { id, body }),
  'an object freed and used': (draft, { id, body }) =>
    void draft.rows.push({ id, kind: 'f', at: 0 }, { id, body }),
  'an object without a row': (draft, { id, body }) => {
    draft.rest += `${id} 0 obj\n${body}\nendobj\n`;
  },
  'an object in a comment': (draft, { id, body }) => {
    draft.rest += `% ${id} 0 obj ${body.replaceAll('\n', ' ')} endobj\n`;
  },
  'a row into the signed state': (draft, { id, honestAt }) =>
    void draft.rows.push({ id, at: honestAt }),
  'another generation': (draft, { id, body }) => void draft.rows.push({ id, body, generation: 1 }),
  'two /Prev': (draft) => void draft.entries.unshift('/Prev 17'),
  'an escaped /Prev': (draft) => void draft.entries.push('/Pr#65v 17'),
  'a /Prev elsewhere': (draft) => {
    draft.entries = swap(draft.entries, /^\/Prev/, '/Prev 99 0 R');
  },
  'a size that shrinks': (draft) => {
    draft.entries = swap(draft.entries, /^\/Size/, '/Size 3');
  },
  'a size elsewhere': (draft) => {
    draft.entries = swap(draft.entries, /^\/Size/, '/Size 99 0 R');
  },
  'two sizes': (draft) => void draft.entries.push('/Size 99'),
  'a table beside it': (draft) => void draft.entries.push('/XRefStm 17'),
  'another catalogue': (draft, { id }) => void draft.entries.push(`/Root ${id} 0 R`),
  encryption: (draft) => void draft.entries.push('/Encrypt << /V 1 >>'),
  'a start before the section': (draft) => {
    draft.shift = -4;
  },
  'a start behind the section': (draft) => {
    draft.shift = 2;
  },
  'a key twice': (draft) => {
    const [first] = draft.rows;
    if (first) first.body = first.body?.replace('>>', '/Lang (en) /Lang (hi) >>') ?? '';
  },
  'a stream that is shorter than it says': (draft) =>
    void draft.rows.push({ id: 60, body: '<< /Length 900 >>\nstream\nq Q\nendstream' }),
  'a stream that is longer than it says': (draft) =>
    void draft.rows.push({ id: 60, body: '<< /Length 1 >>\nstream\nq Q q Q\nendstream' }),
  'an object that does not end': (draft) => void draft.rows.push({ id: 60, body: '<< /A (' }),
};

const TABLE: Readonly<Record<string, Trick>> = {
  'rows of 19 bytes': (draft) => {
    draft.rowEnd = '\n';
  },
  'rows of 21 bytes': (draft) => {
    draft.rowEnd = ' \r\n';
  },
  'more rows than it says': (draft) => {
    draft.table = (text) => text.replace(/\n(\d+) 1\n(.{18}\s\n)/, '\n$1 1\n$2$2');
  },
  'fewer rows than it says': (draft) => {
    draft.table = (text) => text.replace(/\n(\d+) 1\n/, '\n$1 4\n');
  },
  'a head of the free list for another object': (draft) => {
    draft.table = (text) => text.replace('xref\n', 'xref\n1 1\n0000000000 65535 f \n');
  },
  'a trailer in a comment': (draft) => {
    draft.table = (text) => text.replace('trailer', '%\ntrailer');
  },
};

const STREAM: Readonly<Record<string, Trick>> = {
  'an index elsewhere': (draft) => {
    draft.index = '/Index 99 0 R';
  },
  'an index of four billion': (draft) => {
    draft.index = '/Index [0 4000000000]';
  },
  'an index with half a pair': (draft) => {
    draft.index += ' /Ind#65x [1 1]';
    draft.index = draft.index?.replace(']', ' 7]');
  },
  'no index': (draft) => {
    draft.index = '';
  },
  'widths elsewhere': (draft) => {
    draft.widths = '/W 99 0 R';
  },
  'four widths': (draft) => {
    draft.widths = '/W [1 4 2 0]';
  },
  'wide fields': (draft) => {
    draft.widths = '/W [1 4 9]';
  },
  'rows beyond the data': (draft) => {
    draft.data = (bytes) => bytes.subarray(7);
  },
  'data beyond the rows': (draft) => {
    draft.data = (bytes) => Buffer.concat([bytes, bytes]);
  },
  'rows of an unknown kind': (draft) => {
    draft.data = (bytes) => Buffer.concat([Buffer.from([3]), bytes.subarray(1)]);
  },
  'another coding': (draft) => {
    draft.coding = '/Filter /ASCIIHexDecode';
  },
  'a prediction of TIFF': (draft) => {
    draft.coding = '/Filter /FlateDecode /DecodeParms << /Predictor 2 /Columns 7 >>';
  },
};

type Style = 'table' | 'stream';

/** Every way to write an update wrongly, by its style. */
export const TRICKS: readonly (readonly [Style, string, Trick])[] = [
  ...Object.entries({ ...ANY, ...TABLE }).map(([name, trick]) => ['table', name, trick] as const),
  ...Object.entries({ ...ANY, ...STREAM }).map(([name, trick]) => ['stream', name, trick] as const),
];

const lastIn = (text: string, pattern: RegExp): string =>
  [...text.matchAll(pattern)].at(-1)?.[1] ?? '';

function tableOf(draft: Draft, rows: readonly string[]): string {
  const lines = draft.rows.map(({ id }, index) => `${id} 1\n${rows[index]}${draft.rowEnd}`);
  return draft.table(`xref\n${lines.join('')}trailer\n<< ${draft.entries.join(' ')} >>\n`);
}

function streamOf(draft: Draft, offsets: readonly number[], own: number): string {
  const rows = [...draft.rows, { id: 61, at: own, kind: 'n' as const, generation: 0 }];
  const data = Buffer.alloc(rows.length * 7);
  for (const [index, { kind = 'n', generation = 0 }] of rows.entries()) {
    data.writeUInt8(kind === 'n' ? 1 : 0, index * 7);
    data.writeUInt32BE(offsets[index] ?? own, index * 7 + 1);
    data.writeUInt16BE(generation, index * 7 + 5);
  }
  const index = draft.index ?? `/Index [${rows.map(({ id }) => `${id} 1`).join(' ')}]`;
  const coded = deflateSync(draft.data(data)).toString('latin1');
  const entries = `/Type /XRef ${draft.widths} ${index} ${draft.entries.join(' ')} ${draft.coding}`;
  return `61 0 obj\n<< ${entries} /Length ${coded.length} >>\nstream\n${coded}\nendstream\nendobj\n`;
}

/**
 * Appends an update that adds proof, and that a trick makes ambiguous; without a trick it is as it should be. `evil` names the
 * object that the forger is after, and what stands there instead.
 */
export function withTrick(
  file: Buffer,
  { id, body }: { readonly id: number; readonly body: string },
  { style, trick }: { readonly style: Style; readonly trick?: Trick | undefined },
): Buffer {
  const text = file.toString('latin1');
  const root = lastIn(text, /\/Root (\d+) 0 R/g);
  const catalogue = lastIn(text, new RegExp(`\\n${root} 0 obj\\s*<<([^]*?)>>\\s*endobj`, 'g'));
  const certificate = '<< /Length 3 >>\nstream\nq Q\nendstream';
  const draft: Draft = {
    rows: [
      { id: Number(root), body: `<<${catalogue}/DSS << /Certs [59 0 R] >> >>` },
      { id: 59, body: certificate },
    ],
    entries: ['/Size 62', `/Root ${root} 0 R`, `/Prev ${lastIn(text, /startxref\s+(\d+)/g)}`],
    rest: '',
    rowEnd: ' \n',
    table: (table) => table,
    widths: '/W [1 4 2]',
    index: undefined,
    shift: 0,
    data: (bytes) => bytes,
    coding: '/Filter /FlateDecode',
  };
  trick?.(draft, { id, body, honestAt: text.search(new RegExp(`(?<=\\n)${id} 0 obj`)) });
  let written = '';
  const offsets = draft.rows.map(({ id: own, body: content, at, generation = 0 }) => {
    if (content === undefined) return at ?? 0;
    const offset = file.length + written.length;
    written += `${own} ${generation} obj\n${content}\nendobj\n`;
    return offset;
  });
  written += draft.rest;
  const from = file.length + written.length;
  const rows = draft.rows.map(({ kind = 'n', generation = 0 }, index) => {
    return `${String(offsets[index]).padStart(10, '0')} ${String(generation).padStart(5, '0')} ${kind}`;
  });
  const section = style === 'table' ? tableOf(draft, rows) : streamOf(draft, offsets, from);
  const end = `startxref\n${from + draft.shift}\n%%EOF\n`;
  return Buffer.concat([file, Buffer.from(written + section + end, 'latin1')]);
}
