import { rollOutStates } from '@cfs/contracts/roll-out-enumerations';
import type { RollOutSummary } from '@cfs/contracts/roll-outs';
import type { Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import { findRollOut } from './find-roll-out.ts';
import { healthyAt } from './healthy-at.ts';
import { toRollOut } from './roll-out-entity.ts';
import { summarizeRollOut } from './summarize-roll-out.ts';

/**
 * Returns a roll-out with its stages.
 *
 * @throws 404 outside the caller's scope.
 */
export const readRollOut = (
  { gate, clock }: Pick<Services, 'gate' | 'clock'>,
  context: Context,
  rollOutId: string,
): Promise<RollOutSummary> =>
  gate.read(context, 'Devices:view', async (db) => {
    const row = await findRollOut(db, context, 'Devices:view', rollOutId);
    const { state, settled } = row;
    return {
      ...toRollOut(row),
      nextStage: state === rollOutStates.Running && settled ? healthyAt(row, settled).toISOString() : null,
      summary: await summarizeRollOut(db, row, clock.now()),
    };
  });
