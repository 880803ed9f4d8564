import type { InEachLanguage, Language } from '../../languages/languages.ts';
import { REPLY_ADDRESS } from '../core/accounts/reply-address.rules.ts';
import type { Letter } from '../core/mails/letter.rules.ts';
import { OWN_WORDS, oneLine } from '../core/mails/letter.rules.ts';
import type { Mail } from '../core/mails/mail-notice.rules.ts';
import { printHtml, printText } from '../core/mails/print-letter.rules.ts';
import type { MemberRole } from '../core/permissions.rules.ts';
import { SIGN_IN_MS } from './sign-in/session.rules.ts';

export interface GreetedAccount {
  readonly name: string;
  /** Default English. */
  readonly language?: Language | undefined;
}

/** Facts of a mail to someone who belongs to an account, or may. */
export interface MemberMailFacts {
  readonly to: string;
  /** The account to greet; without one there is no greeting. */
  readonly account?: GreetedAccount;
  /** By default that of the account to greet. */
  readonly language?: Language | undefined;
  /** The button's link; without one there is no button. */
  readonly url?: string;
  readonly isTest: boolean;
  readonly now: Date;
}

export interface MemberMailWords {
  readonly title: string;
  /** By default the title. */
  readonly subject?: string;
  readonly paragraphs: readonly string[];
  readonly action?: string;
  readonly steps?: readonly string[];
  readonly caution: string;
}

const FRAMES: InEachLanguage<Pick<Letter, 'test' | 'stepsTitle'>> = {
  en: {
    test: 'TEST: this email is from a sandbox, where nothing is legally binding and no money moves.',
    stepsTitle: 'What to do',
  },
  hi: {
    test: 'परीक्षण (TEST): यह ईमेल एक परीक्षण (सैंडबॉक्स) से आया है, जहाँ कुछ भी क़ानूनी रूप से बाध्य नहीं करता और कोई पैसा नहीं लगता।',
    stepsTitle: 'क्या करना है',
  },
};

function letterIn(
  language: Language,
  { account, url }: MemberMailFacts,
  { title, subject = title, paragraphs, action = '', steps = [], caution }: MemberMailWords,
): Letter {
  const { test, stepsTitle } = FRAMES[language];
  const { hello, opens, frame } = OWN_WORDS[language];
  const greeting = account && hello(oneLine(account.name));
  return {
    ...frame,
    test,
    language,
    subject,
    preview: paragraphs.join(' '),
    title,
    paragraphs: [...(greeting === undefined ? [] : [greeting]), ...paragraphs],
    action,
    opens: url === undefined ? '' : opens(new URL(url).host),
    signersTitle: '',
    signers: [],
    stepsTitle: steps.length > 0 ? stepsTitle : '',
    steps,
    cautions: [caution],
    pages: [],
  };
}

/** In English, like the dashboard; below Hindi words for accounts that chose them. */
export function memberMail(
  kind: Mail['kind'],
  facts: MemberMailFacts,
  { hindi, ...english }: MemberMailWords & { readonly hindi?: MemberMailWords },
): Mail {
  const { to, account, language = account?.language, url, isTest, now } = facts;
  const name = account && oneLine(account.name);
  const inEnglish = letterIn('en', facts, english);
  const first = language === 'hi' && hindi ? letterIn('hi', facts, hindi) : inEnglish;
  const letters = first === inEnglish ? [inEnglish] : [first, inEnglish];
  const { subject } = first;
  const print = { isTest, ...(url !== undefined && { url }) };
  return {
    kind,
    from: `esign${isTest ? ' (TEST)' : ''}`,
    to,
    toName: name ?? to,
    replyTo: null,
    at: now.toISOString(),
    subject,
    text: printText(letters, print),
    html: printHtml(letters, { ...print, subject }),
  };
}

export interface ReplyAddressFacts extends Omit<MemberMailFacts, 'account'> {
  readonly url: string;
  readonly account: string;
}

export function replyAddressMail({ account, ...facts }: ReplyAddressFacts): Mail {
  const name = oneLine(account);
  return memberMail('reply-address', facts, {
    title: `Confirm that ${name} may use this address`,
    paragraphs: [
      `${name} asks people to sign documents with esign, and wants their replies to go to ${facts.to}.`,
      `If that is right, open the link and press the button there. It works once, for ${REPLY_ADDRESS.days} days.`,
    ],
    action: 'Look at it',
    caution: 'If you do not know them, ignore this email: no replies will come to you.',
  });
}

/** `url` is the sign-in page. */
export interface InvitationFacts extends Omit<MemberMailFacts, 'account'> {
  readonly url: string;
  readonly account: GreetedAccount;
  readonly role: MemberRole;
}

const MAY: Readonly<Record<MemberRole, string>> = {
  owner: 'an owner, who may do everything',
  developer: 'a developer, who sends documents and manages API keys and webhook endpoints',
  support: 'a support person, who finds documents, sends links again and withdraws documents',
};

const MAY_IN_HINDI: Readonly<Record<MemberRole, string>> = {
  owner: 'मालिक (Owner), जो सब कुछ कर सकते हैं',
  developer: 'डेवलपर (Developer), जो दस्तावेज़ भेजते हैं और API key और वेबहुक सँभालते हैं',
  support: 'सहायक (Support), जो दस्तावेज़ ढूँढते हैं, लिंक फिर से भेजते हैं और दस्तावेज़ वापस लेते हैं',
};

const invitedInHindi = (name: string, role: MemberRole): MemberMailWords => ({
  title: `अब आप ${name} का डैशबोर्ड इस्तेमाल कर सकते हैं`,
  paragraphs: [
    `${name} में किसी ने आपको esign पर अपने खाते का सदस्य बनाया है। आपकी भूमिका: ${MAY_IN_HINDI[role]}।`,
    'इसी ईमेल पते से साइन इन करें। पासवर्ड की ज़रूरत नहीं है।',
  ],
  action: 'डैशबोर्ड खोलें',
  caution: 'अगर आप उन्हें नहीं जानते, तो इस ईमेल पर ध्यान न दें।',
});

/** Greets nobody: the account's name is that of the people who invite. */
export function invitationMail({ account, role, ...facts }: InvitationFacts): Mail {
  const name = oneLine(account.name);
  return memberMail(
    'invitation',
    { ...facts, language: account.language },
    {
      hindi: invitedInHindi(name, role),
      title: `You can use the dashboard of ${name}`,
      paragraphs: [
        `Somebody at ${name} made you a member of their account at esign: ${MAY[role]}.`,
        'Sign in with this address. You need no password.',
      ],
      action: 'Open the dashboard',
      caution: 'If you do not know them, ignore this email.',
    },
  );
}

export interface SignInMailFacts extends MemberMailFacts {
  readonly url: string;
  /** Six digits. */
  readonly code: string;
}

const MINUTES = SIGN_IN_MS / 60_000;

export const signInMail = (facts: SignInMailFacts): Mail =>
  memberMail('sign-in', facts, {
    title: 'Sign in to esign',
    paragraphs: [
      `Somebody asked to sign in to the dashboard of ${new URL(facts.url).host} with this address.`,
      `Open the link below, or enter the code ${facts.code} where you asked for it. Either works once, within ${MINUTES} minutes.`,
    ],
    action: 'Sign in',
    caution: 'If that was not you, ignore this email, and pass the code on to nobody.',
  });
