import type { Mail } from '../outbox.ts';

/** A mail's HTML for a browser: the pictures that went along with the mail are in it. */
export const withPictures = ({
  html,
  attachments = [],
}: Pick<Mail, 'html' | 'attachments'>): string =>
  attachments.reduce(
    (shown, { contentId, contentType, content }) =>
      shown.replaceAll(
        `"cid:${contentId}"`,
        `"data:${contentType};base64,${content.toString('base64')}"`,
      ),
    html,
  );
