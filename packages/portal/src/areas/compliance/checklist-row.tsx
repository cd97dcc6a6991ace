import {
  controlNotesLength,
  controlStatusLabels,
  controlStatusNames,
  type ControlStatusName,
} from '@cfs/contracts/control-statuses';
import EvidenceIcon from '@mui/icons-material/AttachFile';
import { memo } from 'react';
import type { ControlRow } from './control-set.ts';
import { StatusIcon } from './status-icon.tsx';
import type { ChecklistControl, NoteDraft } from './use-checklist.ts';

/** The indexes of cells in the order of the arrow keys: each status of the toggle, then the note, then the evidence. */
export const noteCell = controlStatusNames.length;
export const evidenceCell = noteCell + 1;

export interface ChecklistRowProps {
  readonly control: ControlRow;
  readonly index: number;
  readonly top: number;
  readonly draft: NoteDraft | undefined;
  readonly pending: ControlStatusName | undefined;
  /** The cell that the Tab key reaches; `undefined` except in the active row. */
  readonly activeCell: number | undefined;
  readonly isActive: boolean;
  readonly mayEdit: boolean;
  readonly writes: ChecklistControl['writes'];
  readonly onOpen: (controlId: string) => void;
  readonly onOpenEvidence: (controlId: string) => void;
}

const tabIndexOf = (isReached: boolean): 0 | -1 => (isReached ? 0 : -1);

const StatusChoices = ({ control, pending, activeCell, writes }: ChecklistRowProps) => {
  const chosen = pending ?? control.record?.status;
  const reached = activeCell !== undefined && activeCell >= noteCell ? 0 : activeCell;
  return (
    <div className="status-choices" role="group" aria-label={`Status of ${control.name}`}>
      {controlStatusNames.map((status, cell) => (
        <button
          key={status}
          type="button"
          data-cell={cell}
          tabIndex={tabIndexOf(reached === cell)}
          className={`status-choice ${status} ${status === chosen ? `chosen ${pending ? 'pending' : ''}` : ''}`}
          aria-pressed={status === chosen}
          aria-label={controlStatusLabels[status]}
          title={controlStatusLabels[status]}
          onClick={() => void (status === chosen ? writes.remove(control) : writes.setStatus(control, status))}
        >
          <StatusIcon status={status} />
          <span className="status-word">{controlStatusLabels[status]}</span>
        </button>
      ))}
    </div>
  );
};

const NoteField = ({ control, draft, activeCell, writes }: ChecklistRowProps) => (
  <textarea
    className="note"
    data-cell={noteCell}
    tabIndex={tabIndexOf(activeCell !== undefined)}
    aria-label={`Notes of ${control.name}`}
    aria-invalid={draft?.failure !== undefined}
    title={draft?.failure}
    placeholder="Notes"
    maxLength={controlNotesLength}
    value={draft?.text ?? control.record?.notes ?? ''}
    onChange={({ target }) => writes.typeNote(control, target.value)}
    onBlur={() => void writes.saveNote(control)}
  />
);

const RecordText = ({ control: { record } }: ChecklistRowProps) => (
  <span className="status-label">
    {record ? (
      <>
        <StatusIcon status={record.status} />
        {controlStatusLabels[record.status]}
      </>
    ) : (
      'No record'
    )}
  </span>
);

const EvidenceButton = ({ control, activeCell, onOpenEvidence }: ChecklistRowProps) => {
  const count = control.record?.evidenceCount ?? 0;
  const label = `Evidence of ${control.name}: ${count === 0 ? 'none' : count}`;
  return (
    <button
      type="button"
      data-cell={evidenceCell}
      tabIndex={tabIndexOf(activeCell !== undefined)}
      className={count > 0 ? 'evidence some' : 'evidence'}
      aria-haspopup="dialog"
      aria-label={label}
      title={label}
      onClick={() => onOpenEvidence(control.id)}
    >
      <EvidenceIcon aria-hidden style={{ fontSize: 16 }} />
      {count > 0 && count}
    </button>
  );
};

/** A control with its status, its note and its evidence. */
export const ChecklistRow = memo((props: ChecklistRowProps) => {
  const { control, index, top, isActive, mayEdit, onOpen } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      className={isActive ? 'checklist-row active' : 'checklist-row'}
      style={{ top }}
    >
      <div role="gridcell" className="checklist-control">
        <button type="button" tabIndex={tabIndexOf(isActive)} onClick={() => onOpen(control.id)}>
          {control.name}
        </button>
        <div className="checklist-title" title={control.title}>
          {control.title}
        </div>
      </div>
      <div role="gridcell">{mayEdit ? <StatusChoices {...props} /> : <RecordText {...props} />}</div>
      <div role="gridcell">
        {mayEdit ? <NoteField {...props} /> : <div className="note-text">{control.record?.notes}</div>}
      </div>
      <div role="gridcell" className="checklist-evidence">
        <EvidenceButton {...props} />
      </div>
    </div>
  );
});
ChecklistRow.displayName = 'ChecklistRow';
