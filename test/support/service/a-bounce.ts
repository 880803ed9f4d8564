/** What a TEST bounce says. */
interface BounceWishes {
  /** The address that it was sent to. */
  readonly to: string;
  readonly action?: string;
  readonly status?: string;
  /** Further headers, each with its end of line. */
  readonly headers?: string;
}

/** The mail that a bounce returns. Its fields must not be taken for the bounce's own. */
const RETURNED = `Return-Path: <sign@example.in>
To: Asha Rao <asha@example.in>
From: "Northwind Homes via esign" <sign@example.in>
Subject: Please sign
`;

/** A bounce in the form of Postfix, which reports text, status and the headers of the mail. */
export function aPostfixBounce({
  to,
  action = 'failed',
  status = '5.1.1',
  headers = '',
}: BounceWishes): Buffer {
  const text = `Return-Path: <>
${headers}From: MAILER-DAEMON@mx.example.in (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: ${to}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="4CzK.1763900000/mx.example.in"

This is a MIME-encapsulated message.

--4CzK.1763900000/mx.example.in
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

<asha@example.in>: host mx.example.in said: no such user

--4CzK.1763900000/mx.example.in
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.in
X-Postfix-Sender: rfc822; ${to}
Arrival-Date: Mon, 23 Nov 2026 12:00:00 +0000 (UTC)

Final-Recipient: rfc822; asha@example.in
Original-Recipient: rfc822;asha@example.in
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.example.in
Diagnostic-Code: smtp; 550 5.1.1 <asha@example.in>: no such user,
    Action: delivered

--4CzK.1763900000/mx.example.in
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

${RETURNED}
--4CzK.1763900000/mx.example.in--
`;
  return Buffer.from(text.replaceAll('\n', '\r\n'));
}

/** A bounce in the form of Exchange: status in base64, the whole mail in it, another order of fields. */
export function anExchangeBounce({
  to,
  action = 'failed',
  status = '5.4.14',
}: BounceWishes): Buffer {
  const report = `Reporting-MTA: dns;EX1.example.in
Received-From-MTA: dns;mx.example.in
Arrival-Date: Mon, 23 Nov 2026 12:00:00 +0000

Status: ${status}
Action: ${action}
Final-Recipient: rfc822;asha@example.in
Display-Name: Asha Rao
`;
  return Buffer.from(`MIME-Version: 1.0
From: <postmaster@example.in>
To: <${to}>
Content-Type: Multipart/Report; Report-Type="delivery-status"; boundary="_000_b_"

--_000_b_
Content-Type: multipart/alternative; boundary="_001_b_"

--_001_b_
Content-Type: text/html; charset="utf-8"
Content-Transfer-Encoding: base64

${Buffer.from('<p>Your message could not be delivered.</p>').toString('base64')}
--_001_b_--
--_000_b_
Content-Type: message/delivery-status
Content-Transfer-Encoding: base64

${Buffer.from(report).toString('base64')}
--_000_b_
Content-Type: message/rfc822

${RETURNED}
Hello
--_000_b_--
`);
}
