import { randomBytes } from 'node:crypto';
import {
  subscriberMessages,
  subscriptionRequestAnswerSchema,
  subscriptionRequestSchema,
} from '@cfs/contracts/communication-subscribers';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import { plainPage, plainPagePolicy } from '../../../platform/http/plain-page.ts';
import { html, type Html } from '../../../platform/openapi/html.ts';
import type { Services } from '../../../platform/services.ts';
import { confirmSubscription, isOpenConfirmation } from './confirm-subscription.ts';
import { endSubscription } from './end-subscription.ts';
import { requestSubscription } from './request-subscription.ts';
import { readSubscriberLink } from './subscriber-link.ts';

const url = '/v1/communicationsubscriptions';
const formType = 'application/x-www-form-urlencoded';
/** Enough for both fields at their maximum length, escaped. */
const bodyLimitBytes = 8_192;
const params = z.object({ token: z.string().max(200) });

const titles = { confirm: 'Confirm your subscription', unsubscribe: 'Unsubscribe' } as const;

/** The routes for subscriptions of visitors: the request, and the links in mails. Opening a link changes nothing. */
export const subscriptionRoutes = (app: App, services: Services): void => {
  const sendPage = (reply: FastifyReply, status: number, title: string, content: Html): FastifyReply => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .code(status)
      .header('content-security-policy', plainPagePolicy(nonce))
      .type('text/html; charset=utf-8')
      .send(plainPage({ title, company: services.configuration.companyName, nonce }, content));
  };
  const refuse = (reply: FastifyReply, action: keyof typeof titles): FastifyReply => {
    const words =
      action === 'confirm'
        ? 'This link has expired or is not valid. Please subscribe again.'
        : 'This link is not valid. Please use the link of a newer mail.';
    return sendPage(
      reply,
      404,
      titles[action],
      html`<h1>${titles[action]}</h1>
        <p>${words}</p>`,
    );
  };

  app.register(async (scope: App) => {
    scope.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: bodyLimitBytes }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post(
      url,
      {
        bodyLimit: bodyLimitBytes,
        config: {
          permission: 'anonymous',
          unaudited: 'durable work',
          summary: "Request the subscription of an address to a tenant's communications",
          answers: { 202: subscriptionRequestAnswerSchema },
        },
        schema: { body: subscriptionRequestSchema },
      },
      async (request, reply) => {
        await requestSubscription(services, request.body, {
          address: request.ip,
          traceId: request.id,
          span: request.span,
        });
        const message = subscriberMessages.requested;
        if (!String(request.headers['content-type']).startsWith(formType)) return reply.code(202).send({ message });
        return sendPage(
          reply,
          202,
          'Subscribe',
          html`<h1>Almost there</h1>
            <p>${message}</p>`,
        );
      },
    );
  });

  app.register(async (scope: App) => {
    // The forms have no fields, and the body of RFC 8058 adds nothing to the URL.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyLimitBytes }, (_request, _body, done) =>
      done(null),
    );

    scope.get(
      `${url}/confirm/:token`,
      {
        exposeHeadRoute: false,
        config: {
          permission: 'anonymous',
          summary: 'Show the page that confirms a subscription; changes nothing',
          answers: { 200: 'text/html' },
        },
        schema: { params },
      },
      async ({ params: { token } }, reply) => {
        if (!(await isOpenConfirmation(services, token))) return refuse(reply, 'confirm');
        const form = html`<h1>${titles.confirm}</h1>
          <p>Status reports will be mailed to your address. Every mail has a link to unsubscribe.</p>
          <form method="post"><button type="submit">Confirm</button></form>`;
        return sendPage(reply, 200, titles.confirm, form);
      },
    );
    scope.post(
      `${url}/confirm/:token`,
      {
        config: { permission: 'anonymous', summary: 'Confirm a subscription', answers: { 200: 'text/html' } },
        schema: { params },
      },
      async ({ params: { token } }, reply) => {
        if (!(await confirmSubscription(services, token))) return refuse(reply, 'confirm');
        return sendPage(
          reply,
          200,
          titles.confirm,
          html`<h1>You are subscribed</h1>
            <p>Thank you.</p>`,
        );
      },
    );

    scope.get(
      `${url}/unsubscribe/:token`,
      {
        exposeHeadRoute: false,
        config: {
          permission: 'anonymous',
          summary: 'Show the page that ends a subscription; changes nothing',
          answers: { 200: 'text/html' },
        },
        schema: { params },
      },
      async ({ params: { token } }, reply) => {
        if (!readSubscriberLink(services.keys, 'unsubscribe', token)) return refuse(reply, 'unsubscribe');
        const form = html`<h1>${titles.unsubscribe}</h1>
          <p>No further status reports will be mailed to your address.</p>
          <form method="post"><button type="submit">Unsubscribe</button></form>`;
        return sendPage(reply, 200, titles.unsubscribe, form);
      },
    );
    scope.post(
      `${url}/unsubscribe/:token`,
      {
        config: {
          permission: 'anonymous',
          summary: 'End a subscription, by the page or in one click (RFC 8058)',
          answers: { 200: 'text/html' },
        },
        schema: { params },
      },
      async ({ params: { token } }, reply) => {
        if (!(await endSubscription(services, token))) return refuse(reply, 'unsubscribe');
        return sendPage(
          reply,
          200,
          titles.unsubscribe,
          html`<h1>You are unsubscribed</h1>
            <p>Goodbye.</p>`,
        );
      },
    );
  });
};
