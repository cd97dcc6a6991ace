import type { MatchedRule } from '@cfs/contracts/protocols';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase, ScopeRequest } from '../../platform/database/gate.ts';

/** Finds the uses of a protocol within a scope. */
type AskForUse<Use> = (db: ScopedDatabase, context: Context, scope: ScopeRequest, protocolId: string) => Promise<Use>;

/** Uses of protocols. Implemented by other areas. */
export interface ProtocolUse {
  readonly countUnits: AskForUse<number>;
  /** Sorted by name. */
  readonly findRules: AskForUse<MatchedRule[]>;
}

const scope = { permission: 'WorkUnits.Protocols:delete', shared: true } as const;
/** Maximum number of rules that are named; the others are counted. */
const maxNames = 5;

const namesOf = (rules: readonly MatchedRule[]): string => {
  const names = rules.slice(0, maxNames).map(({ name }) => name);
  return [...names, ...(rules.length > maxNames ? [`${rules.length - maxNames} more`] : [])].join(', ');
};
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Describes the uses of a protocol in words; `undefined` if there are none. */
export const describeProtocolUse = async (
  { countUnits, findRules }: ProtocolUse,
  db: ScopedDatabase,
  context: Context,
  protocolId: string,
): Promise<string | undefined> => {
  const units = await countUnits(db, context, scope, protocolId);
  const rules = await findRules(db, context, scope, protocolId);
  const uses = [
    ...(units > 0 ? [counted(units, 'work unit')] : []),
    ...(rules.length > 0 ? [`${counted(rules.length, 'rule')} (${namesOf(rules)})`] : []),
  ];
  return uses.length === 0 ? undefined : uses.join(' and ');
};
