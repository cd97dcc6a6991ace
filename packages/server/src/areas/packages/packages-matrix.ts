import { randomUUID } from 'node:crypto';
import { fingerprintOf } from './bundles/ed25519.ts';
import { createPublisher, testBundle, testManifest, uploadBody } from './testing/test-bundle.ts';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';

/** Values of created and created_by, and of modified and modified_by. */
const stamped = `now(), 'matrix'`;

/** A bundle for each seeded publisher key, by its id. */
const bundles = new Map<string, Buffer>();

export const packagesMatrix: AreaMatrix = {
  area: 'packages',
  async seed(database, tenantId) {
    const ids = {
      tenantId,
      packageId: randomUUID(),
      operationId: randomUUID(),
      packageVersionId: randomUUID(),
      archivedVersionId: randomUUID(),
      publisherKeyId: randomUUID(),
      sha256: randomUUID().replaceAll('-', '').repeat(2),
    };
    const { sha256 } = ids;
    await database.asOwner(
      `insert into cfs.packages (tenant_id, package_id, name, package_type_id, executable_type_id,
         operating_system_rids_id, parameter_definitions, created, created_by, modified, modified_by)
       values ($1, $2, $3, 1, 2, 4, '[]', ${stamped}, ${stamped})`,
      [tenantId, ids.packageId, `Seeded by the matrix ${ids.packageId}`],
    );
    await database.asOwner(
      `insert into cfs.package_operations (tenant_id, operation_id, package_id, name, operation_type_id,
         operation_result_type_id, default_interval_seconds, frequency_definitions, parameter_definitions,
         created, created_by, modified, modified_by)
       values ($1, $2, $3, 'Matrix', 6, 1, 300, '[2]', '[]', ${stamped}, ${stamped})`,
      [tenantId, ids.operationId, ids.packageId],
    );
    await database.asOwner(
      `insert into cfs.package_contents (tenant_id, sha256, size, touched) values ($1, $2, 1, now())`,
      [tenantId, sha256],
    );
    for (const [packageVersionId, version, precedence, status] of [
      [ids.packageVersionId, '2.0.0', 'b', 1],
      [ids.archivedVersionId, '1.0.0', 'a', 2],
    ] as const)
      await database.asOwner(
        `insert into cfs.package_versions (tenant_id, package_version_id, package_id, version, precedence, label,
           package_version_status_id, sha256, size, manifest, key_fingerprint, created, created_by)
         values ($1, $2, $3, $4, $5, 'Matrix', $6, $7, 1, '{}', 'SHA256:matrix', ${stamped})`,
        [tenantId, packageVersionId, ids.packageId, version, precedence, status, sha256],
      );
    // The number of keys per tenant is limited.
    await database.asOwner(`delete from cfs.publisher_keys where tenant_id = $1`, [tenantId]);
    const publisher = createPublisher();
    const publicKey = Buffer.from(publisher.publicKey, 'base64url');
    await database.asOwner(
      `insert into cfs.publisher_keys (tenant_id, publisher_key_id, name, public_key, fingerprint, created, created_by)
       values ($1, $2, 'Matrix', $3, $4, ${stamped})`,
      [tenantId, ids.publisherKeyId, publicKey, fingerprintOf(publicKey)],
    );
    bundles.set(ids.publisherKeyId, await testBundle(publisher, testManifest(`Matrix ${randomUUID()}`, '1.0.0')));
    return ids;
  },
  examples: [
    ...listExamples('/v1/packages', (ids) => `packageId eq ${ids['packageId']}`),
    ...listExamples('/v1/operations', (ids) => `operationId eq ${ids['operationId']}`),
    ...listExamples('/v1/packageVersions', (ids) => `packageVersionId eq ${ids['packageVersionId']}`),
    {
      route: 'GET /v1/packages',
      place: 'expand',
      request: (ids) => ({
        url: `/v1/packages?$filter=packageId eq ${ids['packageId']}&$expand=tenant,operations,versions`,
      }),
      foreign: 'empty',
    },
    {
      route: 'PUT /v1/packages',
      place: 'body',
      request: ({ tenantId }) => ({
        url: '/v1/packages',
        body: { name: `Matrix ${randomUUID()}`, packageTypeId: 'Watcher', executableTypeId: 'Script', tenantId },
      }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'POST /v1/packages/:packageId',
      place: 'path',
      request: (ids) => ({ url: `/v1/packages/${ids['packageId']}`, body: { description: 'From the matrix' } }),
      foreign: 404,
    },
    {
      route: 'DELETE /v1/packages/:packageId/versions/:versionId',
      place: 'path',
      request: (ids) => ({ url: `/v1/packages/${ids['packageId']}/versions/${ids['archivedVersionId']}` }),
      allowed: 204,
      foreign: 404,
    },
    ...listExamples('/v1/publisherKeys', (ids) => `publisherKeyId eq ${ids['publisherKeyId']}`),
    {
      route: 'POST /v1/packages/upload',
      place: 'body',
      request: (ids) => ({
        url: '/v1/packages/upload',
        ...uploadBody([
          { name: 'label', value: 'From the matrix' },
          { name: 'tenantId', value: ids['tenantId'] ?? '' },
          { name: 'file-0', content: bundles.get(ids['publisherKeyId'] ?? '') ?? Buffer.alloc(0) },
        ]),
      }),
      foreign: 404,
    },
    {
      route: 'GET /v1/packages/:packageId/versions/:versionId/bundle',
      place: 'path',
      // The bundles of seeded versions are not stored, so an allowed request sends the etag of a cached copy.
      request: (ids) => ({
        url: `/v1/packages/${ids['packageId']}/versions/${ids['packageVersionId']}/bundle`,
        headers: { 'if-none-match': `"${ids['sha256']}"` },
      }),
      allowed: 304,
      foreign: 404,
    },
    {
      route: 'PUT /v1/publisherKeys',
      place: 'body',
      request: ({ tenantId }) => ({
        url: '/v1/publisherKeys',
        body: { name: 'From the matrix', publicKey: createPublisher().publicKey, tenantId },
      }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'DELETE /v1/publisherKeys/:publisherKeyId',
      place: 'path',
      request: (ids) => ({ url: `/v1/publisherKeys/${ids['publisherKeyId']}` }),
      allowed: 204,
      foreign: 404,
    },
    {
      route: 'DELETE /v1/packages/:packageId',
      place: 'path',
      request: (ids) => ({ url: `/v1/packages/${ids['packageId']}` }),
      allowed: 204,
      foreign: 404,
    },
  ],
};
