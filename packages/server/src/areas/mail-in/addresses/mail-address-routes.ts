import { mailAddressSchema, mailAddressWriteSchema } from '@cfs/contracts/mail-addresses';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';
import { readMailAddress } from './read-mail-address.ts';
import { writeMailAddress } from './write-mail-address.ts';

const ofTenant = z.object({ tenantId: z.guid('Must be the id of a tenant.').toLowerCase() });
const url = '/v1/tenants/:tenantId/mailaddress';

/** Routes of the mail address of a tenant, to which mails open requests. */
export const mailAddressRoutes = (app: App, services: Services): void => {
  app.get(
    url,
    {
      config: { permission: 'Tenants:view', summary: 'The mail address of a tenant' },
      schema: { params: ofTenant, response: { 200: mailAddressSchema } },
    },
    ({ context, params }) => readMailAddress(services, context, params.tenantId),
  );

  app.put(
    url,
    {
      config: { permission: 'Tenants:edit', summary: 'Set or remove the mail address of a tenant' },
      schema: { params: ofTenant, body: mailAddressWriteSchema, response: { 200: mailAddressSchema } },
    },
    ({ context, params, body }) => writeMailAddress(services, context, params.tenantId, body),
  );
};
