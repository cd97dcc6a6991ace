import { defaultPageSize } from '@cfs/contracts/sizes';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { PlainTable, type PlainColumn } from '../../../ui/grid/plain-table.tsx';

interface RelatedTableProps<Row> {
  readonly title: string;
  /** The name of the rows within a sentence. */
  readonly names: string;
  readonly columns: readonly PlainColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Rendered between the title and the rows. */
  readonly children?: ReactNode;
}

/** The related entities of one type: ten rows, and all of them on request. */
export const RelatedTable = <Row,>({ title, names, columns, rows, rowKey, children }: RelatedTableProps<Row>) => {
  const [showsAll, setShowsAll] = useState(false);
  return (
    <section>
      <Typography variant="h3" sx={{ mb: 2 }}>
        {title}
        {rows.length > 0 && ` (${rows.length})`}
      </Typography>
      {children}
      {rows.length === 0 ? (
        <Typography variant="body2" color="textSecondary">{`No related ${names} found.`}</Typography>
      ) : (
        <PlainTable
          label={title}
          rowKey={rowKey}
          columns={columns}
          rows={showsAll ? rows : rows.slice(0, defaultPageSize)}
        />
      )}
      {rows.length > defaultPageSize && (
        <Box sx={{ mt: 2 }}>
          <Button onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? `Show ${defaultPageSize}` : `Show all ${rows.length}`}
          </Button>
        </Box>
      )}
    </section>
  );
};
