const LONG_FORM = 0x80;
const INDEFINITE = Buffer.of(LONG_FORM);
const END_OF_CONTENTS = Buffer.of(0, 0);

/** Where the value of the DER element at the buffer's beginning lies. */
function spanOf(der: Buffer): { start: number; end: number } {
  const first = der[1] ?? 0;
  if (first < LONG_FORM) return { start: 2, end: 2 + first };
  const octets = first - LONG_FORM;
  const start = 2 + octets;
  return { start, end: start + der.readUIntBE(2, octets) };
}

/** The value of the element at the buffer's beginning, in an element of indefinite length. */
function opened(der: Buffer, inner: (value: Buffer) => Buffer): Buffer {
  const { start, end } = spanOf(der);
  const value = inner(der.subarray(start, end));
  return Buffer.concat([der.subarray(0, 1), INDEFINITE, value, END_OF_CONTENTS]);
}

/** A CMS in DER rewritten as BER, its outer three levels of indefinite length (X.690, 8.1.3.6), as authorities send it. */
export function toIndefinite(der: Buffer): Buffer {
  return opened(der, (info) => {
    const { end } = spanOf(info);
    const content = opened(info.subarray(end), (explicit) => opened(explicit, (body) => body));
    return Buffer.concat([info.subarray(0, end), content]);
  });
}
