import { spawn } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readdir, rm, rmdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SentPacket } from '@cfs/contracts/packets';
import { openSpool, type Spool, type SpoolOptions } from './spool.ts';

const day = 24 * 60 * 60_000;
const start = Date.parse('2026-03-02T10:00:00.000Z');

const packet = (number: number): SentPacket => ({
  entityId: '10000000-0000-4000-8000-000000000001',
  timestamp: new Date(start + number * 1_000).toISOString(),
  message: { Value: number },
});

const numbersOf = (packets: readonly SentPacket[] | undefined) => packets?.map((each) => each.message.Value);

const upTo = (packets: number, bytes = 1_048_576) => ({ packets, bytes });

/** Reads and acknowledges batch by batch until the spool is empty; returns the numbers of the packets. */
const drain = async (spool: Spool): Promise<unknown[]> => {
  const numbers: unknown[] = [];
  for (let batch = await spool.read(upTo(100)); batch; batch = await spool.read(upTo(100))) {
    numbers.push(...(numbersOf(batch.packets) ?? []));
    await spool.acknowledge(batch);
  }
  return numbers;
};

describe('spool', () => {
  let directory: string;
  let dropped: number;
  const open = (options: Partial<SpoolOptions> = {}): Promise<Spool> =>
    openSpool({ directory, onDrop: (segments) => (dropped += segments), ...options });

  beforeEach(async () => {
    dropped = 0;
    directory = await mkdtemp(join(tmpdir(), 'cfs-spool-'));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await rm(directory, { recursive: true });
  });

  it('returns the same batch until it is acknowledged, then the next one', async () => {
    const spool = await open();
    await spool.append([packet(1), packet(2), packet(3)]);
    const first = await spool.read(upTo(2));
    expect(first).toMatchObject({ sequence: 1, oldestUnsent: packet(3).timestamp });
    expect(numbersOf(first?.packets)).toEqual([1, 2]);
    expect(await spool.read(upTo(2))).toEqual(first);
    if (first) await spool.acknowledge(first);
    const second = await spool.read(upTo(2));
    expect(second).toMatchObject({ sequence: 2, oldestUnsent: undefined });
    expect(numbersOf(second?.packets)).toEqual([3]);
    await spool.close();
  });

  it('limits a batch by bytes, but returns at least one packet', async () => {
    const spool = await open();
    const large = (number: number): SentPacket => ({
      ...packet(number),
      message: { Value: number, Note: 'x'.repeat(600) },
    });
    await spool.append([packet(1), large(2), large(3)]);
    const first = await spool.read(upTo(10, 1_000));
    expect(numbersOf(first?.packets)).toEqual([1, 2]);
    expect(first?.oldestUnsent).toBe(packet(3).timestamp);
    expect(numbersOf((await spool.read(upTo(10, 1)))?.packets)).toEqual([1]);
    if (first) await spool.acknowledge(first);
    expect(numbersOf((await spool.read(upTo(10, 1)))?.packets)).toEqual([3]);
    await spool.close();
  });

  it('keeps unacknowledged packets and the sequence across a restart', async () => {
    const before = await open();
    await before.append([packet(1), packet(2)]);
    const batch = await before.read(upTo(1));
    if (batch) await before.acknowledge(batch);
    await before.close();
    const after = await open();
    await after.append([packet(3)]);
    const rest = await after.read(upTo(10));
    expect(rest?.sequence).toBe(2);
    expect(numbersOf(rest?.packets)).toEqual([2, 3]);
    await after.close();
  });

  it('reads across segments and removes acknowledged ones', async () => {
    const spool = await open({ segmentBytes: 200 });
    for (let number = 1; number <= 9; number += 1) await spool.append([packet(number)]);
    expect((await readdir(directory)).length).toBeGreaterThan(3);
    expect(await drain(spool)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect((await readdir(directory)).filter((name) => name.endsWith('.ndjson'))).toHaveLength(1);
    await spool.close();
  });

  it('removes acknowledged segments when the acknowledged position cannot be written', async () => {
    const before = await open({ segmentBytes: 200 });
    for (let number = 1; number <= 9; number += 1) await before.append([packet(number)]);
    const first = await before.read(upTo(1));
    if (first) await before.acknowledge(first);
    // A directory at the path of the temporary file makes the write fail.
    await mkdir(join(directory, 'acknowledged.json.new'));
    const rest = await before.read(upTo(100));
    expect(rest?.sequence).toBe(2);
    if (rest) await expect(before.acknowledge(rest)).rejects.toThrow('EISDIR');
    expect(await before.read(upTo(100))).toBeUndefined();
    expect((await readdir(directory)).filter((name) => name.endsWith('.ndjson'))).toHaveLength(1);
    await before.close();

    await rmdir(join(directory, 'acknowledged.json.new'));
    const after = await open({ segmentBytes: 200 });
    const again = await after.read(upTo(100));
    expect(again?.sequence).toBe(2);
    expect(numbersOf(again?.packets)).toEqual([9]);
    if (again) await after.acknowledge(again);
    await after.append([packet(10)]);
    expect(await drain(after)).toEqual([10]);
    await after.close();
  });

  it('truncates a line that was cut off by a crash', async () => {
    const before = await open();
    await before.append([packet(1)]);
    await before.close();
    const [segment = ''] = await readdir(directory);
    await appendFile(join(directory, segment), '{"entityId":"1000');
    const after = await open();
    await after.append([packet(2)]);
    expect(await drain(after)).toEqual([1, 2]);
    await after.close();
  });

  it('drops the oldest segments beyond its size limit and reports them', async () => {
    const spool = await open({ segmentBytes: 200, maxBytes: 600 });
    for (let number = 1; number <= 20; number += 1) await spool.append([packet(number)]);
    const rest = await drain(spool);
    expect(dropped).toBeGreaterThan(0);
    expect(rest.at(-1)).toBe(20);
    expect(rest.length).toBeLessThan(12);
    await spool.close();
  });

  it('drops segments that were finished more than a week ago', async () => {
    let now = 0;
    const spool = await open({ segmentBytes: 100, now: () => now });
    await spool.append([packet(1)]);
    await spool.append([packet(2)]);
    now = 8 * day;
    await spool.append([packet(3)]);
    expect(dropped).toBe(1);
    expect(await drain(spool)).toEqual([2, 3]);
    await spool.close();
  });

  it('keeps packets appended before the system clock was set forward', async () => {
    const clock = vi.spyOn(Date, 'now');
    const spool = await open({ segmentBytes: 100 });
    await spool.append([packet(1)]);
    await spool.append([packet(2)]);
    clock.mockReturnValue(Date.now() + 10 * day);
    await spool.append([packet(3)]);
    expect(dropped).toBe(0);
    expect(await drain(spool)).toEqual([1, 2, 3]);
    await spool.close();
  });

  it('keeps packets appended while the system clock was behind, also after a restart', async () => {
    const before = await open({ segmentBytes: 100 });
    await before.append([packet(1)]);
    await before.append([packet(2)]);
    await before.close();
    for (const name of await readdir(directory)) await utimes(join(directory, name), new Date(0), new Date(0));
    const after = await open({ segmentBytes: 100 });
    await after.append([packet(3)]);
    expect(dropped).toBe(0);
    expect(await drain(after)).toEqual([1, 2, 3]);
    await after.close();
  });

  it('loses no appended packet when killed during a write', async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'testing/endless-spooler.ts'), directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let taken = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      taken = Number(line);
      if (taken === 50) child.kill('SIGKILL');
    }
    const spool = await open();
    const kept = await drain(spool);
    expect(kept.slice(0, taken)).toEqual(Array.from({ length: taken }, (_, index) => index + 1));
    expect(kept.length - taken).toBeLessThanOrEqual(1);
    await spool.close();
  });

  it('skips lines damaged by a power cut, and reports them once', async () => {
    const damage: number[] = [];
    const first = await open();
    await first.append([packet(1)]);
    await first.close();
    const segment = join(directory, '000000000001.ndjson');
    await appendFile(
      segment,
      Buffer.concat([Buffer.alloc(300), Buffer.from([0xff, 0xfe, 10]), Buffer.from('{"a":\n7\n')]),
    );
    const spool = await open({ onDamage: (lines) => damage.push(lines) });
    await spool.append([packet(2)]);
    expect(numbersOf((await spool.read(upTo(10)))?.packets)).toEqual([1, 2]);
    expect(await drain(spool)).toEqual([1, 2]);
    expect(damage).toEqual([3]);
    await spool.close();
  });

  it('returns everything again when the acknowledged position cannot be read', async () => {
    const first = await open();
    await first.append([packet(1), packet(2)]);
    expect(await drain(first)).toEqual([1, 2]);
    await first.close();
    await writeFile(join(directory, 'acknowledged.json'), Buffer.alloc(40));
    const spool = await open();
    expect(await drain(spool)).toEqual([1, 2]);
    await spool.close();
  });

  it.skipIf(process.platform === 'win32')('keeps complete lines when the disk is full', async () => {
    // A limit on the file size fails like a full disk: in the middle of a line.
    const script = join(import.meta.dirname, 'testing', 'full-disk-spooler.ts');
    const limited = spawn('sh', ['-c', 'ulimit -f 8; exec "$0" "$@"', process.execPath, script, directory]);
    limited.stdout.setEncoding('utf8');
    let output = '';
    for await (const chunk of limited.stdout as AsyncIterable<string>) output += chunk;
    const kept = JSON.parse(output) as number[];
    expect(kept.length).toBeGreaterThan(3);
    const damage: number[] = [];
    const spool = await open({ onDamage: (lines) => damage.push(lines) });
    expect(await drain(spool)).toEqual(kept);
    expect(damage).toEqual([]);
    await spool.close();
  });
});
