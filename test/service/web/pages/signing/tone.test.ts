import { expect, test } from 'vitest';
import { EN } from '../../../../../src/service/web/pages/words/en.ts';
import { HI } from '../../../../../src/service/web/pages/words/hi.ts';
import { ASHA, openApi } from '../../../../support/service/call-service.ts';

const { service, user } = await openApi({ credits: 1000 });
const { links } = await user.send(ASHA);

const buttonIn = (body: string) => /<button type="submit">([^<]+)<\/button>/.exec(body)?.[1];

test.each([
  ['signer_declined', 'note', 'button'],
  ['name_mismatch', 'alert', 'another'],
  ['identity_reused', 'alert', 'another'],
  ['otp_attempts', 'alert', 'again'],
  ['service_down', 'alert', 'again'],
  ['no-consent', 'alert', 'button'],
  ['not-read', 'alert', 'button'],
] as const)(
  'after %s, the page says so as a %s, and the button says what can be done: %s',
  async (problem, look, button) => {
    for (const [lang, words] of [
      ['en', EN],
      ['hi', HI],
    ] as const) {
      const { body } = await service.app.inject(`${links[0]}?problem=${problem}&lang=${lang}`);
      expect(body.match(/<p class="(note|alert)" role="(status|alert)">/)?.slice(1)).toEqual([
        look,
        look === 'note' ? 'status' : 'alert',
      ]);
      expect(buttonIn(body)).toBe(words.turn[button]);
    }
  },
);
