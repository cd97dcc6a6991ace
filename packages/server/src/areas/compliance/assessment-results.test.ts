import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { tenantsArea } from '../tenants/tenants-area.ts';
import { complianceArea } from './compliance-area.ts';
import { oscalControlId } from './oscal/assessment-results.ts';
import { assessmentResultsSchema } from './testing/assessment-results-schema.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ areas: [complianceArea, tenantsArea] });
});
afterAll(() => server.close());

const week = '2026-11-22T00:00:00.000Z';
const names = ['AC-2(1)', 'B 7/x', '3 things', 'D-1', 'E-1'];
const statuses = ['Compliant', 'NonCompliant', 'Poam', 'Exempt', undefined];

const prepare = async (): Promise<string> => {
  const operator = server.as('Operator');
  const { body } = await operator.put('/v1/controlsets/import', {
    name: 'Assessed',
    controls: names.map((name) => ({ name, title: `About ${name}` })),
  });
  const { id } = body as { id: string };
  const listed = await operator.get(`/v1/controlsets?$filter=id eq ${id}&$expand=controls`);
  const { controls } = (listed.body as { value: { controls: { id: string }[] }[] }).value[0] ?? { controls: [] };
  for (const [index, status] of statuses.entries())
    if (status !== undefined) {
      const record = {
        checkDate: week,
        status,
        notes: index === 0 ? '' : `Note\n${index}`,
        controlId: controls[index]?.id,
      };
      expect((await operator.post('/v1/controlstatuses', record)).status).toBe(200);
    }
  return id;
};

describe('POST /v1/controlsets/{id}/assessmentresults', () => {
  it('returns the records of the week as OSCAL assessment results', async () => {
    const id = await prepare();
    const answer = await server.as('Viewer').post(`/v1/controlsets/${id}/assessmentresults`, { checkDate: week });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="assessment-results-2026-11-22.json"');
    const { 'assessment-results': document } = assessmentResultsSchema.parse(answer.body);
    const [result] = document.results;
    expect(document.metadata.title).toBe('Assessed, Own, week of 2026-11-22');
    expect(document['import-ap'].href).toBe(`#${document['back-matter'].resources[0]?.uuid}`);
    expect(result?.description).toContain('4 of 5 controls have a record');
    expect(result?.['reviewed-controls']['control-selections'][0]?.['include-controls']).toEqual(
      ['ac-2.1', 'b_7_x', '_3_things', 'd-1'].map((each) => ({ 'control-id': each })),
    );
    expect(result?.observations?.map(({ description }) => description)).toEqual([
      'Recorded without a note.',
      'Note\n1',
      'Note\n2',
      'Note\n3',
    ]);
    expect(
      result?.findings?.map(({ target }) => [target['target-id'], target.status.state, target.status.reason]),
    ).toEqual([
      ['ac-2.1_smt', 'satisfied', 'pass'],
      ['b_7_x_smt', 'not-satisfied', 'fail'],
      ['_3_things_smt', 'not-satisfied', 'other'],
    ]);
    const observed = new Set(result?.observations?.map(({ uuid: own }) => own));
    for (const finding of result?.findings ?? [])
      expect(observed.has(finding['related-observations'][0]?.['observation-uuid'] ?? '')).toBe(true);
  });

  it('reports that nothing was reviewed in a week without records', async () => {
    const { body } = await server.as('Operator').put('/v1/controlsets/import', {
      name: 'Untouched',
      controls: [{ name: 'U-1', title: 'One' }],
    });
    const { id } = body as { id: string };
    const answer = await server.as('Viewer').post(`/v1/controlsets/${id}/assessmentresults`, { checkDate: week });
    const { 'assessment-results': document } = assessmentResultsSchema.parse(answer.body);
    expect(document.results[0]?.['reviewed-controls']).toEqual({
      'control-selections': [{ description: 'No control was reviewed.' }],
    });
    expect(document.results[0]).not.toHaveProperty('observations');
  });

  it('returns 400 for a day that is not a Sunday and 404 for a set out of reach', async () => {
    const address = '/v1/controlsets/3f0e8a52-7a0b-4f0e-9d0c-6b8a0c7f1a11/assessmentresults';
    expect((await server.as('Viewer').post(address, { checkDate: '2026-11-23' })).status).toBe(400);
    expect((await server.as('Viewer').post(address, { checkDate: week })).status).toBe(404);
  });
});

it('derives OSCAL ids from labels', () => {
  expect(['AC-2(1)', 'SI-4 (24)', 'Ä.1', '', '12'].map(oscalControlId)).toEqual([
    'ac-2.1',
    'si-4.24',
    'ä.1',
    '_',
    '_12',
  ]);
});
