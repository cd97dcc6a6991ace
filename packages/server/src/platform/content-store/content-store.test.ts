import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ContentStoreError, type ContentStore, type NewContent } from './content-store.ts';
import { createDirectoryStore } from './directory-store.ts';
import { createS3Store } from './s3-store.ts';
import { startS3Peer, type S3Peer } from './testing/s3-peer.ts';

let directory: string;
let peer: S3Peer;
const stores: Record<string, ContentStore> = {};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cfs-content-'));
  peer = await startS3Peer();
  stores['a directory'] = createDirectoryStore(directory);
  stores['S3'] = await createS3Store({
    bucket: 'packages',
    prefix: 'cfs',
    endpoint: peer.address,
    region: 'eu-north-1',
    credentials: { accessKeyId: peer.accessKeyId, secretAccessKey: peer.secretAccessKey },
  });
});
afterAll(async () => {
  await peer.close();
  await rm(directory, { recursive: true, force: true });
});

const tenantId = '11111111-1111-4111-8111-111111111111';
const contentOf = (bytes: Buffer): NewContent => ({
  tenantId,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.length,
  open: () => Readable.from([bytes.subarray(0, 1_000), bytes.subarray(1_000)]),
});
const read = async (stream: Readable | undefined): Promise<Buffer | undefined> => stream && buffer(stream);

describe.each(['a directory', 'S3'])('in %s', (kind) => {
  const store = (): ContentStore => {
    const found = stores[kind];
    if (!found) throw new Error(kind);
    return found;
  };

  test('stored bytes are read completely and in parts', async () => {
    const bytes = randomBytes(200_000);
    const content = contentOf(bytes);
    await store().put(content);
    expect((await read(await store().read(content)))?.equals(bytes)).toBe(true);
    expect(await read(await store().read(content, { first: 999, last: 1_000 }))).toEqual(bytes.subarray(999, 1_001));
  });

  test('the same bytes are stored again without an error', async () => {
    const content = contentOf(randomBytes(5_000));
    await Promise.all([store().put(content), store().put(content)]);
    await store().put(content);
    expect((await read(await store().read(content)))?.length).toBe(5_000);
  });

  test('bytes of another tenant or that were removed are not found', async () => {
    const content = contentOf(randomBytes(5_000));
    await store().put(content);
    expect(await store().read({ ...content, tenantId: '22222222-2222-4222-8222-222222222222' })).toBeUndefined();
    await store().remove(content);
    await store().remove(content);
    expect(await store().read(content)).toBeUndefined();
  });

  test('bytes whose source fails midway are not stored', async () => {
    const content = contentOf(randomBytes(5_000));
    const broken = (): Readable =>
      Readable.from(
        (function* () {
          yield Buffer.alloc(100);
          throw new Error('The source broke off.');
        })(),
      );
    await expect(store().put({ ...content, open: broken })).rejects.toBeInstanceOf(ContentStoreError);
    expect(await store().read(content)).toBeUndefined();
  });
});

test('a directory keeps no partial file after a failure', async () => {
  const names = await readdir(directory, { recursive: true });
  expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('a directory that cannot be written leads to a ContentStoreError', async () => {
  const store = createDirectoryStore('/dev/null/content');
  await expect(store.put(contentOf(Buffer.from('x')))).rejects.toBeInstanceOf(ContentStoreError);
});

test('an upload that a busy service refuses is retried', async () => {
  const content = contentOf(randomBytes(5_000));
  peer.failNext(2, 503);
  await stores['S3']?.put(content);
  expect((await read(await stores['S3']?.read(content)))?.length).toBe(5_000);
});

test('a wrong credential leads to a ContentStoreError without a retry', async () => {
  const store = await createS3Store({
    bucket: 'packages',
    prefix: '',
    endpoint: peer.address,
    region: 'eu-north-1',
    credentials: { accessKeyId: peer.accessKeyId, secretAccessKey: 'wrong' },
  });
  const before = peer.requests();
  await expect(store.put(contentOf(Buffer.from('x')))).rejects.toBeInstanceOf(ContentStoreError);
  expect(peer.requests() - before).toBe(1);
});

test('an unreachable service leads to a ContentStoreError', async () => {
  const gone = await startS3Peer();
  await gone.close();
  const store = await createS3Store({
    bucket: 'packages',
    prefix: '',
    endpoint: gone.address,
    region: 'eu-north-1',
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
  });
  await expect(store.read({ tenantId, sha256: '0'.repeat(64) })).rejects.toBeInstanceOf(ContentStoreError);
});
