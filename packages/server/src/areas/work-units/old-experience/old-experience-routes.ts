import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { credentialOf } from '../../../platform/access/credential.ts';
import { endedPageCookie, pageCookie } from '../../../platform/access/page-cookie.ts';
import type { App } from '../../../platform/http/app-instance.ts';
import { logProblem, toProblem } from '../../../platform/http/problem-documents.ts';
import type { Services } from '../../../platform/services.ts';
import { timeZoneOf } from './old-list-dates.ts';
import { oldExperienceNotice, oldListPage, type PageFrame } from './old-experience-page.ts';
import { readOldListQuery } from './old-list-query.ts';
import { readOldList } from './read-old-list.ts';

/** Permits no scripts and no external resources, only the style with the nonce and forms to the same origin. */
const policyOf = (nonce: string): string =>
  `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const params = z.object({ tenantId: z.string() });

const endedSchema = z.strictObject({ tenantIds: z.array(z.guid().toLowerCase()).max(50) });

const pathOf = (tenantId: string): string => `/${tenantId}/workunits`;

/** Whether the response is shown to a user: browsers name HTML in `Accept`. */
const isBrowser = ({ headers: { accept } }: FastifyRequest): boolean => accept?.includes('text/html') === true;

/**
 * The address at which the portal signs the user in, hands the sign-in over and redirects back with the same query.
 * Leading slashes and backslashes are reduced to one slash: browsers interpret two of them as another host.
 */
const portalAddressOf = ({ url }: FastifyRequest): string =>
  url.replace(/^[/\\]+/, '/').replace(/\/workunits\/index(?=\?|$)/i, '/oldexperience');

const send = (reply: FastifyReply, nonce: string, page: string): FastifyReply =>
  reply.header('content-security-policy', policyOf(nonce)).type('text/html; charset=utf-8').send(page);

const notices: Readonly<Record<number, readonly [title: string, text: string]>> = {
  401: ['You are signed out', 'Sign in to the portal, and follow "Return to the old experience" there.'],
  403: ['No access', 'You may not see the work units of this tenant.'],
};

/**
 * Registers the plain table of work units, which needs no scripts: `GET /{tenantId}/workunits/index`, and `PUT` and
 * `DELETE /v1/workunits/oldexperience`, by which the portal sets and removes the cookie with the sign-in for the page.
 */
export const oldExperienceRoutes = (app: App, services: Services): void => {
  const { configuration } = services;
  const frameOf = (tenantId: string): PageFrame => ({
    tenantId,
    company: configuration.companyName,
    nonce: randomBytes(16).toString('base64'),
  });

  app.put(
    '/v1/workunits/oldexperience',
    {
      config: {
        permission: 'WorkUnits:view',
        summary: 'Open the old experience for the signed-in person',
        unaudited: 'sign-in',
      },
    },
    async (request, reply) =>
      reply
        .header('set-cookie', pageCookie(request, credentialOf(request), pathOf(request.context.tenantId)))
        .code(204)
        .send(),
  );

  app.delete(
    '/v1/workunits/oldexperience',
    {
      config: {
        permission: 'signed-in',
        summary: 'Close the old experience of tenants on sign-out',
        unaudited: 'sign-in',
      },
      schema: { body: endedSchema },
    },
    async (request, reply) =>
      reply
        .header('set-cookie', [
          ...new Set(request.body.tenantIds.map((tenantId) => endedPageCookie(request, pathOf(tenantId)))),
        ])
        .code(204)
        .send(),
  );

  app.get(
    '/:tenantId/workunits/index',
    {
      schema: { params },
      config: {
        permission: 'WorkUnits:view',
        opensByAddress: true,
        summary: 'The old experience: work units as a plain page',
        answers: { 200: 'text/html' },
      },
      errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
        const problem = toProblem(error);
        if (problem.status === 401 && isBrowser(request)) return reply.redirect(portalAddressOf(request), 303);
        logProblem(problem, error, request);
        const [title, text] = notices[problem.status] ?? [problem.title, problem.detail];
        const { tenantId } = request.params as z.infer<typeof params>;
        const frame = frameOf(tenantId);
        // The credential in the cookie is no longer valid, for example after a sign-out elsewhere.
        if (problem.status === 401 && z.guid().safeParse(tenantId).success)
          reply.header('set-cookie', endedPageCookie(request, pathOf(tenantId)));
        return send(reply.code(problem.status), frame.nonce, oldExperienceNotice(frame, title, text));
      },
    },
    async (request, reply) => {
      const { context } = request;
      const query = readOldListQuery(request.query as Record<string, unknown>);
      const rows = await readOldList(services, context, query);
      const frame = frameOf(context.tenantId);
      return send(reply, frame.nonce, oldListPage(frame, query, rows, timeZoneOf(request.headers.cookie)));
    },
  );
};
