import type { DryRunAction } from '@cfs/contracts/dry-run';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { Services } from '../../platform/services.ts';
import type { ActionOrder } from './action-order.ts';
import type { DescribeActions } from './describe-action.ts';

/** An action of a dry run, with the circumstances of its occasion. */
export interface DryRunOrder {
  readonly order: ActionOrder;
  /** Whether it waits for a person. */
  readonly waits: boolean;
  /** Why the occasion does not run it; `undefined` if it does. */
  readonly suppressed: string | undefined;
  /** Its name where it is used; `undefined` for the name of its definition. */
  readonly label: string | undefined;
}

const unnamed = 'An action that is no longer defined';

/** Returns the actions of an occasion as a dry run reports them, in the order given; reads only. */
export const dryRunActions = async (
  describe: DescribeActions,
  services: Pick<Services, 'configuration'>,
  db: ScopedDatabase,
  tenantId: string,
  orders: readonly DryRunOrder[],
): Promise<DryRunAction[]> => {
  const described = await describe(
    services,
    db,
    tenantId,
    orders.map(({ order }) => order),
  );
  return orders.map(({ order, waits, suppressed, label }, index) => {
    const { name, effect = null, fault } = described[index] ?? {};
    const reason = suppressed ?? fault ?? null;
    const isSuppressed = waits ? suppressed !== undefined : reason !== null;
    return {
      actionDefinitionId: order.actionDefinitionId,
      protocolActionId: order.protocolActionId,
      name: label ?? name ?? unnamed,
      outcome: isSuppressed ? 'suppressed' : waits ? 'waits' : 'runs',
      reason,
      effect,
    };
  });
};
