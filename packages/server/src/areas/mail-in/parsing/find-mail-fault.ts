import type { MailVerdict } from '@cfs/contracts/received-mails';
import { isOwnMessageId } from '../../actions/mails/is-own-message-id.ts';
import { findSenderFault } from './find-sender-fault.ts';
import type { ReadMail } from './parse-mail.ts';

/** The reason why a mail has no effect. */
export interface MailFault {
  readonly verdict: Exclude<MailVerdict, 'Request' | 'Note' | 'Duplicate' | 'TooLarge'>;
  readonly detail: string;
}

/** The maximum number of mail servers that a mail may have passed. */
const hopLimit = 50;

const valueOf = ({ headers }: ReadMail, name: string): string | undefined => {
  const found = headers.find(({ key }) => key === name);
  return found?.line.slice(found.line.indexOf(':') + 1).trim();
};

const findAutomation = (mail: ReadMail): MailFault | undefined => {
  const submitted = valueOf(mail, 'auto-submitted')?.toLowerCase() ?? 'no';
  const precedence = valueOf(mail, 'precedence')?.toLowerCase() ?? '';
  if (submitted !== 'no' && !submitted.startsWith('no;') && !submitted.startsWith('no '))
    return { verdict: 'AutoReply', detail: `Auto-Submitted: ${submitted.slice(0, 100)}` };
  const marker = ['x-autoreply', 'x-autorespond', 'x-autoresponder'].find((name) => valueOf(mail, name) !== undefined);
  if (marker !== undefined || precedence === 'auto_reply')
    return { verdict: 'AutoReply', detail: 'The headers mark it as an automatic reply.' };
  const listId = valueOf(mail, 'list-id');
  if (listId !== undefined) return { verdict: 'MailingList', detail: `List-Id: ${listId.slice(0, 200)}` };
  if (['bulk', 'junk', 'list'].includes(precedence))
    return { verdict: 'MailingList', detail: `Precedence: ${precedence}` };
  return undefined;
};

/**
 * Returns the reason why a mail neither opens a request nor becomes a note; `undefined` if it does. Bounces, loops and
 * automatic mails are checked first: they are not refused, since a refusal would cause another mail.
 */
export const findMailFault = (
  mail: ReadMail,
  { envelopeSender, authservId }: { readonly envelopeSender: string; readonly authservId: string },
): MailFault | undefined => {
  if (isOwnMessageId(mail.messageId)) return { verdict: 'Loop', detail: 'The portal itself sent this mail.' };
  const hops = mail.headers.filter(({ key }) => key === 'received').length;
  if (hops > hopLimit) return { verdict: 'Loop', detail: `The mail passed through ${hops} mail servers.` };
  if (envelopeSender === '') return { verdict: 'Bounce', detail: 'The envelope has no sender.' };
  const automation = findAutomation(mail);
  if (automation) return automation;
  if (!mail.sender) return { verdict: 'Malformed', detail: 'The header From does not have exactly one valid address.' };
  const fault = findSenderFault(mail.headers, authservId, mail.sender.address);
  return fault === undefined ? undefined : { verdict: 'Spoofed', detail: fault };
};
