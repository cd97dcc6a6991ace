import { expect, test } from 'vitest';
import { z } from 'zod';
import type { DocumentedRoute } from './documented-routes.ts';
import { operationIdOf, operationOf, tagOf, templateOf } from './operation.ts';

const operation = (changes: Partial<DocumentedRoute> = {}) =>
  operationOf(
    {
      area: 'work-units',
      method: 'GET',
      path: '/v1/things',
      config: { permission: 'Locations:view' },
      schema: {},
      ...changes,
    },
    'Portal.CFS.',
  );
const statuses = (changes: Partial<DocumentedRoute>) => Object.keys(operation(changes).responses).map(Number);

test.each([
  ['GET', '/v1/locations/:locationId', 'getLocationsByLocationId'],
  ['POST', '/v1/locations/$query', 'postLocationsQuery'],
  ['GET', '/v1/currentUser/work-units', 'getCurrentUserWorkUnits'],
  ['GET', '/v1', 'getV1'],
])('the id of %s %s is %s', (method, path, id) => {
  expect(operationIdOf(method, path)).toBe(id);
});

test('paths and areas are written in readable form', () => {
  expect(templateOf('/v1/things/:thingId/parts/:partId')).toBe('/v1/things/{thingId}/parts/{partId}');
  expect(tagOf('pending-work-units')).toBe('Pending work units');
  expect(operation()).toMatchObject({ summary: 'getThings', tags: ['Work units'] });
});

test('calls of people have parameters for tenant and subscription, those of machines and anonymous ones do not', () => {
  const [tenant, subscription] = ['tenant', 'subscription'].map((name) => ({
    $ref: `#/components/parameters/${name}`,
  }));
  expect(operation().parameters).toEqual([tenant, subscription]);
  expect(operation()).toMatchObject({ security: [{ person: [] }] });
  const anonymous = operation({ config: { permission: 'anonymous' } });
  expect([anonymous.parameters, anonymous.security]).toEqual([undefined, []]);
  const machine = operation({ config: { permission: { machine: 'packets' } } });
  expect([machine.parameters, machine.security]).toEqual([undefined, [{ machine: [] }]]);
  expect(operation({ config: { permission: 'Locations:view', opensToReaders: true } }).security).toEqual([
    { person: [] },
    { machine: [] },
    { readToken: [] },
  ]);
});

test('members of path and query are parameters, required according to their schemas', () => {
  const { parameters } = operation({
    config: { permission: 'anonymous' },
    schema: {
      params: z.object({ thingId: z.uuid() }),
      querystring: z.object({ from: z.string(), to: z.string().optional() }),
    },
  });
  expect(parameters).toMatchObject([
    { name: 'thingId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    { name: 'from', in: 'query', required: true },
    { name: 'to', in: 'query', required: false },
  ]);
});

test('the error statuses follow from the inputs and the callers of a route', () => {
  const anonymous = { permission: 'anonymous' } as const;
  expect(statuses({ config: anonymous })).toEqual([204, 429, 503]);
  expect(statuses({ config: anonymous, schema: { params: z.object({ id: z.string() }) } })).toEqual([
    204, 400, 404, 429, 503,
  ]);
  expect(statuses({ config: anonymous, schema: { querystring: z.object({ id: z.string() }) } })).toEqual([
    204, 400, 429, 503,
  ]);
  expect(statuses({ config: anonymous, method: 'POST', schema: { body: z.object({}) } })).toEqual([
    204, 400, 413, 415, 429, 503,
  ]);
  expect(statuses({})).toEqual([204, 400, 401, 403, 429, 503]);
  expect(statuses({ method: 'DELETE' })).toEqual([204, 400, 401, 403, 409, 429, 503]);
});

test('a body has the media type of its method, and is required unless it may be missing', () => {
  const body = z.object({ name: z.string() });
  expect(operation({ method: 'PUT', schema: { body } }).requestBody).toMatchObject({
    required: true,
    content: { 'application/json': { schema: { properties: { name: { type: 'string' } } } } },
  });
  const patch = operation({ method: 'PATCH', schema: { body: body.optional() } }).requestBody;
  expect(patch?.required).toBe(false);
  expect(Object.keys(patch?.content ?? {})).toEqual(['application/json-patch+json']);
  const takes = { permission: 'Locations:view', takes: { 'text/csv': z.string() } } as const;
  expect(operation({ method: 'POST', config: takes }).requestBody).toEqual({
    required: true,
    content: { 'text/csv': { schema: { type: 'string' } } },
  });
});

test('responses are those that the route declares', () => {
  const config = { permission: 'Locations:view', answers: { 200: 'text/csv', 202: z.undefined() } } as const;
  expect(operation({ config }).responses).toMatchObject({
    200: { description: 'OK', content: { 'text/csv': {} } },
    202: { description: 'Accepted' },
  });
  expect(operation({ config }).responses['202']).not.toHaveProperty('content');
  const stated = operation({ schema: { response: { 201: z.object({ id: z.string() }), 204: z.null() } } }).responses;
  expect(stated['201']).toMatchObject({
    description: 'Created',
    content: { 'application/json': { schema: { properties: { id: { type: 'string' } } } } },
  });
  expect(stated['204']).toEqual({ description: 'No Content' });
});
