import { longTextLimit } from '@cfs/contracts/sizes';
import { attachmentLimitBytes } from '@cfs/contracts/work-unit-attachments';
import { isSameMail } from '@cfs/contracts/is-same-mail';

/** A file of a mail; its type is not checked yet. */
export interface MailedFile {
  readonly fileName: string;
  readonly content: Buffer;
}

/** What a mail says, by a sender who is proven. */
export interface MailedText {
  readonly sender: { readonly address: string; readonly name: string };
  /** Addresses that were copied in. */
  readonly copied: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The whole of a text of which `text` is the begin. */
  readonly wholeText?: string | undefined;
  readonly files: readonly MailedFile[];
}

const wholeTextName = 'mail.txt';
const emptyText = '(The mail has no text.)';

/** The addresses to copy in: neither the sender's nor the stakeholder's, nor one of the portal. */
export const copiesOf = (mail: MailedText, domain: string, stakeholder: string | null): string[] =>
  mail.copied.filter(
    (address) =>
      !address.toLowerCase().endsWith(`@${domain}`) &&
      !isSameMail(address, mail.sender.address) &&
      !isSameMail(address, stakeholder),
  );

/** The begin of a text in UTF-8 within the limit of attachments, which ends with a whole character. */
const fileOfText = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  let end = Math.min(bytes.length, attachmentLimitBytes);
  // A byte 10xxxxxx continues a character: the cut moves back to the first byte of the one that it would divide.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
};

/** The text within the limit of notes, and the files of the mail with one that holds the whole of a longer text. */
export const fitMailedText = ({
  text,
  wholeText,
  files,
}: MailedText): { readonly detail: string; readonly files: readonly MailedFile[] } => {
  if (wholeText === undefined && text.length <= longTextLimit) return { detail: text || emptyText, files };
  const rest = `… The whole text is in ${wholeTextName}.`;
  return {
    detail: `${text.slice(0, longTextLimit - rest.length - 1).toWellFormed()} ${rest}`,
    files: [{ fileName: wholeTextName, content: fileOfText(wholeText ?? text) }, ...files],
  };
};
