import type { RecordedRequest } from '@cfs/contracts/action-histories';
import { emailTemplates, type EmailTemplate } from '@cfs/contracts/email-templates';
import type { ActionOrder } from '../action-order.ts';
import { fillParameter, fillText } from '../fill-parameter.ts';
import type { MailFact } from './templates/mail-content.ts';
import { renderMail } from './templates/render-mail.ts';
import type { Mail } from './mailer.ts';
import { withoutSecrets } from '../secrets/without-secrets.ts';

/** A mail before it has an idempotency key. */
export interface ComposedMail extends Omit<Mail, 'idempotencyKey'> {
  readonly template: EmailTemplate;
}

const mailAddress = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;
const maxAddresses = 50;
/** A line of a mail has at most 998 characters, and a subject in ASCII is written on a single line. */
const subjectCharacters = 400;

/** The address of `Name <address>`, or the text itself. */
const withoutName = (mailbox: string): string => /<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox;

/** The addresses, with or without a name, in a list separated by commas or semicolons; invalid ones are left out. */
export const addressesIn = (list: string): string[] =>
  [
    ...new Set(
      list
        .split(/[,;]/)
        .map((mailbox) => withoutName(mailbox).trim())
        .filter((address) => mailAddress.test(address)),
    ),
  ].slice(0, maxAddresses);

/** Joins the lines of a text into one, for a header. */
export const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ').trim();

const templateOf = (name: string): EmailTemplate => emailTemplates.find((template) => template === name) ?? 'None';

interface Extra {
  readonly facts: readonly MailFact[];
  readonly text: string;
}

/** Matches the strings of a JSON text and the placeholders outside of strings. */
const stringsAndPlaceholders = /"(?:[^"\\]|\\.)*"|\{\{[^{}"]*\}\}/g;

/** Quotes the placeholders that are outside of strings, as in `{"Count": {{MatchCount}}}`. */
const withQuotedPlaceholders = (text: string): string =>
  text.replaceAll(stringsAndPlaceholders, (part) => (part.startsWith('"') ? part : JSON.stringify(part)));

/** The members of a JSON object as facts; `undefined` for any other text. */
const readMembers = (text: string): readonly MailFact[] | undefined => {
  try {
    const value: unknown = JSON.parse(withQuotedPlaceholders(text));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return Object.entries(value).map(([name, each]) => [name, String(each)]);
  } catch {
    return undefined;
  }
};

/**
 * Reads ExtraParameters: the members of a JSON object as facts, any other text as a paragraph. Placeholders are filled
 * in afterwards, so that their values can neither break the JSON nor add members.
 */
const readExtra = (order: ActionOrder): Extra => {
  const text = fillParameter(order, 'ExtraParameters');
  const members = readMembers(order.parameters['ExtraParameters'] ?? '');
  if (members === undefined) return { facts: [], text };
  return { facts: members.map(([name, value]) => [fillText(order, name), fillText(order, value)]), text: '' };
};

/** The recipients, subject, template and importance of a mail. */
type Envelope = Pick<ComposedMail, 'template' | 'to' | 'cc' | 'bcc' | 'subject' | 'isImportant'>;

/** The title of the mail, in one line of any length. */
const titleOf = (order: ActionOrder): string => oneLine(fillParameter(order, 'Subject') || order.title);

const envelopeOf = (order: ActionOrder, usual: string): Envelope => {
  const given = (name: string): string => fillParameter(order, name);
  return {
    template: templateOf(given('Template')),
    to: addressesIn(given('To') || usual),
    cc: addressesIn(given('Cc')),
    bcc: addressesIn(given('Bcc')),
    subject: titleOf(order).slice(0, subjectCharacters).toWellFormed(),
    isImportant: given('IsImportant').toLowerCase() === 'true',
  };
};

/** Why a mail without To is not sent. */
const noAddressee = 'The tenant has no internal notification address.';

/** Why a mail whose To has no address is not sent. */
const noAddressInTo = 'To contains no mail address.';

/** Returns why the mail of an order has no recipient; `undefined` if it has one. */
export const missingRecipientReason = (order: ActionOrder, { to }: Pick<ComposedMail, 'to'>): string | undefined => {
  if (to.length > 0) return undefined;
  return fillParameter(order, 'To') === '' ? noAddressee : noAddressInTo;
};

/** Returns the mail of an order as its history records it. */
export const recordedMail = (order: ActionOrder, usual: string): RecordedRequest => {
  const { to, cc, bcc, subject, template } = envelopeOf(withoutSecrets(order), usual);
  return { kind: 'mail', to: [...to], cc: [...cc], bcc: [...bcc], subject, template };
};

/**
 * Composes the mail of a Send Email action from its occasion and its parameters (To, Cc, Bcc, Subject, Body, Template,
 * IsImportant, ExtraParameters). Without To it goes to `usual`; the result may have no recipient.
 */
export const composeMail = (order: ActionOrder, usual: string): ComposedMail => {
  const given = (name: string): string => fillParameter(order, name);
  const extra = readExtra(order);
  const envelope = envelopeOf(order, usual);
  const title = titleOf(order);
  // The other templates show the full title.
  const cut = envelope.template === 'None' && title.length > subjectCharacters ? title : '';
  const content = {
    title,
    body: [cut, given('Body') || order.description, extra.text].filter((part) => part !== '').join('\n\n'),
    facts: [...(order.facts ?? []), ...extra.facts],
    link: order.link,
  };
  return { ...envelope, ...renderMail(envelope.template, content) };
};
