import type { Step } from '../../platform/durable-work/step-handler.ts';
import { setBlockColor } from '../blocks/set-block-color.ts';
import type { ActionOrder } from './action-order.ts';
import type { Execution } from './execute-action.ts';
import { fillParameter } from './fill-parameter.ts';
import { parseColor } from './parse-color.ts';

/** Colours the block of the entity that the occasion is about. */
export const setColor = (step: Step, order: ActionOrder): Execution => {
  const color = parseColor(fillParameter(order, 'Color'));
  return {
    async inDatabase(db, change) {
      if (!color) return { kind: 'failed', detail: 'The action names no colour.' };
      if (!order.match) return { kind: 'failed', detail: 'Only a rule match colours a block.' };
      const { tenantId, match } = order;
      const colored = await setBlockColor(db, change.as(step.context), { tenantId, blockId: match.subjectId, color });
      return colored
        ? { kind: 'done', detail: `The block was coloured ${color}.` }
        : { kind: 'failed', detail: 'No block shows the entity.' };
    },
  };
};
