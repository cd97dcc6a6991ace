import type { PatchedUnit } from '@cfs/contracts/work-unit-batch';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { startHttpLedger, type HttpLedger } from '../testing/http-ledger.ts';
import { createProtocolScene, type ProtocolScene } from '../testing/protocol-scene.ts';

let server: TestServer;
let scene: ProtocolScene;
let ledger: HttpLedger;

beforeAll(async () => {
  ledger = await startHttpLedger();
  server = await startTestServer({ environment: { FEATURES: 'private-action-addresses' } });
  scene = createProtocolScene(server);
});
afterAll(async () => {
  await server.close();
  ledger.close();
});

const acknowledgement = ({ workUnitId }: WorkUnit) => ({
  workUnitId,
  operations: [
    { op: 'test', path: '/stateId', value: 'New' },
    { op: 'replace', path: '/stateId', value: 'Acknowledged' },
  ],
});

const acknowledge = async (...units: readonly WorkUnit[]): Promise<readonly PatchedUnit[]> => {
  const answer = await server.as('Operator').post('/v1/workunits/batchpatch', units.map(acknowledgement));
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { value: PatchedUnit[] }).value;
};

/** Makes updates of units with this title fail with the error code. */
const failAt = (title: string, code: string) =>
  server.database.asOwner(`
    create function cfs.fail_${code}() returns trigger language plpgsql as
      $$ begin raise exception 'no' using errcode = '${code}'; end $$;
    create trigger fail_${code} before update on cfs.work_units
      for each row when (new.title = '${title}') execute function cfs.fail_${code}()`);

test('units of a batch raise the same events as single patches', async () => {
  const protocolId = await scene.protocol();
  await scene.action(protocolId, await scene.definition(`${ledger.address}/ack`), 'OnAcknowledged', {
    runAutomatically: true,
  });
  const units = [await scene.unit({ protocolId }), await scene.unit({ protocolId })];
  await acknowledge(...units);
  await scene.settle();
  expect(ledger.entries.map(({ path }) => path)).toEqual(['/ack', '/ack']);
  for (const unit of units)
    expect(await scene.stream(unit)).toEqual([
      'WorkUnitEvent: OnNew',
      'WorkUnitStateChange: New → Acknowledged',
      'WorkUnitEvent: OnAcknowledged',
      'ProtocolActionActivity: Call: HTTP 200: noted',
    ]);
});

test('a failed change of one unit does not affect the others', async () => {
  await failAt('Broken', 'XX000');
  const [one, broken, other] = [await scene.unit(), await scene.unit({ title: 'Broken' }), await scene.unit()];
  const answers = await acknowledge(one, broken, other);
  expect(answers.map(({ status }) => status)).toEqual([200, 500, 200]);
  expect(answers[1]).toMatchObject({ workUnit: null, detail: expect.not.stringContaining('XX000') as unknown });
  expect(server.takeServerErrors()).toHaveLength(1);
  expect(await scene.stream(broken)).toEqual(['WorkUnitEvent: OnNew']);
});

test('once the database is unavailable, the rest of the batch is not tried', async () => {
  await failAt('Last words', '57P03');
  const [one, last, untried] = [await scene.unit(), await scene.unit({ title: 'Last words' }), await scene.unit()];
  expect((await acknowledge(one, last, untried)).map(({ status }) => status)).toEqual([200, 503, 503]);
  expect(server.takeServerErrors()).toHaveLength(1);
  expect(await scene.stream(untried)).toEqual(['WorkUnitEvent: OnNew']);
});
