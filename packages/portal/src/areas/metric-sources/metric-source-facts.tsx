import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { MetricSource } from '@cfs/contracts/metric-sources';
import { PlainTable } from '../../ui/grid/plain-table.tsx';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { FixedValue } from '../../ui/fields/fixed-value.tsx';
import { formatDate } from '../../lib/texts/dates.ts';
import { sampleOf } from './metric-source-row.ts';

/** The identity of a source, and the fields that it sent last. */
export const MetricSourceFacts = ({ source }: { readonly source: MetricSource }) => {
  const sample = sampleOf(source);
  const more = source.fieldCount - sample.length;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
      <FixedValue label="Identity" value={source.identity} />
      <FieldGrid>
        <FixedValue label="First Seen" value={formatDate(source.firstSeen)} />
        <FixedValue label="Last Seen" value={formatDate(source.lastSeen)} />
        <FixedValue label="Protocol" value={source.protocol} />
      </FieldGrid>
      <section>
        <Typography variant="h3" sx={{ mb: 2 }}>
          Fields
        </Typography>
        <PlainTable
          label="Fields"
          maxHeight={420}
          rows={sample}
          rowKey={({ field }) => field}
          columns={[
            { header: 'Field', cell: ({ field }) => field },
            { header: 'Value', cell: ({ value }) => value, isNarrow: true },
          ]}
        />
        {more > 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
            {more === 1 ? 'And 1 more field.' : `And ${more} more fields.`}
          </Typography>
        )}
      </section>
    </Box>
  );
};
