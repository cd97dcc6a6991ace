import type { FastifyRequest } from 'fastify';

/** The absolute address that sets and `$metadata` stand under, as the caller reached the server. */
export const serviceRoot = (request: FastifyRequest): string => `${request.protocol}://${request.host}/v1`;

/** Sent with every OData answer. */
export const odataHeaders = { 'odata-version': '4.0' } as const;
