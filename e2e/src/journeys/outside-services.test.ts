import { createPublisher, testBundle, testManifest } from '@cfs/server/areas/packages/testing/test-bundle';
import { startS3Peer } from '@cfs/server/platform/content-store/testing/s3-peer';
import { startOtlpPeer } from '@cfs/server/platform/tracing/testing/otlp-peer';
import { afterAll, describe, expect } from 'vitest';
import { apiAs } from '../harness/api.ts';
import { configuredJourney } from '../harness/journey.ts';

const bucket = await startS3Peer();
const traces = await startOtlpPeer();
afterAll(() => Promise.all([bucket.close(), traces.close()]));

const journey = configuredJourney({
  CONTENT_STORE: 's3://bundles/portal',
  S3_ENDPOINT: bucket.address,
  S3_ACCESS_KEY_ID: bucket.accessKeyId,
  S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
});

describe('the lazily loaded clients of external services', () => {
  journey('a bundle is stored in and read from a bucket, and its calls are traced', async ({ product }) => {
    const api = await apiAs(product, 'admin');
    const tenants = (await api.call('GET', '/api/generallookup/tenants')) as readonly { tenantId: string }[];
    const tenantId = tenants[0]?.tenantId ?? '';
    const publisher = createPublisher();
    await api.call('PUT', '/v1/publisherKeys', { name: 'Journey', publicKey: publisher.publicKey, tenantId });
    const name = 'Watcher in a Bucket';
    const bundle = await testBundle(publisher, testManifest(name, '1.0.0'));
    const form = new FormData();
    form.set('label', 'First');
    form.set('tenantId', tenantId);
    form.set('file-0', new Blob([new Uint8Array(bundle)], { type: 'application/zip' }), 'watcher.zip');
    const { authorization } = api;
    const upload = await fetch(`${product.address}/v1/packages/upload`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    });
    expect(upload.status, await upload.text()).toBeLessThan(300);

    const query = new URLSearchParams({ $filter: `name eq '${name}'`, $expand: 'versions' });
    const { value } = (await api.call('GET', `/v1/packages?${query}`)) as {
      value: readonly { packageId: string; versions: readonly { packageVersionId: string }[] }[];
    };
    const version = value[0]?.versions[0]?.packageVersionId;
    const download = await fetch(`${product.address}/v1/packages/${value[0]?.packageId}/versions/${version}/bundle`, {
      headers: { authorization },
    });
    expect(download.status).toBe(200);
    expect(Buffer.from(await download.arrayBuffer()).equals(bundle)).toBe(true);
    expect(bucket.requests()).toBeGreaterThan(1);

    await expect.poll(() => traces.spans.map((span) => span.name)).toContain('POST /v1/packages/upload');
  });
});
