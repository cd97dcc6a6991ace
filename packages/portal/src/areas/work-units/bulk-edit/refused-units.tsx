import Typography from '@mui/material/Typography';
import { PlainTable, type PlainColumn } from '../../../ui/grid/plain-table.tsx';
import type { Refusal } from './send-patches.ts';

const columns: readonly PlainColumn<Refusal>[] = [
  { header: 'ID', cell: ({ patch }) => `#${patch.unit.publicWorkUnitId}`, isNarrow: true },
  { header: 'Title', cell: ({ patch }) => patch.unit.title },
  { header: 'Reason', cell: ({ reason }) => reason },
];

/** The units that a bulk edit did not change, each with the reason. */
export const RefusedUnits = ({ refused }: { readonly refused: readonly Refusal[] }) => (
  <>
    <Typography variant="h3" sx={{ mt: 4, mb: 2 }}>
      Not changed
    </Typography>
    <PlainTable
      label="Not changed"
      columns={columns}
      rows={refused}
      rowKey={({ patch }) => String(patch.unit.workUnitId)}
    />
  </>
);
