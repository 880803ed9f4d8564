import { expect, test } from 'vitest';
import { readBrowser } from '../../../src/service/members/user-agent.rules.ts';

const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const IOS = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const [WINDOWS, ANDROID] = ['Windows NT 10.0; Win64; x64', 'Linux; Android 10; K'];
const MAC = 'Macintosh; Intel Mac OS X 10_15_7';
const IPHONE = 'iPhone; CPU iPhone OS 18_5 like Mac OS X';
const IPAD = 'iPad; CPU OS 18_5 like Mac OS X';

test.each([
  [`Mozilla/5.0 (${ANDROID}) ${KIT} Chrome/150.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  [`Mozilla/5.0 (${WINDOWS}) ${KIT} Chrome/150.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [
    `Mozilla/5.0 (${WINDOWS}) ${KIT} Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0`,
    'Edge',
    'Windows',
  ],
  [
    `Mozilla/5.0 (${ANDROID}) ${KIT} Chrome/150.0.0.0 Mobile Safari/537.36 EdgA/150.0`,
    'Edge',
    'Android',
  ],
  [
    `Mozilla/5.0 (${ANDROID}) ${KIT} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  [
    `Mozilla/5.0 (${WINDOWS}) ${KIT} Chrome/150.0.0.0 Safari/537.36 OPR/130.0.0.0`,
    'Opera',
    'Windows',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KIT} Chrome/150.0.0.0 Safari/537.36`,
    'Chrome',
    'ChromeOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox', 'Linux'],
  [`Mozilla/5.0 (${IPHONE}) ${IOS} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone'],
  [`Mozilla/5.0 (${IPHONE}) ${IOS} CriOS/150.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone'],
  [`Mozilla/5.0 (${IPHONE}) ${IOS} FxiOS/150.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iPhone'],
  [`Mozilla/5.0 (${IPAD}) ${IOS} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari', 'iPad'],
  [`Mozilla/5.0 (${MAC}) ${IOS} Version/18.5 Safari/605.1.15`, 'Safari', 'Mac or iPad'],
  [`Mozilla/5.0 (${MAC}) ${KIT} Chrome/150.0.0.0 Safari/537.36`, 'Chrome', 'Mac'],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${KIT} HeadlessChrome/150.0.0.0 Safari/537.36`,
    'Chrome',
    'Linux',
  ],
  [`Mozilla/5.0 (${IPHONE}) ${IOS} Mobile/15E148`, undefined, 'iPhone'],
  ['curl/8.14.1', undefined, undefined],
  ['', undefined, undefined],
])('%s is named no more precisely than it says', (userAgent, browser, system) => {
  expect(readBrowser(userAgent)).toEqual({ browser, system });
});
