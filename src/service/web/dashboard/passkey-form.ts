import type { Html, Insert } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';

interface PasskeyForm {
  /** Receives the answer by POST, and returns the options by GET. */
  readonly action: string;
  readonly kind: 'create' | 'get';
  readonly content: Insert;
  /** Shown when the device gave no answer. */
  readonly failed: string;
}

/** Name of the field for the browser's answer, as JSON. */
export const PASSKEY_ANSWER = 'answer';

/** Hidden until `passkey.js` finds support for passkeys: without scripts, the form is useless. */
export const passkeyForm = ({ action, kind, content, failed }: PasskeyForm): Html =>
  html`<form method="post" action="${action}" data-passkey="${kind}" hidden>
<input type="hidden" name="${PASSKEY_ANSWER}">
<p class="alert" role="alert" hidden>${failed}</p>
${content}</form>`;
