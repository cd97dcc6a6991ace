import { relationTypes, type RelationType } from '@cfs/contracts/work-unit-enumerations';
import Box from '@mui/material/Box';
import { Loaded } from '../../ui/loaded.tsx';
import { useRelated } from './related-queries.ts';
import { RelatedSection } from './related-section.tsx';
import type { WorkUnitRow } from './work-unit-row.ts';

const types = Object.keys(relationTypes) as readonly RelationType[];

/** What the unit relates to, by type. */
export const RelatedTab = ({ workUnit: { workUnitId } }: { readonly workUnit: WorkUnitRow }) => (
  <Loaded query={useRelated(workUnitId)}>
    {(entities) => (
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 6 }}>
        {types.map((type) => (
          <RelatedSection
            key={type}
            workUnitId={workUnitId}
            type={type}
            entities={entities.filter(({ referenceType }) => referenceType === type)}
          />
        ))}
      </Box>
    )}
  </Loaded>
);
