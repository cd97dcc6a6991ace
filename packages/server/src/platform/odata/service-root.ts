import type { FastifyRequest } from 'fastify';

/** The absolute URL of the service root, as seen by the caller. */
export const serviceRoot = (request: FastifyRequest): string => `${request.protocol}://${request.host}/v1`;

/** Header of every OData response. */
export const odataHeaders = { 'odata-version': '4.0' } as const;
