import { longTextLimit } from '@cfs/contracts/sizes';
import { attachmentLimitBytes } from '@cfs/contracts/work-unit-attachments';
import { isSameMail } from '@cfs/contracts/is-same-mail';

/** A file of a mail; its type is not checked yet. */
export interface MailedFile {
  readonly fileName: string;
  readonly content: Buffer;
}

/** The content of a mail whose sender is authenticated. */
export interface MailedText {
  readonly sender: { readonly address: string; readonly name: string };
  /** Addresses that were copied in. */
  readonly copied: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The complete text, if `text` is only its beginning. */
  readonly wholeText?: string | undefined;
  readonly files: readonly MailedFile[];
}

const wholeTextName = 'mail.txt';
const emptyText = '(The mail has no text.)';

/** The addresses to copy in, without those of the sender, the stakeholder and the portal's mail domain. */
export const copiesOf = (mail: MailedText, domain: string, stakeholder: string | null): string[] =>
  mail.copied.filter(
    (address) =>
      !address.toLowerCase().endsWith(`@${domain}`) &&
      !isSameMail(address, mail.sender.address) &&
      !isSameMail(address, stakeholder),
  );

/** Encodes a text in UTF-8, truncated to the size limit of attachments without splitting a character. */
const fileOfText = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  let end = Math.min(bytes.length, attachmentLimitBytes);
  // A byte 10xxxxxx continues a character: move the end back to the first byte of that character.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
};

/** Truncates the text to the limit of notes; a longer text is added in full to the files of the mail. */
export const fitMailedText = ({
  text,
  wholeText,
  files,
}: MailedText): { readonly detail: string; readonly files: readonly MailedFile[] } => {
  if (wholeText === undefined && text.length <= longTextLimit) return { detail: text || emptyText, files };
  const rest = `… The complete text is in ${wholeTextName}.`;
  return {
    detail: `${text.slice(0, longTextLimit - rest.length - 1).toWellFormed()} ${rest}`,
    files: [{ fileName: wholeTextName, content: fileOfText(wholeText ?? text) }, ...files],
  };
};
