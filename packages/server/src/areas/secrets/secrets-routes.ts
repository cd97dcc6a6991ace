import { revealedSecretSchema, secretSchema, secretWriteSchema } from '@cfs/contracts/secrets';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import type { Services } from '../../platform/services.ts';
import { readSecrets } from './read-secrets.ts';
import { revealSecret } from './reveal-secret.ts';
import type { SecretsNeeds } from './secrets-needs.ts';
import { secretsPermission as permission } from './secrets-permission.ts';
import { deleteSecret, writeSecret } from './write-secrets.ts';

const ofTenant = z.object({ tenantId: z.guid('Must be the id of a tenant.').toLowerCase() });
const ofSecret = ofTenant.extend({ secretId: z.guid('Must be the id of a secret.').toLowerCase() });

/** Room for the longest value with every character escaped in JSON, and for its name. */
const bodyLimitBytes = 131_072;

/** Routes for the secrets of a tenant: list without values, reveal one, create or replace, delete. */
export const secretsRoutes = (app: App, services: Services, { findUsers, onChange }: SecretsNeeds): void => {
  app.get(
    '/v1/tenants/:tenantId/secrets',
    {
      config: { permission, summary: 'Secrets of a tenant, without their values' },
      schema: { params: ofTenant, response: { 200: z.array(secretSchema) } },
    },
    ({ context, params: { tenantId } }) => readSecrets(services, context, tenantId),
  );

  app.get(
    '/v1/tenants/:tenantId/secrets/:secretId/versions/latest',
    {
      config: { permission, summary: 'The value of a secret; each call is recorded in the audit' },
      schema: { params: ofSecret, response: { 200: revealedSecretSchema } },
    },
    ({ context, params: { tenantId, secretId } }) => revealSecret(services, context, tenantId, secretId),
  );

  app.put(
    '/v1/tenants/:tenantId/secrets',
    {
      bodyLimit: bodyLimitBytes,
      config: { permission, summary: 'Create a secret, or replace the value of the one of this name' },
      schema: { params: ofTenant, body: secretWriteSchema, response: { 201: secretSchema } },
    },
    async ({ context, params: { tenantId }, body }, reply) =>
      reply.code(201).send(await writeSecret(services, context, tenantId, body, onChange)),
  );

  app.delete(
    '/v1/tenants/:tenantId/secrets/:secretId',
    {
      config: { permission, summary: 'Delete a secret that nothing reads' },
      schema: { params: ofSecret },
    },
    async ({ context, params: { tenantId, secretId } }, reply) => {
      await deleteSecret(services, context, tenantId, secretId, findUsers);
      return reply.code(204).send();
    },
  );
};
