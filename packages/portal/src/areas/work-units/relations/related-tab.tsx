import type { RelationType } from '@cfs/contracts/work-unit-enumerations';
import type { RelatedEntity } from '@cfs/contracts/work-unit-relations';
import Box from '@mui/material/Box';
import { usePermissions } from '../../../lib/permissions.tsx';
import { QueryResult } from '../../../ui/feedback/query-result.tsx';
import { RelatedEntities } from './related-entities.tsx';
import { RelatedMatches } from './related-matches.tsx';
import { RelatedMessages } from './related-messages.tsx';
import { useRelated } from './related-queries.ts';
import { RelatedWorkUnitSearch } from './related-work-unit-search.tsx';
import type { WorkUnitRow } from '../work-unit-row.ts';

const ofTypes = (entities: readonly RelatedEntity[], ...types: readonly RelationType[]): readonly RelatedEntity[] =>
  entities.filter(({ referenceType }) => types.includes(referenceType));

/** The entities that the unit is related to, by type. */
export const RelatedTab = ({ workUnit }: { readonly workUnit: WorkUnitRow }) => {
  const { workUnitId } = workUnit;
  const mayEdit = usePermissions().has('WorkUnits:edit');
  return (
    <QueryResult query={useRelated(workUnitId)}>
      {(entities) => (
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 6 }}>
          <RelatedEntities
            workUnitId={workUnitId}
            title="Work Units"
            names="work units"
            entities={ofTypes(entities, 'WorkUnit')}
          >
            {mayEdit && <RelatedWorkUnitSearch workUnit={workUnit} />}
          </RelatedEntities>
          <RelatedMatches workUnitId={workUnitId} entities={ofTypes(entities, 'RuleMatch')} />
          <RelatedEntities
            workUnitId={workUnitId}
            title="Devices"
            names="devices"
            entities={ofTypes(entities, 'Device')}
          />
          <RelatedEntities
            workUnitId={workUnitId}
            title="Blocks"
            names="blocks"
            entities={ofTypes(entities, 'Block')}
          />
          <RelatedMessages entities={ofTypes(entities, 'Message', 'RuleMatch')} />
        </Box>
      )}
    </QueryResult>
  );
};
