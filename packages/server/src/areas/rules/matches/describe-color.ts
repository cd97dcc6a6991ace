import type { DescribeBuiltIn } from '../../actions/describe-action.ts';
import { readEntityFacts } from '../../blocks/read-entity-facts.ts';
import { colorOf, noBlock } from './set-color.ts';

/** Describes what `setColor` would do with an order. */
export const describeColor: DescribeBuiltIn = async (db, order) => {
  const asked = colorOf(order);
  if (typeof asked === 'string') return { effect: null, fault: asked };
  const { tenantId } = order;
  const entityId = asked.match.subjectId;
  const facts = await readEntityFacts(db, [{ tenantId, entityId }]);
  return {
    effect: { kind: 'color', entityId, color: asked.color },
    fault: facts.of(tenantId, entityId)?.name === undefined ? noBlock : undefined,
  };
};
