import type { Html, Insert } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';

/** A form that a passkey answers. */
interface PasskeyForm {
  /** Takes the answer as a form, and gives the options by GET. */
  readonly action: string;
  /** Whether the browser makes a passkey, or uses one. */
  readonly kind: 'create' | 'get';
  /** Its fields and its button. */
  readonly content: Insert;
  /** Message when the device gave no answer. */
  readonly failed: string;
}

/** Name of the field with the browser's answer, as JSON. */
export const PASSKEY_ANSWER = 'answer';

/** Hidden until `passkey.ts` finds that the browser has passkeys: without scripts it could do nothing. */
export const passkeyForm = ({ action, kind, content, failed }: PasskeyForm): Html =>
  html`<form method="post" action="${action}" data-passkey="${kind}" hidden>
<input type="hidden" name="${PASSKEY_ANSWER}">
<p class="alert" role="alert" hidden>${failed}</p>
${content}</form>`;
