import { createHash } from 'node:crypto';
import type { UploadedPicture } from '@cfs/contracts/access';
import { allPermissions } from '@cfs/contracts/permissions';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { invalid } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { pictureTypeOf } from './picture-type.ts';
import type { Picture } from './fetch-picture.ts';

type Needs = Pick<Services, 'gate'>;

/** Resolves with the newest picture that the person uploaded in a tenant that they still reach. */
export const readProfilePicture = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  userId: string,
): Promise<Picture | undefined> =>
  gate.read(context, allPermissions, async (db) => {
    const row = await db
      .selectFrom('profile_pictures')
      .select(['media_type', 'bytes'])
      .where('user_id', '=', userId)
      .where(inScope(context, allPermissions, 'profile_pictures.tenant_id'))
      .orderBy('uploaded', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row && { type: row.media_type, bytes: row.bytes };
  });

const removeAll = (db: ScopedDatabase, context: Context, userId: string) =>
  db
    .deleteFrom('profile_pictures')
    .where('user_id', '=', userId)
    .where(inScope(context, allPermissions, 'profile_pictures.tenant_id'))
    .returning('media_type')
    .execute();

/**
 * Stores a picture in place of the previous one; throws 400 unless its bytes are those of a PNG, JPEG or WebP picture.
 */
export const storeProfilePicture = async (
  services: Needs,
  context: Context,
  userId: string,
  bytes: Buffer,
): Promise<UploadedPicture> => {
  const type = pictureTypeOf(bytes);
  if (type === undefined) throw invalid({ Picture: ['Please choose a PNG, JPEG or WebP picture.'] });
  const after = { type, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  await services.gate.write(context, allPermissions, async (db, change) => {
    const [replaced] = await removeAll(db, context, userId);
    await db
      .insertInto('profile_pictures')
      .values({
        tenant_id: context.tenantId,
        user_id: userId,
        media_type: type,
        bytes,
        uploaded: context.clock.now(),
      })
      .execute();
    await change.record({
      entity: 'ProfilePicture',
      id: userId,
      ...(replaced && { before: { type: replaced.media_type } }),
      after,
    });
  });
  return { type, size: bytes.length };
};

/** Removes the uploaded picture; a no-op if there is none. */
export const removeProfilePicture = (services: Needs, context: Context, userId: string): Promise<void> =>
  services.gate.write(context, allPermissions, async (db, change) => {
    const [removed] = await removeAll(db, context, userId);
    if (!removed) return;
    const before = { type: removed.media_type };
    await change.record({ entity: 'ProfilePicture', id: userId, before });
  });
