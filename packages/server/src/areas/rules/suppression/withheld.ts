import { sql } from 'kysely';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { recordSet } from '../../../platform/database/record-set.ts';

/** Actions of a match that are suppressed until the suppression ends: `rule_matches.withheld`. */
export const withheld = { Nothing: 0, MatchActions: 1, ExpirationActions: 2 } as const;

export type Withheld = (typeof withheld)[keyof typeof withheld];

interface MatchId {
  readonly tenantId: string;
  readonly ruleMatchId: string;
}

/** The given matches whose match actions are suppressed, by id; the caller has locked the rows. */
export const findWithheld = async (db: ScopedDatabase, matches: readonly MatchId[]): Promise<ReadonlySet<string>> => {
  if (matches.length === 0) return new Set();
  const rows = await db
    .selectFrom('rule_matches as match')
    .innerJoin(
      recordSet(
        'wanted',
        { tenantId: 'uuid', ruleMatchId: 'uuid' },
        matches.map(({ tenantId, ruleMatchId }) => ({ tenantId, ruleMatchId })),
      ),
      (join) =>
        join.onRef('wanted.tenantId', '=', 'match.tenant_id').onRef('wanted.ruleMatchId', '=', 'match.rule_match_id'),
    )
    .select('match.rule_match_id')
    .where('match.withheld', '=', withheld.MatchActions)
    .execute();
  return new Set(rows.map((row) => row.rule_match_id));
};

/** Stores which actions of the matches are suppressed; the caller has locked the rows. */
export const storeWithheld = async (
  db: ScopedDatabase,
  matches: readonly (MatchId & { readonly state: Withheld; readonly isMaintenance?: boolean })[],
): Promise<void> => {
  if (matches.length === 0) return;
  await db
    .updateTable('rule_matches')
    .from(
      recordSet(
        'change',
        { tenantId: 'uuid', ruleMatchId: 'uuid', state: 'smallint', isMaintenance: 'boolean' },
        matches.map(
          ({
            tenantId,
            ruleMatchId,
            state,
            isMaintenance = false,
          }): MatchId & { state: number; isMaintenance: boolean } => ({
            tenantId,
            ruleMatchId,
            state,
            isMaintenance,
          }),
        ),
      ),
    )
    .set((row) => ({
      withheld: row.ref('change.state'),
      in_maintenance: sql<boolean>`change."isMaintenance" or (rule_matches.in_maintenance and (change.state > 0 or rule_matches.ended is not null))`,
    }))
    .whereRef('rule_matches.tenant_id', '=', 'change.tenantId')
    .whereRef('rule_matches.rule_match_id', '=', 'change.ruleMatchId')
    .execute();
};
