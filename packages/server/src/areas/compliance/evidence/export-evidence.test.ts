import { createHash } from 'node:crypto';
import type { StatusEvidence } from '@cfs/contracts/control-evidence';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemContext, type Context } from '../../../platform/context.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { exportAssessmentResults } from '../export-assessment-results.ts';
import { exportChecklist } from '../export-checklist.ts';
import { assessmentResultsSchema } from '../testing/assessment-results-schema.ts';

const week = '2026-11-22T00:00:00.000Z';
const content = 'All accounts reviewed';

let server: TestServer;
let setId: string;
let statusId: string;
let fileId: string;
let unitNumber: number;

beforeAll(async () => {
  server = await startTestServer();
  const operator = server.as('Operator');
  const controls = [1, 2, 3].map((n) => ({ name: `X-${n}`, title: `Control ${n}` }));
  setId = ((await operator.put('/v1/controlsets/import', { name: 'Exported', controls })).body as { id: string }).id;
  const listed = await operator.get(`/v1/controlsets?$filter=id eq ${setId}&$expand=controls`);
  const [set] = (listed.body as { value: { controls: { id: string }[] }[] }).value;
  const record = async (index: number): Promise<string> => {
    const body = { checkDate: week, status: 'Compliant', notes: '', controlId: set?.controls[index]?.id };
    return ((await operator.post('/v1/controlstatuses', body)).body as { id: string }).id;
  };
  statusId = await record(0);
  await record(1);
  const unit = await operator.put('/v1/workunits', { title: 'Access review', severityId: 'Sev2', workUnitTypeId: 1 });
  const { workUnitId, publicWorkUnitId } = unit.body as { workUnitId: number; publicWorkUnitId: number };
  unitNumber = publicWorkUnitId;
  const rule = await operator.put('/v1/rules', {
    name: 'Root logs in',
    ruleTypeId: 1,
    matchLifetime: '00:05:00',
    conditions: [{ Type: 0, LeftOperand: 1, Operator: 14 }],
  });
  const { ruleId } = rule.body as { ruleId: string };
  const address = `/v1/controlstatuses/${statusId}/evidence`;
  for (const body of [
    { kind: 'Link', url: 'https://example.com/policy', title: 'Policy' },
    { kind: 'Link', url: 'https://example.com/bare' },
    { kind: 'WorkUnit', workUnitId },
    { kind: 'Rule', ruleId },
  ]) {
    expect((await operator.post(address, body)).status).toBe(201);
    server.clock.advance(1);
  }
  const file = await operator.send('PUT', `${address}?fileName=review.txt`, {
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.from(content),
  });
  fileId = (file.body as StatusEvidence).value.at(-1)?.id ?? '';
});
afterAll(() => server.close());

/** A context that may view compliance and nothing else. */
const complianceAlone = (): Context => {
  const whole = systemContext({ name: 'test', clock: server.clock, tenantId: server.tenants.own });
  return {
    ...whole,
    scopeOf: (permission) =>
      [permission].flat().includes('Compliance:view') ? whole.scopeOf(permission) : { kind: 'tenants', tenantIds: [] },
  };
};

test('the CSV lists the evidence of each status, oldest first', async () => {
  const { text } = await server
    .as('Viewer')
    .post('/v1/controlsets/Export()', { startDate: '2026-11-22', controlSetId: setId });
  expect(text.trimEnd().split('\r\n')).toEqual([
    'Control Set,Control,Title,Week,Status,Notes,Evidence',
    `Exported,X-1,Control 1,2026-11-22,Compliant,,Link Policy (https://example.com/policy); Link https://example.com/bare; Work unit ${unitNumber} Access review; Rule Root logs in; File review.txt`,
    'Exported,X-2,Control 2,2026-11-22,Compliant,,',
    'Exported,X-3,Control 3,2026-11-22,,,',
  ]);
});

test('an OSCAL observation contains the evidence; a file is a resource with its digest', async () => {
  const answer = await server.as('Viewer').post(`/v1/controlsets/${setId}/assessmentresults`, { checkDate: week });
  const { 'assessment-results': document } = assessmentResultsSchema.parse(answer.body);
  const [, file] = document['back-matter'].resources;
  const [first, second] = document.results[0]?.observations ?? [];
  expect(first?.['relevant-evidence']).toMatchObject([
    { href: 'https://example.com/policy', description: 'Link Policy (https://example.com/policy)' },
    { href: 'https://example.com/bare', description: 'Link https://example.com/bare' },
    { description: `Work unit ${unitNumber} Access review` },
    { description: 'Rule Root logs in' },
    { href: `#${file?.uuid}`, description: 'File review.txt' },
  ]);
  expect(second).not.toHaveProperty('relevant-evidence');
  expect(document['back-matter'].resources).toHaveLength(2);
  expect(file).toMatchObject({
    title: 'review.txt',
    rlinks: [
      {
        href: `/v1/controlstatuses/${statusId}/evidence/${fileId}`,
        'media-type': 'text/plain',
        hashes: [{ algorithm: 'SHA-256', value: createHash('sha256').update(content).digest('hex') }],
      },
    ],
  });
});

test('neither export names a unit or rule that the caller may not see', async () => {
  const reader = complianceAlone();
  const { tenantId } = reader;
  const csv = await exportChecklist(server.services, reader, { startDate: week, tenantId, controlSetId: setId });
  const document = await exportAssessmentResults(server.services, reader, setId, { checkDate: week, tenantId });
  for (const text of [csv, JSON.stringify(document)]) {
    expect(text).not.toMatch(/Access review|Root logs in/);
    expect(text).toContain('Work unit (no access)');
    expect(text).toContain('Rule (no access)');
    expect(text).toContain('review.txt');
  }
});
