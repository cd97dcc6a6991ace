import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { DocumentedRoute } from '../platform/openapi/documented-routes.ts';
import { startDocumentedServer } from '../testing/documented-server.ts';
import type { TestServer } from '../testing/test-server.ts';

const id = 'ABCDEF01-2345-4678-9ABC-DEF012345678';
let registered: readonly DocumentedRoute[];
let server: TestServer;

beforeAll(async () => {
  ({ server, registered } = await startDocumentedServer());
});
afterAll(() => server.close());

/** Whether a schema accepts ids, but not other text. */
const isOfIds = (schema: z.core.$ZodType): boolean =>
  z.safeParse(schema, id).success && !z.safeParse(schema, id.replace('A', 'G')).success;

/** The paths within a schema at which it leaves ids as they are written. */
const placesOf = (schema: z.ZodType | undefined): string[] => {
  if (schema === undefined) return [];
  const written = new Set<string>();
  const canonical = new Set<string>();
  // Both sides of a pipe: the form that is sent, and the parsed one.
  for (const io of ['input', 'output'] as const)
    z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      reused: 'inline',
      // A string with checks and the string without them have the same path.
      override: ({ zodSchema, path }) => {
        if (zodSchema._zod.def.type !== 'string' || !isOfIds(zodSchema)) return;
        (z.parse(zodSchema, id) === id ? written : canonical).add(path.join('.'));
      },
    });
  return [...written].filter((place) => !canonical.has(place));
};

test('every id of a request is parsed into its canonical form, which is lower case', () => {
  const faults = registered.flatMap(({ method, path, schema: { params, querystring, body } }) =>
    Object.entries({ params, querystring, body }).flatMap(([part, schema]) =>
      placesOf(schema).map((place) => `${method} ${path}: ${part} ${place}`),
    ),
  );
  expect(registered.length).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});
