import type { Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';

/** Of links that no longer open their document. */
export const EN_ENDED = {
  withdrawn: {
    title: 'This document was withdrawn',
    words: (sender: Insert, document: Insert) =>
      html`${sender} withdrew “${document}”. Nobody can sign it any more, and there is nothing left for you to do.`,
    reason: (reason: Insert) => html`Reason: ${reason}`,
  },
  expired: {
    title: 'This link has expired',
    sent: (sender: Insert, document: Insert, day: Insert) =>
      day
        ? html`On ${day}, ${sender} sent you “${document}” to sign.`
        : html`${sender} sent you “${document}” to sign.`,
    until: (day: Insert) => html`The link worked until ${day}.`,
    newer: 'If you have received a newer email since, use the link in that one.',
    offer: 'We can email a new link to the address that this one was sent to.',
    button: 'Email me a new link',
    rule: 'You can ask once an hour.',
    told: (sender: Insert) => html`We let ${sender} know.`,
    asked: (sender: Insert) =>
      html`If a new link can be sent, it is on its way to the address that this one was sent to. If nothing comes, look in your spam folder, or ask ${sender}. You can ask again after an hour.`,
    again: (sender: Insert) => html`${sender} can send it again: please ask them.`,
    signed:
      'You have signed it. Once everyone has, we will email you a link to the signed document.',
    closed: 'Nobody can sign it any more.',
    ask: (sender: Insert) => html`If you still need the document, ask ${sender}.`,
  },
  completed: {
    title: 'This document is completed',
    words: (sender: Insert, document: Insert, day: Insert) =>
      day
        ? html`Everyone has signed “${document}” from ${sender}, the last on ${day}.`
        : html`Everyone has signed “${document}” from ${sender}.`,
    until: (day: Insert) => html`You could download it here until ${day}.`,
  },
  removed: {
    title: 'This document is not here any more',
    words: 'It was removed from this service. If you still need it, ask the sender.',
  },
};

export type EndedWords = typeof EN_ENDED;
