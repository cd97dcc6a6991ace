import { isUnitRelation } from '@cfs/contracts/work-unit-enumerations';
import type { RelatedEntity } from '@cfs/contracts/work-unit-relations';
import { useAddressQuery } from '../../../lib/address-query.ts';
import { LinkCell } from '../../../ui/grid/link-cell.tsx';

/** The name of a related entity, or its id if it has none; for a work unit a link that opens it. */
export const RelatedEntityCell = ({ entity }: { readonly entity: RelatedEntity }) => {
  const [, patch] = useAddressQuery();
  const { referenceType, referenceId, label, workUnit } = entity;
  const text = label ?? referenceId;
  if (!isUnitRelation(referenceType)) return text;
  return (
    <LinkCell
      text={`#${workUnit?.publicWorkUnitId ?? referenceId}: ${text}`}
      onClick={() => patch({ workUnitId: referenceId, publicWorkUnitId: undefined, tab: undefined })}
    />
  );
};
