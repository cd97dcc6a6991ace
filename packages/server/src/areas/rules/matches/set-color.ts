import { setBlockColor, type Coloring } from '../../blocks/set-block-color.ts';
import type { ActionResult } from '../../actions/action-order.ts';
import type { BuiltInAction } from '../../actions/execute-action.ts';
import { fillParameter } from '../../actions/fill-parameter.ts';
import { parseColor } from '../../actions/parse-color.ts';

const results: Readonly<Record<Coloring, (color: string) => ActionResult>> = {
  colored: (color) => ({ kind: 'done', detail: `The block was coloured ${color}.` }),
  superseded: (color) => ({ kind: 'done', detail: `The block has the colour of a later packet, not ${color}.` }),
  unknown: () => ({ kind: 'failed', detail: 'No block shows the entity.' }),
};

/** Colours the block of the entity that the occasion is about. */
export const setColor: BuiltInAction = (_services, step, order) => {
  const color = parseColor(fillParameter(order, 'Color'));
  return {
    async inDatabase(db, change) {
      if (!color) return { kind: 'failed', detail: 'The action names no colour.' };
      if (!order.match) return { kind: 'failed', detail: 'Only a rule match colours a block.' };
      const { tenantId, match } = order;
      const coloring = await setBlockColor(db, change.as(step.context), {
        tenantId,
        blockId: match.subjectId,
        color,
        moment: new Date(match.moment),
        position: step.position,
      });
      return results[coloring](color);
    },
  };
};
