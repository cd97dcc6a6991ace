import { pictureLimitBytes } from '@cfs/contracts/profile-pictures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { accessArea } from '../access-area.ts';

const path = '/api/auth/currentUserPhoto';
const picture = (start: string): Buffer => Buffer.from(`${start} picture`, 'latin1');
const png = picture('\x89PNG\r\n\x1A\n');
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ areas: [accessArea] });
});
afterAll(() => server.close());

const upload = (body: Buffer, type = 'image/png', client = server.as('Viewer')) =>
  client.send('PUT', path, { body, headers: { 'content-type': type } });

describe('an uploaded picture', () => {
  it('is shown only to its person, until it is removed', async () => {
    expect(await upload(png)).toMatchObject({ status: 201, body: { type: 'image/png', size: png.length } });
    const shown = await server.as('Viewer').get(path);
    expect(shown.status).toBe(200);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'cache-control': 'private, no-cache',
      'x-picture-origin': 'uploaded',
    });
    expect((await server.as('Operator').get(path)).status).toBe(204);
    expect((await server.as('Viewer').delete(path)).status).toBe(204);
    expect((await server.as('Viewer').get(path)).status).toBe(204);
    expect((await server.as('Viewer').delete(path)).status).toBe(204);
    const { userId } = await server.person('Viewer');
    const audited = await server.database.asOwner<{ after: unknown }>(
      `select after from cfs.audit_records where entity = 'ProfilePicture' and entity_id = $1`,
      [userId],
    );
    expect(audited).toHaveLength(2);
  });

  it('replaces the previous one in any tenant', async () => {
    const everywhere = server.as('Administrator', 'all');
    const inTenant = (tenantId: string, body: Buffer) =>
      everywhere.send('PUT', path, { body, headers: { 'content-type': 'image/png', 'x-tenant-id': tenantId } });
    await inTenant(server.tenants.own, png);
    await inTenant(server.tenants.foreign, picture('\xFF\xD8\xFF'));
    expect((await everywhere.get(path, { 'x-tenant-id': server.tenants.own })).headers['content-type']).toBe(
      'image/jpeg',
    );
    expect(await server.database.asOwner('select from cfs.profile_pictures')).toHaveLength(1);
  });

  it.each([
    ['PNG', png, 'image/png'],
    ['JPEG', picture('\xFF\xD8\xFF\xE0'), 'image/jpeg'],
    ['WebP', picture('RIFF\x00\x00\x00\x00WEBP'), 'image/webp'],
  ])('may be a %s, whatever its content type', async (_, bytes, type) => {
    expect((await upload(bytes, 'image/x-any')).status).toBe(201);
    expect((await server.as('Viewer').get(path)).headers['content-type']).toBe(type);
  });

  it('is refused if it is not a picture, too large, or sent without access', async () => {
    for (const bytes of ['GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>', '', 'RIFF....WAVE', '\x89PNG'])
      expect((await upload(Buffer.from(bytes, 'latin1'))).status).toBe(400);
    expect((await upload(png, 'text/html')).status).toBe(415);
    expect((await server.as('Viewer').put(path, { picture: 'x' })).status).toBe(400);
    expect((await upload(Buffer.concat([png, Buffer.alloc(pictureLimitBytes)]))).status).toBe(413);
    expect((await upload(png, 'image/png', server.anonymous)).status).toBe(401);
    expect((await upload(png, 'image/png', server.stranger)).status).toBe(403);
  });
});
