import { longTextLimit } from '@cfs/contracts/sizes';
import { attachmentLimitBytes } from '@cfs/contracts/work-unit-attachments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMailScene, type MailScene } from './testing/mail-scene.ts';

let scene: MailScene;
beforeAll(async () => {
  scene = await createMailScene();
});
afterAll(() => scene.close());

const words = 'The boiler of house 7 leaks.';
const html = (content: string) => `Content-Type: text/html; charset=utf-8\r\n\r\n${content}`;
const newest = async () => {
  const [unit] = await scene.units();
  const stream = await scene.stream(Number(unit?.['workUnitId']));
  return { unit, stream, files: stream.flatMap(({ attachments = [] }) => attachments) };
};

describe('the text of an HTML mail', () => {
  it.each([
    ['an embedded picture', `<p>Hello,</p><img src="data:image/png;base64,${'A'.repeat(300_000)}"><p>${words}</p>`],
    ['long styles', `<STYLE>${'p { color: red }\n'.repeat(20_000)}</STYLE><p>Hello,</p><p>${words}</p>`],
  ])('is extracted after %s', async (_name, content) => {
    expect(await scene.send({ content: html(content) })).toMatch(/^250/);
    expect((await newest()).unit?.['description']).toBe(`Hello,\n\n${words}`);
  });

  it('is truncated if it is too long, with a note at the end', async () => {
    expect(await scene.send({ content: html(`<p>${words}</p>`.repeat(20_000)) })).toMatch(/^250/);
    const { unit, files } = await newest();
    expect(String(unit?.['description']).startsWith(`${words}\n\n${words}`)).toBe(true);
    const [file] = files;
    const path = `/v1/workunits/${String(unit?.['workUnitId'])}/attachments/${file?.attachmentId}`;
    const { text } = await scene.server.as('Administrator').get(path);
    expect(text.endsWith('(The mail is longer than what is shown here.)')).toBe(true);
  });
});

it('attaches a text of many megabytes, truncated to the size limit of attachments', async () => {
  const line = `${words}\r\n`;
  expect(await scene.send({ text: line.repeat(Math.ceil((attachmentLimitBytes * 1.1) / line.length)) })).toMatch(
    /^250/,
  );
  const { unit, files } = await newest();
  expect(String(unit?.['description'])).toHaveLength(longTextLimit);
  expect(files).toMatchObject([{ fileName: 'mail.txt', size: attachmentLimitBytes }]);
});

it('truncates a text at the size limit of attachments without splitting a character', async () => {
  // With lines of 802 bytes, the limit lies between the two bytes of a character.
  const line = `a${'ø'.repeat(400)}\n`;
  expect(await scene.send({ text: line.repeat(Math.ceil(attachmentLimitBytes / 802) + 1) })).toMatch(/^250/);
  expect((await newest()).files).toMatchObject([{ fileName: 'mail.txt', size: attachmentLimitBytes - 1 }]);
});

it('attaches a long text with a NUL completely, without the NUL', async () => {
  const long = 'All of it matters.\n'.repeat(4_000);
  expect(await scene.send({ text: `${long}\0The end.\n` })).toMatch(/^250/);
  const { unit, stream, files } = await newest();
  expect(stream.filter(({ detail }) => detail.startsWith('Not attached'))).toEqual([]);
  const path = `/v1/workunits/${String(unit?.['workUnitId'])}/attachments/${files[0]?.attachmentId}`;
  expect((await scene.server.as('Administrator').get(path)).text).toBe(`${long}The end.\n`);
});

it('refuses a mail of more than a million lines', async () => {
  expect(await scene.refused({ text: 'a\r\n'.repeat(1_000_001) })).toBe(550);
  expect((await scene.received())[0]).toMatchObject({ verdict: 'Malformed' });
});

it('accepts a mail without a file that exceeds the size limit, and names the file', async () => {
  const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(attachmentLimitBytes, 'x')]).toString('base64');
  const content = [
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=xx',
    '',
    '--xx',
    'Content-Type: text/plain',
    '',
    words,
    '--xx',
    'Content-Type: application/pdf; name="report.pdf"',
    'Content-Disposition: attachment; filename="report.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    file.replaceAll(/.{76}/g, '$&\r\n'),
    '--xx--',
    '',
  ].join('\r\n');
  expect(await scene.send({ content })).toMatch(/^250/);
  const { unit, stream, files } = await newest();
  expect([unit?.['description'], files]).toEqual([words, []]);
  expect(stream.map(({ detail }) => detail)).toContain('Not attached: report.pdf: more than 25 MiB.');
});
