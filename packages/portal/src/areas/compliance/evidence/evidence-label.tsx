import type { ControlEvidence } from '@cfs/contracts/control-evidence';
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined';
import LinkIcon from '@mui/icons-material/LinkOutlined';
import RuleIcon from '@mui/icons-material/RuleOutlined';
import WorkUnitIcon from '@mui/icons-material/AssignmentOutlined';
import MuiLink from '@mui/material/Link';
import { Link } from '@tanstack/react-router';
import { ApiProblem } from '../../../lib/api/api-problem.ts';
import { notify } from '../../../lib/notify.ts';
import { useScreenAddress } from '../../../lib/tenant/use-tenant.ts';
import { downloadEvidence } from './evidence-queries.ts';

const icons = { File: FileIcon, Link: LinkIcon, WorkUnit: WorkUnitIcon, Rule: RuleIcon } as const;
const kindNames = { File: 'File', Link: 'Link', WorkUnit: 'Work unit', Rule: 'Rule' } as const;
const unseen = {
  WorkUnit: 'A work unit that you do not have access to',
  Rule: 'A rule that you do not have access to',
} as const;

/** The name of evidence in messages and in the names of buttons. */
export const evidenceName = ({ kind, title, url, publicWorkUnitId }: ControlEvidence): string => {
  if (kind === 'WorkUnit') return publicWorkUnitId === null ? unseen.WorkUnit : `#${publicWorkUnitId} ${title ?? ''}`;
  if (kind === 'Rule') return title ?? unseen.Rule;
  return title ?? url ?? 'Evidence';
};

/** The icon of a kind of evidence, with its name. */
export const EvidenceIcon = ({ kind }: Pick<ControlEvidence, 'kind'>) => {
  const Icon = icons[kind];
  return <Icon titleAccess={kindNames[kind]} sx={{ fontSize: 18, color: 'text.secondary', flexShrink: 0 }} />;
};

const download = async (statusId: string, evidence: ControlEvidence): Promise<void> => {
  try {
    await downloadEvidence(statusId, evidence);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    notify.error(`${evidenceName(evidence)} could not be downloaded. ${error.detail}`);
  }
};

interface EvidenceLabelProps {
  readonly statusId: string;
  readonly evidence: ControlEvidence;
}

/** The name of evidence as a link to it: a file is downloaded, a link opens in another tab without a referrer. */
export const EvidenceLabel = ({ statusId, evidence }: EvidenceLabelProps) => {
  const screen = useScreenAddress();
  const { kind, url, workUnitId, ruleId } = evidence;
  const name = evidenceName(evidence);
  if (kind === 'Link' && url !== null)
    return (
      <MuiLink href={url} target="_blank" rel="noopener noreferrer" title={url}>
        {name}
      </MuiLink>
    );
  if (kind === 'File')
    return (
      <MuiLink
        component="button"
        type="button"
        onClick={() => void download(statusId, evidence)}
        sx={{ textAlign: 'left' }}
      >
        {name}
      </MuiLink>
    );
  if (kind === 'WorkUnit' && workUnitId !== null)
    return (
      <MuiLink component={Link} to={screen(`/workunitsv2?workUnitId=${workUnitId}`)}>
        {name}
      </MuiLink>
    );
  if (kind === 'Rule' && ruleId !== null)
    return (
      <MuiLink component={Link} to={screen(`/rules?open=${ruleId}`)}>
        {name}
      </MuiLink>
    );
  return <span>{name}</span>;
};
