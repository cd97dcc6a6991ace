import type { ControlSetHistory } from '@cfs/contracts/compliance';
import dayjs from 'dayjs';
import { memo } from 'react';
import { statusLetters, statusOfSign, statusText } from './week-statuses.ts';

interface HeatMapRowProps {
  readonly control: ControlSetHistory['controls'][number];
  readonly weeks: readonly string[];
  readonly index: number;
  readonly top: number;
  /** The week whose cell the Tab key reaches; `undefined` except in the active row. */
  readonly activeWeek: number | undefined;
}

/** A control with its status in each week. */
export const HeatMapRow = memo(({ control, weeks, index, top, activeWeek }: HeatMapRowProps) => (
  <div role="row" aria-rowindex={index + 2} data-row={index} className="heat-row" style={{ top }}>
    <div role="rowheader" className="heat-name" title={`${control.name} ${control.title}`}>
      {control.name}
    </div>
    {weeks.map((week, at) => {
      const status = statusOfSign(control.statuses[at]);
      const label = `${control.name}, week of ${dayjs(week).format('D MMM YYYY')}: ${statusText(status)}`;
      return (
        <div
          key={week}
          role="gridcell"
          aria-colindex={at + 2}
          aria-label={label}
          title={label}
          data-week={at}
          tabIndex={activeWeek === at ? 0 : -1}
          className={status === undefined ? 'heat-cell' : `heat-cell ${status}`}
        >
          {status && statusLetters[status]}
        </div>
      );
    })}
  </div>
));
HeatMapRow.displayName = 'HeatMapRow';
