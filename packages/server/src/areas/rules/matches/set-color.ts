import { setBlockColor } from '../../blocks/set-block-color.ts';
import type { BuiltInAction } from '../../actions/execute-action.ts';
import { fillParameter } from '../../actions/fill-parameter.ts';
import { parseColor } from '../../actions/parse-color.ts';

/** Colours the block of the entity that the occasion is about. */
export const setColor: BuiltInAction = (_services, step, order) => {
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
