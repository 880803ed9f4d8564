const STATUS_AT = 'HTTP/1.1 '.length;
const DIGITS = 3;
const ONE = 0x31;
const TWO = 0x32;
const CR = 0x0d;
const LF = 0x0a;
const BLANK_LINE = 4;

/**
 * Follows the bytes of an answer up to its own status line, past those of interim answers (RFC 9110, 15.2), which a
 * client has to put up with whether it asked for them or not. undici gives up a connection on a `100`, and ignores a
 * `102`, so that the one becomes the other here. On a `101` it gives up too: that one is final, and becomes a `201`.
 */
export class AnswerHeads {
  /** True once a byte of the answer has come. */
  hasBegun = false;
  /** True once the receiver has said that it switches protocols. */
  isSwitch = false;
  #part: 'status' | 'interim' | 'rest' = 'rest';
  /** How many bytes of the status line, or of the blank line behind an interim answer, have come. */
  #count = 0;
  #status = '';

  /** A request goes out: what comes next is its answer. */
  expect(): void {
    this.hasBegun = false;
    this.isSwitch = false;
    this.#begin('status');
  }

  /** Takes the next bytes, and changes the status of an interim answer that undici would not take. */
  pass(bytes: Buffer): void {
    this.hasBegun = true;
    for (let at = 0; at < bytes.length; at += 1) {
      if (this.#part === 'rest') return;
      if (this.#part === 'status') this.#readStatus(bytes, at);
      else this.#readInterim(bytes[at]);
    }
  }

  #begin(part: 'status' | 'interim'): void {
    this.#part = part;
    this.#count = 0;
    this.#status = '';
  }

  #readStatus(bytes: Buffer, at: number): void {
    this.#count += 1;
    if (this.#count <= STATUS_AT) return;
    if (this.#count === STATUS_AT + 1 && bytes[at] !== ONE) {
      this.#part = 'rest';
      return;
    }
    this.#status += String.fromCharCode(bytes[at] ?? 0);
    if (this.#status.length < DIGITS) return;
    if (this.#status === '100') bytes[at] = TWO;
    if (this.#status === '101') this.#switches(bytes, at);
    else this.#begin('interim');
  }

  #switches(bytes: Buffer, at: number): void {
    this.isSwitch = true;
    this.#part = 'rest';
    // A first digit that came alone is gone
    if (at >= DIGITS - 1) bytes[at - DIGITS + 1] = TWO;
  }

  #readInterim(byte: number | undefined): void {
    const wanted = this.#count % 2 === 0 ? CR : LF;
    if (byte === wanted) this.#count += 1;
    else this.#count = byte === CR ? 1 : 0;
    if (this.#count === BLANK_LINE) this.#begin('status');
  }
}
