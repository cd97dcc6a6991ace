import { uploadedPicture } from '@cfs/contracts/access';
import { pictureLimitBytes, pictureOriginHeader } from '@cfs/contracts/profile-pictures';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import { badRequest } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { personOf } from '../people/person-of.ts';
import { createPictures } from './fetch-picture.ts';
import { readProfilePicture, removeProfilePicture, storeProfilePicture } from './profile-pictures.ts';

const path = '/api/auth/currentUserPhoto';

/** A picture is displayed inline and runs no scripts, also if its address is opened directly. */
const pictureHeaders = {
  'cache-control': 'private, no-cache',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'content-disposition': 'inline',
};

/** The routes for the caller's own picture: read it (uploaded, else from the provider), upload and remove it. */
export const profilePictureRoutes = (app: App, services: Services): void => {
  const pictures = createPictures(services.clock, services.log);

  app.get(
    path,
    {
      config: {
        permission: 'signed-in',
        summary: 'The picture of the caller',
        answers: { 200: 'image/*', 204: z.null() },
      },
    },
    async ({ context }, reply) => {
      const { userId } = personOf(context);
      const { people } = await services.snapshot.current();
      const uploaded = await readProfilePicture(services, context, userId);
      const picture = uploaded ?? (await pictures.fetch(people.get(userId)?.pictureAddress));
      if (!picture) return reply.code(204).send();
      return reply
        .headers({ ...pictureHeaders, [pictureOriginHeader]: uploaded ? 'uploaded' : 'provider' })
        .type(picture.type)
        .send(picture.bytes);
    },
  );

  app.delete(
    path,
    { config: { permission: 'signed-in', summary: 'Remove the picture that the caller uploaded' } },
    async ({ context }, reply) => {
      await removeProfilePicture(services, context, personOf(context).userId);
      return reply.code(204).send();
    },
  );

  app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      /^image\//,
      { parseAs: 'buffer', bodyLimit: pictureLimitBytes },
      (_request, body, parsed) => parsed(null, body),
    );
    (scope as App).put(
      path,
      {
        config: { permission: 'signed-in', summary: 'Upload a picture of the caller' },
        bodyLimit: pictureLimitBytes,
        schema: { response: { 201: uploadedPicture } },
      },
      async ({ context, body }, reply) => {
        if (!Buffer.isBuffer(body)) throw badRequest('The body must be a picture.');
        return reply.code(201).send(await storeProfilePicture(services, context, personOf(context).userId, body));
      },
    );
    done();
  });
};
