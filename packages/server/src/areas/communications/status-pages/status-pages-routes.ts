import { isGuid } from '@cfs/contracts/guid';
import { statusPageSchema, statusPageWriteSchema } from '@cfs/contracts/status-pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';
import { sendPacked } from './packed-answer.ts';
import { noStatusPage } from './status-page.ts';
import { createStatusPages, freshMilliseconds, type PackedStatus } from './status-page-cache.ts';
import { readStatusPage, writeStatusPage } from './status-page-settings.ts';
import { statusPagePolicy } from './status-page-style.ts';

const ofTenant = z.object({ tenantId: z.guid('Must be the id of a tenant.').toLowerCase() });
const settings = '/v1/tenants/:tenantId/statuspage';
const maxAgeSeconds = freshMilliseconds / 1_000;

const tenantOf = ({ params }: FastifyRequest): string =>
  (params as { readonly tenantId: string }).tenantId.toLowerCase();

/** The public status page of a tenant with its feed, from the cache, and the setting that publishes it. */
export const statusPagesRoutes = (app: App, services: Services): void => {
  const headers = {
    'content-security-policy': statusPagePolicy,
    'cache-control': `public, max-age=${maxAgeSeconds}, stale-if-error=3600`,
  };
  const pages = createStatusPages(services, { ...app.defaultHeaders, ...headers });
  const missing = noStatusPage(services.configuration.companyName);

  const readAndAnswer = async (part: keyof PackedStatus, request: FastifyRequest, reply: FastifyReply) => {
    const tenantId = tenantOf(request);
    const status = isGuid(tenantId) ? await pages.find(tenantId) : undefined;
    if (status) sendPacked(request, reply, status[part]);
    else await reply.code(404).headers(headers).type('text/html; charset=utf-8').send(missing);
  };
  const answer = (part: keyof PackedStatus) => (request: FastifyRequest, reply: FastifyReply) => {
    const status = pages.ready(tenantOf(request));
    return status ? sendPacked(request, reply, status[part]) : readAndAnswer(part, request, reply);
  };
  const config = { permission: 'anonymous', unlimited: true } as const;
  app.get(
    '/status/:tenantId',
    {
      compress: false,
      config: { ...config, summary: 'The public status page of a tenant', answers: { 200: 'text/html' } },
    },
    answer('page'),
  );
  app.get(
    '/status/:tenantId/feed.atom',
    {
      compress: false,
      config: {
        ...config,
        summary: 'The status page of a tenant as an Atom feed',
        answers: { 200: 'application/atom+xml' },
      },
    },
    answer('feed'),
  );

  app.get(
    settings,
    {
      config: { permission: 'Tenants:view', summary: 'Whether a tenant has a public status page' },
      schema: { params: ofTenant, response: { 200: statusPageSchema } },
    },
    ({ context, params }) => readStatusPage(services, context, params.tenantId),
  );
  app.put(
    settings,
    {
      config: { permission: 'Tenants:edit', summary: 'Publish or withdraw the status page of a tenant' },
      schema: { params: ofTenant, body: statusPageWriteSchema, response: { 200: statusPageSchema } },
    },
    async ({ context, params, body }) => {
      const stored = await writeStatusPage(services, context, params.tenantId, body);
      pages.evict(params.tenantId);
      return stored;
    },
  );
};
