import { controlEvidenceLimits } from '@cfs/contracts/control-evidence-limits';
import type { ControlEvidence as Evidence } from '@cfs/contracts/control-evidence';
import DeleteOutlinedIcon from '@mui/icons-material/DeleteOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';
import { useAsk } from '../../../ui/feedback/confirm.tsx';
import { QueryResult } from '../../../ui/feedback/query-result.tsx';
import { DateTime } from '../../../ui/text/date-time.tsx';
import type { ChecklistKey } from '../compliance-queries.ts';
import type { ControlRow } from '../control-set.ts';
import type { ChecklistControl } from '../use-checklist.ts';
import { weekText } from '../week-text.ts';
import { AttachEvidence } from './attach-evidence.tsx';
import { EvidenceIcon, EvidenceLabel, evidenceName } from './evidence-label.tsx';
import { useEvidence } from './evidence-queries.ts';
import { useEvidenceChanges } from './use-evidence-changes.ts';

interface ControlEvidenceProps {
  readonly about: ChecklistKey;
  readonly control: ControlRow;
  readonly checklist: ChecklistControl;
  readonly mayEdit: boolean;
  /** Whether the first field gets the focus. */
  readonly hasFocus: boolean;
}

/** The evidence for the status of a control in a week. */
export const ControlEvidence = ({ about, control, checklist, mayEdit, hasFocus }: ControlEvidenceProps) => {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const ask = useAsk();
  const { record } = control;
  const query = useEvidence(about.tenantId, record);
  const changes = useEvidenceChanges(about.tenantId, control, checklist);
  const evidence = query.data ?? [];

  const remove = async (each: Evidence): Promise<void> => {
    const answer = await ask({
      title: 'Remove Evidence',
      text: `Remove ${evidenceName(each)} from ${control.name}? ${each.kind === 'File' ? 'The file cannot be restored.' : ''}`,
      yes: 'Remove',
      no: 'Cancel',
      isDestructive: true,
    });
    if (answer === undefined) return;
    if (await changes.remove(each)) heading.current?.focus();
  };

  return (
    <Box component="section" aria-labelledby={headingId} sx={{ mb: 4 }}>
      <Typography ref={heading} id={headingId} variant="h3" tabIndex={-1} sx={{ outline: 0 }}>
        Evidence, {weekText(about.week)}
      </Typography>
      {changes.failure !== undefined && (
        <Alert severity="error" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
          {changes.failure}
        </Alert>
      )}
      <QueryResult query={query}>
        {() =>
          evidence.length === 0 || !record ? (
            <Typography color="textSecondary" sx={{ mt: 2, fontSize: 13 }}>
              Nothing is attached for this week.
            </Typography>
          ) : (
            <Box component="ul" aria-label="Evidence" sx={{ m: 0, mt: 2, p: 0, listStyle: 'none', fontSize: 13 }}>
              {evidence.map((each) => (
                <Box
                  component="li"
                  key={each.id}
                  sx={{ display: 'flex', alignItems: 'center', gap: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}
                >
                  <EvidenceIcon kind={each.kind} />
                  <Box sx={{ flex: '1 1 auto', minWidth: 0, overflowWrap: 'anywhere', unicodeBidi: 'isolate' }}>
                    <EvidenceLabel statusId={record.id} evidence={each} />
                    <Typography variant="caption" color="textSecondary" component="div">
                      {each.createdBy}, <DateTime time={each.created} />
                    </Typography>
                  </Box>
                  {mayEdit && (
                    <IconButton
                      size="small"
                      aria-label={`Remove ${evidenceName(each)}`}
                      disabled={changes.isBusy}
                      onClick={() => void remove(each)}
                    >
                      <DeleteOutlinedIcon fontSize="small" />
                    </IconButton>
                  )}
                </Box>
              ))}
            </Box>
          )
        }
      </QueryResult>
      {mayEdit && evidence.length < controlEvidenceLimits.perStatus && (
        <AttachEvidence
          about={about}
          controlId={control.id}
          changes={changes}
          attached={evidence}
          hasFocus={hasFocus}
        />
      )}
    </Box>
  );
};
