import type { MatchedRule } from '@cfs/contracts/protocols';
import type { Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import type { ProtocolUse } from './describe-protocol-use.ts';

const scope = { permission: 'WorkUnits.Protocols:view', shared: true } as const;

/** The rules whose work units follow the protocol; empty for a protocol outside the caller's scope. */
export const readMatchedRules = (
  { gate }: Pick<Services, 'gate'>,
  { findRules }: ProtocolUse,
  context: Context,
  protocolId: string,
): Promise<MatchedRule[]> => gate.read(context, scope, (db) => findRules(db, context, scope, protocolId));
