import { gzipSync } from 'node:zlib';
import { packetLimits } from '@cfs/contracts/packets';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readPackets, type ReadPacket } from './packet-body.ts';

const read = async (body: string | Buffer, { lines = false, gzip = false } = {}): Promise<ReadPacket[]> => {
  const packets: ReadPacket[] = [];
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const contentType = lines ? 'application/x-ndjson' : 'application/json';
  await readPackets(bytes, { contentType, encoding: gzip ? 'gzip' : undefined }, (packet) => packets.push(packet));
  return packets;
};

/** Returns the number of turns of the event loop during the work. */
const turnsDuring = async (work: Promise<unknown>): Promise<number> => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work.catch(() => undefined);
  isOver = true;
  return turns;
};

describe('reading a packet body', () => {
  it('joins characters that are split across chunks', async () => {
    const text = 'é😀'.repeat(40_000);
    for (const shift of ['', 'x', 'xx', 'xxx'])
      expect(await read(gzipSync(JSON.stringify([shift + text])), { gzip: true })).toMatchObject([
        { value: shift + text },
      ]);
  });

  it('reads gzip of several members, and rejects truncated data and trailing garbage', async () => {
    const members = [gzipSync('[1,'), gzipSync('2]')];
    expect(await read(Buffer.concat(members), { gzip: true })).toMatchObject([{ value: 1 }, { value: 2 }]);
    const whole = gzipSync(JSON.stringify(['x'.repeat(200_000)]));
    for (const body of [whole.subarray(0, -10), Buffer.concat([whole, Buffer.from('more')]), Buffer.alloc(0)])
      await expect(read(body, { gzip: true })).rejects.toMatchObject({ status: 400, detail: /gzip/ });
  });

  it('does not parse nesting, however deep it is', async () => {
    const deep = '['.repeat(8_000_000);
    await expect(read(gzipSync(deep), { gzip: true })).rejects.toMatchObject({ status: 413, detail: /values/ });
    const closed = `[${'['.repeat(500_000)}${']'.repeat(500_000)},7]`;
    expect(await read(gzipSync(closed), { gzip: true })).toMatchObject([
      { fault: expect.stringContaining('deeper') },
      { value: 7 },
    ]);
  });

  it('skips millions of blank lines', async () => {
    expect(await read(gzipSync('\n \r\n'.repeat(2_000_000)), { lines: true, gzip: true })).toEqual([]);
  });

  it('reports a line that is not JSON, and keeps the others', async () => {
    expect(await read('1\n{\n[\n2', { lines: true })).toMatchObject([
      { value: 1 },
      { fault: 'is not valid JSON' },
      { fault: 'is not valid JSON' },
      { value: 2 },
    ]);
  });

  it('reports for each packet whether its JSON contains an escape', async () => {
    const packets = ['{"a":"b"}', '{"a\\u0000":1}', '["\\n"]', '{"a":{"b":["\\ud800"]}}', '1'];
    const hasEscapes = [false, true, true, true, false];
    expect(await read(`[${packets.join()}]`)).toMatchObject(hasEscapes.map((each) => ({ hasEscapes: each })));
    expect(await read(packets.join('\n'), { lines: true })).toMatchObject(
      hasEscapes.map((each) => ({ hasEscapes: each })),
    );
  });

  it('rejects a body with a syntax error anywhere', async () => {
    for (const text of ['[1,]', '[,1]', '[1 2]', '[{"a":1]]', '[{"a"}]', '[1', '[1]]', '{} {}', '', 'x', '["\n"]'])
      await expect(read(text)).rejects.toMatchObject({ status: 400, detail: 'The body is not valid JSON.' });
  });

  it('stops inflating at the size limit of a call', async () => {
    const bomb = Buffer.concat(
      Array.from({ length: 3 }, () => gzipSync(Buffer.alloc(packetLimits.unzippedBytes, ' '))),
    );
    await expect(read(bomb, { gzip: true })).rejects.toMatchObject({ status: 413, detail: /unzips/ });
  });

  it('yields to the event loop repeatedly', async () => {
    // At each check of the clock, the time slice is over, however fast the machine is.
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 10));
    onTestFinished(() => void vi.restoreAllMocks());
    const packets = Array.from({ length: 400 }, (_, index) => ({ index, text: 'x'.repeat(60_000) }));
    const body = gzipSync(JSON.stringify(packets));
    expect(await turnsDuring(read(body, { gzip: true }))).toBeGreaterThan(packets.length);
    expect(await turnsDuring(read(JSON.stringify(packets).slice(0, packetLimits.bodyBytes)))).toBeGreaterThan(
      packets.length,
    );
  });
});
