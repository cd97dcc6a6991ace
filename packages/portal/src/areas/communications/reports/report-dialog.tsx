import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { equals } from '../../../lib/api/odata-filter.ts';
import { saveFile } from '../../../lib/api/export-file.ts';
import { numberOfId, useOpenedRow } from '../../../ui/drawers/use-opened-row.ts';
import type { OpenRow } from '../../../ui/drawers/use-open-row.ts';
import { QueryResult } from '../../../ui/feedback/query-result.tsx';
import { PlainTable } from '../../../ui/grid/plain-table.tsx';
import { useCommunicationActivities, useCommunicationExpand } from '../communication-queries.ts';
import { communicationSet } from '../communication-set.ts';
import type { CommunicationRow } from '../communication-row.ts';
import { toCsv } from './report-csv.ts';
import {
  reportContents,
  reportRecords,
  reportTitles,
  shownValue,
  type ReportContents,
  type ReportKind,
} from './report-contents.ts';
import { printedDialog, ReportPrintStyles } from './report-print-styles.tsx';

/** Labels wrap in a narrow window to leave space for the values. */
const wrapsWhenNarrow = { whiteSpace: { xs: 'normal', sm: 'nowrap' } } as const;

interface Step {
  readonly cells: readonly string[];
  readonly key: string;
}

const ReportTables = ({ contents }: { readonly contents: ReportContents }) => (
  <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
    <PlainTable
      label="Communication"
      rows={contents.rows}
      rowKey={({ label }) => label}
      columns={[
        { header: 'Field', isNarrow: true, cell: ({ label }) => <Box sx={wrapsWhenNarrow}>{label}</Box> },
        { header: 'Value', cell: (row) => <Box sx={{ whiteSpace: 'pre-wrap' }}>{shownValue(row)}</Box> },
      ]}
    />
    {contents.steps.length > 0 && (
      <PlainTable<Step>
        label="Activities"
        stacks
        rows={contents.steps.map((cells, index) => ({ cells, key: String(index) }))}
        rowKey={({ key }) => key}
        columns={contents.stepHeadings.map((header, index) => ({
          header,
          isNarrow: header !== 'Details',
          cell: ({ cells }) =>
            cells[index] === '' ? null : (
              <Box sx={{ whiteSpace: header === 'Details' ? 'pre-wrap' : 'inherit' }}>{cells[index]}</Box>
            ),
        }))}
      />
    )}
  </Box>
);

interface OpenReportProps {
  readonly kind: ReportKind;
  readonly communication: CommunicationRow;
  readonly onClose: () => void;
}

const OpenReport = ({ kind, communication, onClose }: OpenReportProps) => {
  const titleId = useId();
  const activities = useCommunicationActivities(communication.workUnitCommunicationId);
  const contents = activities.data && reportContents(kind, communication, activities.data);
  const title = reportTitles[kind];
  const fileName = `${kind}-report-${communication.publicWorkUnitCommunicationId}.csv`;
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth="md"
      fullWidth
      aria-labelledby={titleId}
      className={printedDialog}
      // Always the maximum height, so that the dialog does not grow when the activities arrive.
      slotProps={{ paper: { sx: { height: 1 } } }}
    >
      <ReportPrintStyles />
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <QueryResult query={activities}>{() => contents && <ReportTables contents={contents} />}</QueryResult>
      </DialogContent>
      <DialogActions>
        <Button disabled={!contents} onClick={() => window.print()}>
          Print
        </Button>
        <Button
          disabled={!contents}
          onClick={() => {
            if (contents)
              saveFile(new Blob([toCsv(reportRecords(contents))], { type: 'text/csv;charset=utf-8' }), fileName);
          }}
        >
          Download CSV
        </Button>
        <Button variant="contained" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
};

interface ReportDialogProps {
  readonly kind: ReportKind;
  readonly drawer: OpenRow;
}

/** The report of the communication in the URL, identified by its public number. */
export const ReportDialog = ({ kind, drawer }: ReportDialogProps) => {
  const expand = useCommunicationExpand();
  const filter = equals('publicWorkUnitCommunicationId', numberOfId(drawer.openId));
  const communication = useOpenedRow<CommunicationRow>(communicationSet, filter, expand);
  if (!drawer.openId || !communication) return null;
  return <OpenReport kind={kind} communication={communication} onClose={drawer.close} />;
};
