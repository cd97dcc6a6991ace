import type { MatchedRule } from '@cfs/contracts/protocols';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase, ScopeRequest } from '../../platform/database/gate.ts';

/** Asks within a scope what uses a protocol. */
type AskForUse<Use> = (db: ScopedDatabase, context: Context, scope: ScopeRequest, protocolId: string) => Promise<Use>;

/** How protocols learn by what they are used. */
export interface ProtocolUse {
  readonly countUnits: AskForUse<number>;
  /** By name. */
  readonly findRules: AskForUse<MatchedRule[]>;
}

const scope = { permission: 'WorkUnits.Protocols:delete', shared: true } as const;
/** Rules whose names are listed; the others are counted. */
const maxNames = 5;

const namesOf = (rules: readonly MatchedRule[]): string => {
  const names = rules.slice(0, maxNames).map(({ name }) => name);
  return [...names, ...(rules.length > maxNames ? [`${rules.length - maxNames} more`] : [])].join(', ');
};
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** By what a protocol is used, in words; `undefined` when by nothing. */
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
