import type { RequestListener } from 'node:http';
import { pictureLimitBytes } from '@cfs/contracts/profile-pictures';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { createPictures } from './fetch-picture.ts';
import { startPicturePeer, type PicturePeer } from '../testing/picture-peer.ts';

const log = pino({ level: 'silent' });
const png = Buffer.from('\x89PNG\r\n\x1A\n picture', 'latin1');
const asked: string[] = [];
let peer: PicturePeer;

const answers: Readonly<Record<string, RequestListener>> = {
  '/picture': (_request, response) => response.end(png),
  '/mislabelled': (_request, response) => response.setHeader('content-type', 'text/html').end(png),
  '/page': (_request, response) => response.setHeader('content-type', 'image/png').end('<script>alert(1)</script>'),
  '/moved': (_request, response) => response.writeHead(302, { location: `${peer.address}/picture` }).end(png),
  '/missing': (_request, response) => response.writeHead(404).end(png),
  '/large': (_request, response) => response.end(Buffer.concat([png, Buffer.alloc(pictureLimitBytes)])),
};

beforeAll(async () => {
  peer = await startPicturePeer((request, response) => {
    asked.push(request.url ?? '');
    answers[request.url ?? '']?.(request, response);
  });
});
afterAll(() => peer.close());

describe("a picture at the provider's address", () => {
  it('is fetched once a day, however often it is requested', async () => {
    const clock = new ManualClock();
    const pictures = createPictures(clock, log, peer.dispatcher);
    const fetch = () => pictures.fetch(`${peer.address}/picture`);
    expect(await fetch()).toEqual({ type: 'image/png', bytes: png });
    await Promise.all([fetch(), fetch()]);
    clock.advance(24 * 60 * 60 * 1_000 - 1);
    await fetch();
    expect(asked.filter((path) => path === '/picture')).toHaveLength(1);
    clock.advance(1);
    expect(await fetch()).toEqual({ type: 'image/png', bytes: png });
    expect(asked.filter((path) => path === '/picture')).toHaveLength(2);
  });

  it('is recognised by its bytes, not by its content type', async () => {
    const pictures = createPictures(new ManualClock(), log, peer.dispatcher);
    expect(await pictures.fetch(`${peer.address}/mislabelled`)).toMatchObject({ type: 'image/png' });
    expect(await pictures.fetch(`${peer.address}/page`)).toBeUndefined();
  });

  it.each(['/moved', '/missing', '/large'])('counts as missing for the response of %s', async (path) => {
    const pictures = createPictures(new ManualClock(), log, peer.dispatcher);
    const before = asked.length;
    expect(await pictures.fetch(peer.address + path)).toBeUndefined();
    expect(asked.slice(before)).toEqual([path]);
  });

  it('is never requested from private networks, without TLS or from an invalid address', async () => {
    const pictures = createPictures(new ManualClock(), log);
    const before = asked.length;
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0x7f.1',
      '10.0.0.1',
      '169.254.169.254',
    ])
      expect(await pictures.fetch(`https://${host}:${peer.port}/picture`)).toBeUndefined();
    expect(await pictures.fetch(`http://pictures.example.com:${peer.port}/picture`)).toBeUndefined();
    for (const address of ['', 'x', 'file:///etc/passwd', 'data:image/png;base64,AAAA', 'https://'])
      expect(await pictures.fetch(address)).toBeUndefined();
    expect(asked).toHaveLength(before);
  });
});
