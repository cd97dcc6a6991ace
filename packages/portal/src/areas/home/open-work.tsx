import type { Home } from '@cfs/contracts/home';
import {
  finishedStates,
  severities,
  workUnitStateLabels,
  workUnitStates,
  type Severity,
  type WorkUnitState,
} from '@cfs/contracts/work-unit-enumerations';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PlainTable } from '../../ui/grid/plain-table.tsx';
import { CountLink } from './count-link.tsx';
import { openUnitsLink } from './home-links.ts';
import { HomeSection } from './home-section.tsx';

type WorkUnitFigures = NonNullable<Home['workUnits']>;

const allSeverities = Object.keys(severities) as readonly Severity[];
const openStates = (Object.keys(workUnitStates) as readonly WorkUnitState[]).filter(
  (state) => !finishedStates.includes(state),
);
/** A row of the table: a state, or all states in the last row. */
type Row = WorkUnitState | 'All';

/** Open units by state and severity. */
export const OpenWork = ({ open }: Pick<WorkUnitFigures, 'open'>) => {
  const countOf = (row: Row, severity?: Severity): number =>
    open
      .filter(({ severityId }) => severity === undefined || severityId === severity)
      .filter(({ stateId }) => row === 'All' || stateId === row)
      .reduce((sum, { count }) => sum + count, 0);
  const cell = (row: Row, severity?: Severity) => (
    <CountLink
      count={countOf(row, severity)}
      of={[severity ?? 'All severities', row === 'All' ? 'open' : workUnitStateLabels[row]].join(', ')}
      path={openUnitsLink(severity, row === 'All' ? undefined : row)}
    />
  );
  return (
    <HomeSection title="Open work" path={openUnitsLink(undefined)}>
      {open.length === 0 ? (
        <EmptyState title="No open work" hint="A work unit is listed here until it is resolved, closed or canceled." />
      ) : (
        <PlainTable<Row>
          label="Open work by state and severity"
          rowKey={(row) => row}
          rows={[...openStates, 'All']}
          columns={[
            { header: 'State', cell: (row) => (row === 'All' ? 'All' : workUnitStateLabels[row]) },
            ...allSeverities.map((severity) => ({
              header: severity,
              align: 'right' as const,
              isNarrow: true,
              cell: (row: Row) => cell(row, severity),
            })),
            { header: 'All', align: 'right', isNarrow: true, cell: (row) => cell(row) },
          ]}
        />
      )}
    </HomeSection>
  );
};
