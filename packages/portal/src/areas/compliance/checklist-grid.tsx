import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useCallback, useEffect } from 'react';
import { ChecklistRow, evidenceCell } from './checklist-row.tsx';
import { checklistHeights, checklistStyle } from './checklist-style.ts';
import type { ControlRow } from './control-set.ts';
import type { ChecklistControl } from './use-checklist.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useVisibleRows } from './use-visible-rows.ts';

interface ChecklistGridProps {
  readonly controls: readonly ControlRow[];
  readonly checklist: ChecklistControl;
  readonly mayEdit: boolean;
  readonly onOpen: (controlId: string) => void;
  readonly onOpenEvidence: (controlId: string) => void;
  /** The control that gets the focus when the grid appears. */
  readonly startAt: string | undefined;
  /** Called once that control has the focus. */
  readonly onStarted: () => void;
}

/** The controls with status, notes and evidence. Only the visible rows and the focused one are rendered. */
export const ChecklistGrid = ({
  controls,
  checklist,
  mayEdit,
  onOpen,
  onOpenEvidence,
  startAt,
  onStarted,
}: ChecklistGridProps) => {
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const height = isNarrow ? checklistHeights.card : checklistHeights.row;
  const { discardNote } = checklist;
  const onEscape = useCallback(
    (row: number) => {
      const control = controls[row];
      if (control) discardNote(control.id);
    },
    [controls, discardNote],
  );
  const { active, holdGrid, onKeyDown, onFocus } = useGridKeys(controls.length, onEscape, {
    firstCell: mayEdit ? 0 : evidenceCell,
    startRow: startAt === undefined ? undefined : controls.findIndex(({ id }) => id === startAt),
  });
  useEffect(onStarted, [onStarted]);
  const { first, end, setElement } = useVisibleRows(controls.length, height);
  const shown = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  const rows = shown.includes(active.row) || controls.length === 0 ? shown : [...shown, active.row];
  return (
    <Box
      ref={(element: HTMLElement | null) => {
        holdGrid(element);
        setElement(element);
      }}
      role="grid"
      aria-label="Controls"
      aria-rowcount={controls.length + 1}
      aria-colcount={4}
      sx={checklistStyle}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      <div role="rowgroup">
        <div role="row" aria-rowindex={1} className="checklist-row checklist-header">
          <div role="columnheader">Control</div>
          <div role="columnheader" className="checklist-status-header">
            Status
          </div>
          <div role="columnheader">Notes</div>
          <div role="columnheader">Evidence</div>
        </div>
      </div>
      <div role="rowgroup" className="checklist-rows" style={{ height: controls.length * height }}>
        {rows.map((index) => {
          const control = controls[index];
          if (!control) return null;
          const isActive = index === active.row;
          return (
            <ChecklistRow
              key={control.id}
              control={control}
              index={index}
              top={index * height}
              draft={checklist.draftOf(control.id)}
              pending={checklist.pendingOf(control.id)}
              isActive={isActive}
              activeCell={isActive ? active.cell : undefined}
              mayEdit={mayEdit}
              writes={checklist.writes}
              onOpen={onOpen}
              onOpenEvidence={onOpenEvidence}
            />
          );
        })}
      </div>
    </Box>
  );
};
