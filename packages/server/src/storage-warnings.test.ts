import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createS3Store } from './platform/content-store/s3-store.ts';
import { startS3Peer } from './platform/content-store/testing/s3-peer.ts';
import { bucketWarning, storageWarnings } from './storage-warnings.ts';

const uploadsWarning = 'DATA_DIR /dev/null/data cannot be written (ENOTDIR); bundles of packages cannot be uploaded';

test('names directories that cannot be written, with the reason', async () => {
  expect(
    await storageWarnings({
      contentStore: { kind: 'directory', path: '/dev/null/content' },
      dataDirectory: '/dev/null/data',
      roles: ['web', 'worker'],
    }),
  ).toEqual([
    'the content store /dev/null/content cannot be written (ENOTDIR); bundles of packages cannot be stored',
    uploadsWarning,
  ]);
});

test('does not check the directory of uploads for a worker', async () => {
  const store = {
    kind: 's3',
    bucket: 'b',
    prefix: '',
    endpoint: undefined,
    region: 'r',
    credentials: undefined,
  } as const;
  const needs = { contentStore: store, dataDirectory: '/dev/null/data' };
  expect(await storageWarnings({ ...needs, roles: ['worker'] })).toEqual([]);
  expect(await storageWarnings({ ...needs, roles: ['web'] })).toEqual([uploadsWarning]);
});

test('does not warn of writable directories, and leaves no file of the check in them', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'cfs-storage-'));
  onTestFinished(() => rm(dataDirectory, { recursive: true }));
  const path = join(dataDirectory, 'content');
  const contentStore = { kind: 'directory', path } as const;
  expect(await storageWarnings({ contentStore, dataDirectory, roles: ['web'] })).toEqual([]);
  expect(await readdir(path)).toEqual([]);
  expect(await readdir(join(dataDirectory, 'uploads'))).toEqual([]);
});

test('warns of a bucket that cannot be used, and leaves no object in one that can', async () => {
  const peer = await startS3Peer();
  onTestFinished(() => peer.close());
  const warningWith = async (secretAccessKey: string) => {
    const settings = {
      bucket: 'packages',
      prefix: 'cfs',
      endpoint: peer.address,
      region: 'eu-north-1',
      credentials: { accessKeyId: peer.accessKeyId, secretAccessKey },
    };
    return bucketWarning({ contentStore: { kind: 's3', ...settings } }, await createS3Store(settings));
  };
  expect(await warningWith('wrong')).toBe(
    'the bucket packages of CONTENT_STORE cannot be used (SignatureDoesNotMatch); bundles of packages cannot be stored',
  );
  expect(await warningWith(peer.secretAccessKey)).toBeUndefined();
  expect(peer.requests()).toBeGreaterThan(3);
  expect(peer.stored()).toEqual([]);
});
