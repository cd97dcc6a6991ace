import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { ListControl } from '../../lib/lists/list-state.ts';
import type { Filter } from '../../lib/api/odata-filter.ts';
import { upToDateShare } from './up-to-date-share.ts';
import { useReportTotals, type ReportTotal } from './use-report-totals.ts';

interface FigureProps {
  readonly name: string;
  readonly total: ReportTotal;
  readonly onShowOutdated: () => void;
}

/** Widths in pixels for texts with numbers of five digits, so that nothing moves when the totals arrive. */
const upToDateWidth = 170;
const outdatedWidth = 110;
/** Gives an empty figure the baseline of its text. */
const noBreakSpace = '\u00a0';

const Figure = ({ name, total: { all: total, outdated }, onShowOutdated }: FigureProps) => {
  const isKnown = total !== undefined && outdated !== undefined;
  return (
    <Box
      role="group"
      aria-label={name}
      sx={{
        display: 'flex',
        alignItems: 'baseline',
        flexWrap: 'wrap',
        columnGap: 3,
        px: 4,
        py: 2,
        width: { xs: '100%', sm: 'auto' },
        whiteSpace: 'nowrap',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        fontSize: 13,
      }}
    >
      <Box component="strong" sx={{ minWidth: 68 }}>
        {name}
      </Box>
      <Box component="span" sx={{ fontSize: 20, fontVariantNumeric: 'tabular-nums', minWidth: 84 }}>
        {isKnown ? upToDateShare(total, outdated) : '…'}
      </Box>
      <Box component="span" sx={{ minWidth: upToDateWidth }}>
        {isKnown ? `${total - outdated} of ${total} up to date` : 'Counting'}
      </Box>
      <Box component="span" sx={{ minWidth: outdatedWidth }}>
        {!isKnown && noBreakSpace}
        {isKnown && outdated === 0 && '0 out of date'}
        {isKnown && outdated > 0 && (
          <Link component="button" type="button" onClick={onShowOutdated} sx={{ font: 'inherit' }}>
            {`${outdated} out of date`}
          </Link>
        )}
      </Box>
    </Box>
  );
};

const outdatedOnly = { path: 'versionStatus', operator: 'in', values: ['Outdated'] } as const;

interface ReportSummaryProps {
  readonly list: ListControl;
  readonly filter: Filter;
}

/**
 * The numbers of distinct devices and packages in the rows of all pages of the list. A device or package is out of date
 * if it has an outdated row; a click on that figure filters the list by these rows.
 */
export const ReportSummary = ({ list, filter }: ReportSummaryProps) => {
  const totals = useReportTotals(filter, list.search);
  const showOutdated = (): void =>
    list.setConditions([...list.conditions.filter(({ path }) => path !== outdatedOnly.path), outdatedOnly]);
  return (
    <Box role="status" sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, flexShrink: 0 }}>
      {(['devices', 'packages'] as const).map((each) => (
        <Figure
          key={each}
          name={each === 'devices' ? 'Devices' : 'Packages'}
          total={totals[each]}
          onShowOutdated={showOutdated}
        />
      ))}
    </Box>
  );
};
