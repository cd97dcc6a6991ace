import { randomBytes } from 'node:crypto';
import { simpleParser } from 'mailparser';
import { expect, test } from 'vitest';
import { parseMail } from './parse-mail.ts';
import { setAsideBase64 } from './set-aside-base64.ts';

const base64 = (content: Buffer, characters = 76): string =>
  content.toString('base64').replaceAll(new RegExp(`.{${characters}}`, 'g'), '$&\r\n');
const part = (headers: string, content: string) => `${headers}\r\n\r\n${content}`;
const filePart = (content: string, headers = '') =>
  part(
    `Content-Type: application/octet-stream${headers}\r\nContent-Disposition: attachment; filename="a.bin"\r\n` +
      'Content-Transfer-Encoding: base64',
    content,
  );
const mailOf = (...parts: string[]): Buffer =>
  Buffer.from(
    [
      'From: Anna <anna@contoso.example>',
      'Message-ID: <1@contoso.example>',
      'Content-Type: multipart/mixed; boundary=xx',
      '',
      ...parts.flatMap((each) => ['--xx', each]),
      '--xx--',
      '',
    ].join('\r\n'),
    'latin1',
  );
const textPart = part('Content-Type: text/plain', 'See the files.');
const bytes = randomBytes(20_000);

/** Whether at least one run was set aside, so that the parser has less to read. */
const isShortened = async (mail: Buffer): Promise<boolean> => (await setAsideBase64(mail)).parts.length > 1;

const expectSame = async (mail: Buffer): Promise<void> => {
  const expected = await simpleParser(mail, { checksumAlgo: false });
  const { files, text } = await parseMail(mail, 'help.example.com');
  expect(files.map(({ content }) => content.toString('hex'))).toEqual(
    expected.attachments.map(({ content }) => content.toString('hex')),
  );
  expect(text).toBe((expected.text ?? '').trim());
};

test.each([
  ['of any length', Array.from({ length: 60 }, (_, more) => filePart(base64(bytes.subarray(0, 12_000 + more))))],
  ['with lines of any length', [32, 60, 64, 72, 512, 996].map((characters) => filePart(base64(bytes, characters)))],
  ['larger than a run', [filePart(base64(randomBytes(3_000_000)))]],
  [
    'with padding in the middle',
    [filePart(`QUI=\r\n${base64(bytes)}`), filePart(`${base64(bytes)}\r\n${base64(bytes)}`)],
  ],
  ['between lines of other lengths', [filePart(`QUJD\r\n${base64(bytes)}\r\nQUJD\r\n${base64(bytes, 60)}`)]],
])('decodes a file %s like the parser alone', async (_name, files) => {
  const mail = mailOf(textPart, ...files);
  expect(await isShortened(mail)).toBe(true);
  await expectSame(mail);
});

test.each([
  ['that is not aligned to four characters', filePart(`QUI\r\n${base64(bytes)}`)],
  [
    'in the text',
    part('Content-Type: text/plain\r\nContent-Transfer-Encoding: base64', base64(Buffer.alloc(9_000, 'ab'))),
  ],
  ['whose header does not declare base64', part('Content-Type: application/octet-stream', base64(bytes))],
  ['in quoted-printable', filePart(base64(bytes)).replace('Encoding: base64', 'Encoding: quoted-printable')],
  [
    'within an attached mail',
    part(
      'Content-Type: message/rfc822\r\nContent-Disposition: attachment',
      mailOf(textPart, filePart(base64(bytes)))
        .toString()
        .replaceAll('xx', 'yy'),
    ),
  ],
  ['among the headers', filePart('QUJD', `\r\n${base64(bytes)}`)],
])('reads a run of base64 %s like the parser alone', async (_name, content) => {
  const mail = mailOf(textPart, content, filePart(base64(bytes)));
  expect(await isShortened(mail)).toBe(true);
  await expectSame(mail);
});

test.each([
  ['in the URL-safe alphabet', (lines: string) => lines.replace(/^./, '-')],
  ['with a character outside the alphabet', (lines: string) => lines.replace(/^./, '!')],
  ['with bytes beyond ASCII', (lines: string) => lines.replace(/^./, '\xc1')],
  ['without carriage returns', (lines: string) => lines.replaceAll('\r\n', '\n')],
  ['that are too few', (lines: string) => lines.slice(0, 1_000)],
])('leaves lines %s to the parser', async (_name, change) => {
  const mail = mailOf(textPart, filePart(change(base64(bytes))));
  expect(await isShortened(mail)).toBe(false);
  await expectSame(mail);
});
