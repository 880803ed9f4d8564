import { expect, test } from 'vitest';
import type { NameFit } from '../../../src/service/core/compare-names.rules.ts';
import { compareNames, otherName } from '../../../src/service/core/compare-names.rules.ts';

/** Invited and certified names; all invented. */
const PAIRS: Readonly<Record<NameFit, readonly (readonly [string, string])[]>> = {
  match: [
    ['Asha Rao', 'Asha Rao'],
    ['Asha Rao', 'ASHA RAO'],
    ['Asha Rao', 'Rao Asha'],
    ['Asha Rao', 'Asha  Rao'],
    ['Asha Rao', 'Ａｓｈａ Rao'],
    ['Asha Rao', 'Asha Rao (TEST)'],
    ['Asha Rao', 'Asha \u202eRao\u202c'],
    ['Asha Rao', 'Asha\u200b Rao'],
    ['Mr. Ravi Kumar', 'Ravi Kumar'],
    ['Ravi Kumar S/O Mohan Lal', 'Ravi Kumar'],
    ['Lata Iyer', 'Lata Iyer W/O Anand Iyer'],
    ['Dr Meera Nair', 'Meera Nair'],
    ['Prof. Dr. Meera Nair', 'MEERA NAIR'],
    ['Smt. Lakshmi Devi', 'LAKSHMI DEVI'],
    ['José Pereira', 'Jose Pereira'],
    ["Zoë D'Souza", 'ZOE DSOUZA'],
    ['Zoë D’Souza', "Zoe D'Souza"],
    ['Venkata Raman', 'Venkataraman'],
    ['Sri Devi', 'Sridevi'],
    ['Anne-Marie Lobo', 'Anne Marie Lobo'],
    ['A.P.J. Abdul Kalam', 'A P J Abdul Kalam'],
    ['श्री रवि शर्मा', 'रवि शर्मा'],
    ['శ్రీనివాస రావు', 'శ్రీనివాస రావు'],
    ['K', 'K (TEST)'],
  ],
  partial: [
    ['A. Rao', 'Asha Rao'],
    ['R. Venkataraman', 'Ramaswamy Venkataraman'],
    ['A P J Abdul Kalam', 'Avul Pakir Jainulabdeen Abdul Kalam'],
    ['Ravi', 'Ravi Kumar Sharma'],
    ['Ravi Sharma', 'Ravi Kumar Sharma'],
    ['Ravi Kumar', 'Ravi Kumar S'],
    ['Md Rafiq', 'Mohammad Rafiq'],
    ['Mohd. Rafiq Khan', 'Muhammad Rafiq Khan'],
    ['Srinivas Rao', 'Shrinivas Rao'],
    ['Laxmi Devi', 'Lakshmi Devi'],
    ['Vikram Singh', 'Wikram Singh'],
    ['Faridabad Wala', 'Pharidabad Vala'],
    ['Ravi Kumar Sharma', 'रवि कुमार शर्मा'],
    ['Ananya Shrivastava', 'अनन्या श्रीवास्तव'],
    ['Asha Rao', 'आशा राव'],
    ['Anita Sharma', 'अनिता शर्मा'],
    ['Vikram Singh', 'विक्रम सिंह'],
    ['Krishna Gupta', 'कृष्ण गुप्ता'],
    ['Lakshmi Devi', 'लक्ष्मी देवी'],
    ['R. Sharma', 'रवि शर्मा'],
    ['Narendra Patel', 'નરેન્દ્ર પટેલ'],
    ['Gurpreet Singh', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'],
    ['रवि शर्मा', 'રવિ શર્મા'],
  ],
  mismatch: [
    ['Asha Rao', 'Asha Nair'],
    ['Asha Rao', 'Ravi Kumar'],
    ['Asha Rao', 'रवि कुमार'],
    ['Asha Rao', 'Nobody Of That Name'],
    ['Ravi Kumar', 'Vijay Kumar'],
    ['Anita Sharma', 'Sunita Sharma'],
    ['Vivek Iyer', 'Vivek Aiyer'],
    ['आशा राव', 'रवि कुमार'],
    ['A. Rao', 'Ravi Kumar'],
    ['B. Rao', 'Asha Rao'],
    ['శ్రీనివాస రావు', 'రవి కుమార్'],
    ['Asha Rao', 'Ravi Kumar (Asha Rao)'],
  ],
  not_comparable: [
    ['Siddiqui', 'صدیقی'],
    ['Srinivasa Rao', 'శ్రీనివాస రావు'],
    ['Lakshmi', 'லக்ஷ்மி'],
    ['Asha Nair', 'ആശ നായർ'],
    ['Asha Ray', 'আশা রায়'],
    ['Asha Rao', 'ಆಶಾ ರಾವ್'],
    ['Asha Das', 'ଆଶା ଦାସ'],
    ['आशा राव', 'ఆశా రావు'],
    ['Asha राव', 'Asha Rao'],
    ['Dr. Smt.', 'Asha Rao'],
    ['A. R.', 'Asha Rao'],
    ['山田太郎', 'Taro Yamada'],
    ['Vivek Iyer', 'विवेक अय्यर'],
    ['Asha Rao', ''],
    ['(TEST)', 'Asha Rao'],
  ],
};

const table = Object.entries(PAIRS).flatMap(([fit, pairs]) =>
  pairs.map(([invited, certified]) => ({ fit, invited, certified })),
);

test.each(table)("'$invited' and '$certified': $fit", ({ invited, certified, fit }) => {
  expect(compareNames(invited, certified)).toBe(fit);
  expect(compareNames(certified, invited)).toBe(fit);
});

test('a signer has another name only where the certificate does not have the same', () => {
  const named = (certifiedName: string | null) => otherName({ name: 'Asha Rao', certifiedName });
  expect(named(null)).toBeNull();
  expect(named('ASHA RAO (TEST)')).toBeNull();
  expect(named('Vijay Kumar')).toEqual({ name: 'Vijay Kumar', fit: 'mismatch' });
  expect(named('صدیقی')).toEqual({ name: 'صدیقی', fit: 'not_comparable' });
});
