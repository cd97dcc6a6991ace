import type { PacketMessage } from '@cfs/contracts/packets';
import type { RuleAction } from '@cfs/contracts/rules';
import { systemContext } from '../../../platform/context.ts';
import type { Worker } from '../../../platform/durable-work/worker.ts';
import { createTestWorker } from '../../../testing/create-test-worker.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { createRule } from '../changes/create-rule.ts';
import { createIngestRules } from '../ingest-rules.ts';

/** An action in the format of rules. */
export const action = (ActionDefinitionId: string, Parameters: Record<string, string> = {}): RuleAction => ({
  ActionDefinitionId,
  Parameters,
});

const contextOf = ({ clock, tenants }: TestServer) => systemContext({ name: 'test', clock, tenantId: tenants.own });

/** Evaluates one packet of the entity that is a hit of the rule of `matchOnce`. */
export const hit = (server: TestServer, entityId: string, message: PacketMessage = {}): Promise<void> =>
  server.services.gate.ingest(contextOf(server), async (db) => {
    const held = await createIngestRules(server.services).hold(db, [server.tenants.own]);
    await held.evaluate(contextOf(server), [
      {
        tenantId: server.tenants.own,
        entityId,
        timestamp: server.clock.now(),
        receivedAt: server.clock.now(),
        message: { Value: 120, Metrics: { Bar: 'a "b"\n' }, ...message },
        deviceId: undefined,
        timing: 'current',
      },
    ]);
  });

/** Runs all due work, including work that becomes due as a result. */
export const settle = async (worker: Worker): Promise<void> => {
  while ((await worker.runDue()) > 0);
};

/** Creates a rule about the entity, lets one packet match it, and runs the resulting work. Returns the worker. */
export const matchOnce = async (
  server: TestServer,
  entityId: string,
  matchActions: readonly RuleAction[],
  expirationActions: readonly RuleAction[] = [],
  message: PacketMessage = {},
): Promise<Worker> => {
  await createRule(server.services, contextOf(server), {
    name: 'Hot "boiler"',
    ruleTypeId: 1,
    matchLifetime: '00:05:00',
    conditions: [
      { Type: 0, LeftOperand: 6, Operator: 1, RightOperand: entityId },
      { Type: 0, LeftOperand: 1, Operator: 3, RightOperand: '100' },
    ],
    matchActions: [...matchActions],
    expirationActions: [...expirationActions],
  });
  const worker = createTestWorker(server.services, 'rules', 'actions');
  await hit(server, entityId, message);
  await settle(worker);
  return worker;
};

/** The history of the actions of the entity's matches, oldest first. */
export const historiesOf = (server: TestServer, entityId: string) =>
  server.database.asOwner<{ result_status_id: number; result_detail: string | null; correlation_id: string | null }>(
    `select h.* from cfs.action_histories h join cfs.rule_matches m on m.rule_match_id = h.reference_id
     where m.subject_id = $1 order by h.action_processed, h.result_status_id desc`,
    [entityId],
  );
