import { generatedTokenSchema, tokenCreateSchema, tokenUpdateSchema } from '@cfs/contracts/tokens';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import type { Services } from '../../platform/services.ts';
import { tokenEntity } from './token-entity.ts';
import { createToken, revokeToken, updateToken } from './write-tokens.ts';

const params = z.object({ tokenGrantId: z.guid('Must be the id of a token.').toLowerCase() });

/** Tokens of machines: the list, create, rename, revoke. */
export const tokensRoutes = (app: App, services: Services): void => {
  listRoute(app, services, tokenEntity);

  app.put(
    '/v1/tokens',
    {
      config: {
        permission: 'Tokens:create',
        summary: 'Create a token; only the response contains it',
        answers: { 201: generatedTokenSchema },
      },
      schema: { body: tokenCreateSchema },
    },
    async ({ context, body }, reply) => reply.code(201).send(await createToken(services, context, body)),
  );

  app.post(
    '/v1/tokens/:tokenGrantId',
    {
      config: { permission: 'Tokens:edit', summary: 'Rename a token', answers: { 200: tokenEntity } },
      schema: { params, body: tokenUpdateSchema },
    },
    ({ context, params: { tokenGrantId }, body }) => updateToken(services, context, tokenGrantId, body),
  );

  app.put(
    '/v1/tokens/:tokenGrantId/revoke',
    {
      config: { permission: 'Tokens:edit', summary: 'End a token at once', answers: { 200: tokenEntity } },
      schema: { params },
    },
    ({ context, params: { tokenGrantId } }) => revokeToken(services, context, tokenGrantId),
  );
};
