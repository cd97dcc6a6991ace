import type { ControlSetHistory } from '@cfs/contracts/compliance';
import Box from '@mui/material/Box';
import dayjs from 'dayjs';
import { useVisibleRows } from '../use-visible-rows.ts';
import { HeatMapRow } from './heat-map-row.tsx';
import { heatMapSizes, heatMapStyle } from './heat-map-style.ts';
import { useHeatMapKeys } from './use-heat-map-keys.ts';

interface HeatMapProps {
  readonly history: ControlSetHistory;
  readonly onChosen: (week: string, controlId: string) => void;
}

/** The day of the month; the first week of each month has the name of the month above. */
const headerOf = (week: string, before: string | undefined): string =>
  `${before?.slice(0, 7) === week.slice(0, 7) ? ' ' : dayjs(week).format('MMM')}\n${dayjs(week).format('D')}`;

/** The statuses of controls by week. Only the visible rows and the focused one are rendered. */
export const HeatMap = ({ history: { weeks, controls }, onChosen }: HeatMapProps) => {
  const { active, holdGrid, onKeyDown, onClick } = useHeatMapKeys(
    { rows: controls.length, weeks: weeks.length },
    ({ row, week }) => {
      const [chosenWeek, control] = [weeks[week], controls[row]];
      if (chosenWeek !== undefined && control) onChosen(chosenWeek, control.id);
    },
  );
  const { first, end, setElement } = useVisibleRows(controls.length, heatMapSizes.row);
  const shown = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  const rows = shown.includes(active.row) || controls.length === 0 ? shown : [...shown, active.row];
  return (
    <Box
      ref={(element: HTMLElement | null) => {
        holdGrid(element);
        setElement(element);
      }}
      role="grid"
      aria-label="Statuses by week"
      aria-readonly
      aria-rowcount={controls.length + 1}
      aria-colcount={weeks.length + 1}
      sx={heatMapStyle}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div role="rowgroup">
        <div role="row" aria-rowindex={1} className="heat-row heat-header">
          <div role="columnheader" className="heat-name">
            Control
          </div>
          {weeks.map((week, at) => (
            <div
              key={week}
              role="columnheader"
              aria-colindex={at + 2}
              aria-label={dayjs(week).format('D MMM YYYY')}
              className="heat-week"
            >
              {headerOf(week, weeks[at - 1])}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="heat-rows" style={{ height: controls.length * heatMapSizes.row }}>
        {rows.map((index) => {
          const control = controls[index];
          return (
            control && (
              <HeatMapRow
                key={control.id}
                control={control}
                weeks={weeks}
                index={index}
                top={index * heatMapSizes.row}
                activeWeek={index === active.row ? active.week : undefined}
              />
            )
          );
        })}
      </div>
    </Box>
  );
};
