import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { withoutMisleadingSigns } from '@cfs/contracts/misleading-characters';
import { isMailAddress } from '@cfs/contracts/text';
import { attachmentTypes } from '@cfs/contracts/work-unit-attachments';
import { simpleParser, type AddressObject, type Attachment, type EmailAddress, type ParsedMail } from 'mailparser';
import type { MailedFile, MailedText } from '../../work-units/mailed/mailed-text.ts';
import type { HeaderLine } from './find-sender-fault.ts';
import { cleanHtml, htmlLimit, shortenHtml, textOfHtml } from './clean-html.ts';
import { setAsideBase64 } from './set-aside-base64.ts';

/** A parsed mail. */
export interface ReadMail extends Omit<MailedText, 'sender'> {
  /** The only address of `From`; `undefined` if there is none, more than one, or an invalid one. */
  readonly sender: { readonly address: string; readonly name: string } | undefined;
  /** Without angle brackets; empty for a mail without one. */
  readonly messageId: string;
  /** SHA-256 of the Message-ID, or of the whole mail if it has none. */
  readonly messageKey: Buffer;
  /** The topmost first. */
  readonly headers: readonly HeaderLine[];
  /** Sanitized. */
  readonly html: string;
  /** In bytes. */
  readonly size: number;
}

const headBytes = 262_144;
const partLimit = 200;
/**
 * The maximum number of lines, without those of files in base64. The parser needs a microsecond for each; at the end of
 * a mail, it processes all of them in one turn of the event loop.
 */
const lineLimit = 1_000_000;
const subjectLimit = 500;
const messageIdLimit = 998;
const nameLimit = 200;
const copiedLimit = 50;
/** The number of characters of a text that are read; a longer text is attached in full. */
const textLimit = 65_536;

/** Converts a text to one that PostgreSQL can store: well-formed, without NUL. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '');
const oneLine = (text: string): string => withoutMisleadingSigns(storable(text).replaceAll(/\s+/g, ' ')).trim();

const flat = (addresses: readonly EmailAddress[]): readonly EmailAddress[] =>
  addresses.flatMap((address) => (address.group ? flat(address.group) : [address]));

const addressesOf = (header: AddressObject | AddressObject[] | undefined): readonly EmailAddress[] =>
  flat([header ?? []].flat().flatMap(({ value }) => value));

const senderOf = ({ from, headerLines }: ParsedMail): ReadMail['sender'] => {
  if (headerLines.filter(({ key }) => key === 'from').length !== 1) return undefined;
  const [only, ...others] = addressesOf(from);
  const address = only?.address ?? '';
  if (others.length > 0 || !isMailAddress(address)) return undefined;
  return { address, name: (oneLine(only?.name ?? '') || address).slice(0, nameLimit).toWellFormed() };
};

/**
 * Returns the addresses of `To` and `Cc` without the one of `To` that led to the portal. That is the first one of the
 * portal's domain. If neither header has one, it is the first of `To`: an alias that forwards to the portal, so that a
 * copy to it would come back.
 */
const copiedIn = (mail: ParsedMail, domain: string): string[] => {
  const isOfPortal = ({ address = '' }: EmailAddress): boolean => address.toLowerCase().endsWith(`@${domain}`);
  const [to, cc] = [addressesOf(mail.to), addressesOf(mail.cc)];
  const leading = [...to, ...cc].some(isOfPortal) ? to.find(isOfPortal) : to[0];
  return [...to.filter((address) => address !== leading), ...cc]
    .map(({ address = '' }) => address)
    .filter(isMailAddress)
    .slice(0, copiedLimit);
};

const fileOf = ({ filename, contentType, content }: Attachment, at: number): MailedFile => {
  const extension = contentType === 'message/rfc822' ? 'eml' : attachmentTypes[contentType]?.[0];
  const usual = `attachment-${at + 1}${extension === undefined ? '' : `.${extension}`}`;
  const name = oneLine(filename ?? '').replaceAll(/[/\\]/g, '_');
  return { fileName: name.slice(-nameLimit).toWellFormed() || usual, content };
};

const withUnixBreaks = (text: string): string => storable(text).replaceAll(/\r\n?/g, '\n').trim();

/** The text of a mail, or that of its HTML if the text is blank. */
const textOf = (text: string, html: { readonly html: string; readonly isCut: boolean }): string => {
  const plain = withUnixBreaks(text.slice(0, textLimit));
  if (plain !== '' || html.html === '') return plain;
  const words = withUnixBreaks(textOfHtml(html.html)).replaceAll(/\n\s*\n\s*/g, '\n\n');
  return html.isCut ? `${words}\n\n(The mail is longer than what is shown here.)` : words;
};

/** Bytes that are parsed in one turn of the event loop: the parser takes a third longer for small chunks. */
const sliceBytes = 262_144;

const slices = function* (mail: Buffer): Generator<Buffer> {
  for (let at = 0; at < mail.length; at += sliceBytes) yield mail.subarray(at, at + sliceBytes);
};

const parseWhole = (mail: Buffer): Promise<ParsedMail> =>
  simpleParser(Readable.from(slices(mail)), {
    maxHeadSize: headBytes,
    maxChildNodes: partLimit,
    maxHtmlLengthToParse: htmlLimit,
    skipImageLinks: true,
    keepCidLinks: true,
    skipTextToHtml: true,
    skipTextLinks: true,
    checksumAlgo: false,
  });

const hasTooManyLines = (parts: readonly Buffer[]): boolean => {
  let lines = 0;
  for (const part of parts)
    for (let at = part.indexOf('\n'); at !== -1; at = part.indexOf('\n', at + 1)) {
      lines += 1;
      if (lines > lineLimit) return true;
    }
  return false;
};

/** Parses a mail; files in base64 are set aside and decoded separately. */
const parseShortened = async (mail: Buffer): Promise<ParsedMail> => {
  const { parts, restore } = await setAsideBase64(mail);
  if (hasTooManyLines(parts)) throw new RangeError(`The mail has more than ${lineLimit} lines.`);
  if (parts.length === 1) return parseWhole(mail);
  const parsed = await parseWhole(Buffer.concat(parts));
  const contents = restore(parsed.attachments.map(({ content }) => content));
  if (contents === undefined) return parseWhole(mail);
  return {
    ...parsed,
    attachments: parsed.attachments.map((file, at) => ({ ...file, content: contents[at] ?? file.content })),
  };
};

/**
 * Parses a mail: its headers, text, sanitized HTML and files. It yields to the event loop between chunks. `domain` is
 * that of the portal's addresses, in lower case.
 *
 * @throws Error for a mail that exceeds a limit: the size of its headers, or the number of its parts or lines.
 */
export const parseMail = async (bytes: Buffer, domain: string): Promise<ReadMail> => {
  const mail = await parseShortened(bytes);
  const messageId = oneLine(mail.messageId ?? '').replaceAll(/^<|>$/g, '');
  const text = storable(mail.text ?? '');
  const html = shortenHtml(mail.html || '');
  const key = createHash('sha256');
  key.update(messageId === '' ? bytes : messageId);
  return {
    sender: senderOf(mail),
    copied: copiedIn(mail, domain),
    subject: oneLine(mail.subject ?? '')
      .slice(0, subjectLimit)
      .toWellFormed(),
    messageId: messageId.slice(0, messageIdLimit),
    messageKey: key.digest(),
    headers: mail.headerLines,
    text: textOf(text, html),
    wholeText: text.length > textLimit ? text : undefined,
    html: storable(cleanHtml(html.html)),
    files: mail.attachments.map(fileOf),
    size: bytes.length,
  };
};
