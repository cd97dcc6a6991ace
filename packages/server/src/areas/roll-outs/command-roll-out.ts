import { nameOf } from '@cfs/contracts/name-of';
import { rollOutStates, type RollOutState } from '@cfs/contracts/roll-out-enumerations';
import type { RollOut } from '@cfs/contracts/roll-outs';
import type { Context } from '../../platform/context.ts';
import { conflict } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { hasGivenVersion } from './assign-versions.ts';
import { endChoice } from './choose-devices.ts';
import { findRollOut } from './find-roll-out.ts';
import { toRollOut } from './roll-out-entity.ts';
import { rollOutTimer } from './roll-out-timer.ts';

/** Commands for a running or paused roll-out. */
export const rollOutCommands = ['pause', 'resume', 'abort'] as const;
type RollOutCommand = (typeof rollOutCommands)[number];

const transitions: Readonly<
  Record<RollOutCommand, { readonly from: readonly RollOutState[]; readonly to: RollOutState }>
> = {
  pause: { from: ['Running'], to: 'Paused' },
  resume: { from: ['Paused'], to: 'Running' },
  abort: { from: ['Running', 'Paused'], to: 'Aborted' },
};

/**
 * Pauses, resumes or aborts a roll-out. After a pause, the healthy interval of the stage starts again.
 *
 * @throws 404 outside the caller's scope, 409 if its state does not allow the command.
 */
export const commandRollOut = (
  { gate, work, clock }: Pick<Services, 'gate' | 'work' | 'clock'>,
  context: Context,
  rollOutId: string,
  command: RollOutCommand,
): Promise<RollOut> =>
  gate.write(context, 'Devices:edit', async (db, change) => {
    const row = await findRollOut(db, context, 'Devices:edit', rollOutId, { isLocked: true });
    const { from, to } = transitions[command];
    const state = nameOf(rollOutStates, row.state);
    if (!from.includes(state)) throw conflict(`The roll-out is ${state.toLowerCase()}.`);
    const changed = await db
      .updateTable('roll_outs')
      .set({
        state: rollOutStates[to],
        settled: null,
        ended: to === 'Aborted' ? clock.now() : null,
        ...(to === 'Aborted' && endChoice(row)),
        takes_back: to === 'Aborted' && (await hasGivenVersion(db, row)),
        ...change.modified(row),
      })
      .where('tenant_id', '=', row.tenant_id)
      .where('roll_out_id', '=', rollOutId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await work.schedule(db, [{ tenantId: row.tenant_id, kind: rollOutTimer, key: rollOutId, due: clock.now() }]);
    const [before, after] = [toRollOut(row), toRollOut(changed)];
    await change.record({ entity: 'RollOut', id: rollOutId, tenantId: row.tenant_id, before, after });
    return after;
  });
