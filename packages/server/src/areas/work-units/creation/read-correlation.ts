import type { Context } from '../../../platform/context.ts';
import { batchedByTenant } from '../../../platform/database/batched-calls.ts';
import type { Gate } from '../../../platform/database/gate.ts';
import { recordSet } from '../../../platform/database/record-set.ts';

interface WantedCorrelation {
  readonly context: Context;
  readonly tenantId: string;
  readonly ruleId: string;
  readonly subjectId: string;
  readonly ruleMatchId: string;
}

/** Concurrent reads of the steps of a batch are combined into one statement. */
const readBatched = batchedByTenant(
  async (gate: Gate, wanted: readonly WantedCorrelation[], { context, tenantId }): Promise<(string | null)[]> => {
    const keys = wanted.map(({ ruleId, subjectId }) => ({ ruleId, subjectId }));
    const rows = await gate.read(context, 'Rules:view', (db) =>
      db
        .selectFrom('rule_work_units as unit')
        .innerJoin(recordSet('wanted', { ruleId: 'uuid', subjectId: 'uuid' }, keys), (join) =>
          join.onRef('wanted.ruleId', '=', 'unit.rule_id').onRef('wanted.subjectId', '=', 'unit.subject_id'),
        )
        .select(['wanted.ordinal', 'unit.rule_match_id', 'unit.internal_work_unit_id'])
        .where('unit.tenant_id', '=', tenantId)
        .execute(),
    );
    const found = new Map(rows.map((row) => [row.ordinal, row]));
    return wanted.map(({ ruleMatchId }, index) => {
      const row = found.get(index);
      return row?.rule_match_id === ruleMatchId ? row.internal_work_unit_id : null;
    });
  },
);

/** The internal id of the work unit that was created for a match or got a note about it; null if there is none. */
export const readCorrelation = (
  gate: Gate,
  context: Context,
  tenantId: string,
  { ruleId, subjectId, ruleMatchId }: Omit<WantedCorrelation, 'context' | 'tenantId'>,
): Promise<string | null> => readBatched(gate, { context, tenantId, ruleId, subjectId, ruleMatchId });
