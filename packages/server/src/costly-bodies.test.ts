import type { ProblemDocument } from '@cfs/contracts/problem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areasNamed } from './testing/areas-named.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ areas: areasNamed('tenants', 'rules') });
});
afterAll(() => server.close());

const send = async (path: string, body: string): Promise<ProblemDocument> => {
  const answer = await server.as('Administrator').send('PUT', path, { body });
  expect(answer.status).toBe(400);
  expect(answer.text.length).toBeLessThan(25_000);
  return answer.body as ProblemDocument;
};

const names = (count: number, length: number, value = '1'): string =>
  Array.from({ length: count }, (_, index) => `"${String(index).padStart(length, 'n')}":${value}`).join();

const faultsOf = ({ errors = {} }: ProblemDocument): number => Object.values(errors).flat().length;

describe('bodies designed to be expensive', () => {
  it('get 400 that lists 20 of many unknown names and counts the others', async () => {
    const refused = await send('/v1/tenants', `{"name":"a",${names(4_500, 200)}}`);
    expect(faultsOf(refused)).toBe(20);
    expect(refused.detail).toMatch(/ There are 4480 more faults\.$/);
  });

  it('get 400 that lists 20 of the faults of many items', async () => {
    const refused = await send('/v1/rules', `{"matchActions":[{"Parameters":{${names(2_400, 300, '[]')}}}]}`);
    expect(faultsOf(refused)).toBe(20);
    const actions = Array.from({ length: 90 }, () => `{"Parameters":{${names(25, 300, '[]')}}}`);
    expect(faultsOf(await send('/v1/rules', `{"matchActions":[${actions.join()}]}`))).toBe(20);
  });

  it('are refused before they are parsed if they have too many values or levels', async () => {
    const many = /more than 5000 values/;
    expect((await send('/v1/tenants', `{${names(75_000, 8)}}`)).detail).toMatch(many);
    expect((await send('/v1/tenants', `{"name":{"a":{"b":{${names(75_000, 8)}}}}}`)).detail).toMatch(many);
    expect((await send('/v1/tenants', `[${'{},'.repeat(300_000)}{}]`)).detail).toMatch(many);
    expect((await send('/v1/tenants', '['.repeat(980_000))).detail).toMatch(/deeper than 64 levels/);
    expect((await send('/v1/rules', `{"conditions":"${'['.repeat(980_000)}"}`)).errors).toHaveProperty('Conditions');
  });

  it('are shortened where the response repeats them', async () => {
    const refused = await send('/v1/tenants', `{"name":"a","${'x'.repeat(900_000)}":1}`);
    expect(faultsOf(refused)).toBe(1);
  });
});
