import { setBlockColor, type Coloring } from '../../blocks/set-block-color.ts';
import type { ActionOrder, ActionResult, MatchSubject } from '../../actions/action-order.ts';
import type { BuiltInAction } from '../../actions/execute-action.ts';
import { fillParameter } from '../../actions/fill-parameter.ts';
import { parseColor } from '../../actions/parse-color.ts';

/** The reason why the colour of a match has no effect. */
export const noBlock = 'No block shows the entity.';

const results: Readonly<Record<Coloring, (color: string) => ActionResult>> = {
  colored: (color) => ({ kind: 'done', detail: `The block was coloured ${color}.` }),
  superseded: (color) => ({ kind: 'done', detail: `The block has the colour of a later packet, not ${color}.` }),
  unknown: () => ({ kind: 'failed', detail: noBlock }),
};

/** The colour that an order gives to the block of its match, or a text with the reason why there is none. */
export const colorOf = (order: ActionOrder): { readonly color: string; readonly match: MatchSubject } | string => {
  const color = parseColor(fillParameter(order, 'Color'));
  if (!color) return 'The action has no colour.';
  return order.match ? { color, match: order.match } : 'Only a rule match can colour a block.';
};

/** Colours the block of the subject of the match. */
export const setColor: BuiltInAction = (_services, step, order) => {
  const asked = colorOf(order);
  return {
    async inDatabase(db, change) {
      if (typeof asked === 'string') return { kind: 'failed', detail: asked };
      const { color, match } = asked;
      const coloring = await setBlockColor(db, change.as(step.context), {
        tenantId: order.tenantId,
        blockId: match.subjectId,
        color,
        moment: new Date(match.moment),
        position: step.position,
      });
      return results[coloring](color);
    },
  };
};
