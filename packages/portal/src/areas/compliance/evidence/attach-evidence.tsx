import type { ControlEvidence } from '@cfs/contracts/control-evidence';
import { controlEvidenceLimits } from '@cfs/contracts/control-evidence-limits';
import AttachFileIcon from '@mui/icons-material/AttachFile';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormLabel from '@mui/material/FormLabel';
import TextField from '@mui/material/TextField';
import { useId, useRef, useState } from 'react';
import { equals } from '../../../lib/api/odata-filter.ts';
import { usePermissions } from '../../../lib/permissions.tsx';
import { WorkUnitSearch } from '../../work-units/relations/work-unit-search.tsx';
import { referenceOf, useEvidenceBefore } from './evidence-queries.ts';
import { evidenceName } from './evidence-label.tsx';
import { RuleSearch } from './rule-search.tsx';
import type { EvidenceChanges } from './use-evidence-changes.ts';
import type { ChecklistKey } from '../compliance-queries.ts';

interface AttachEvidenceProps {
  readonly about: ChecklistKey;
  readonly controlId: string;
  readonly changes: EvidenceChanges;
  /** The evidence that is already attached. */
  readonly attached: readonly ControlEvidence[];
  /** Whether the input of the URL gets the focus. */
  readonly hasFocus: boolean;
}

const LinkForm = ({ changes, hasFocus }: Pick<AttachEvidenceProps, 'changes' | 'hasFocus'>) => {
  const [addressId, titleId] = [useId(), useId()];
  const [url, setUrl] = useState('');
  const [title, setTitle] = useState('');
  const address = useRef<HTMLInputElement>(null);
  const attach = async (): Promise<void> => {
    if (!(await changes.attach({ kind: 'Link', url, title: title === '' ? null : title }))) return;
    setUrl('');
    setTitle('');
    address.current?.focus();
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void attach();
      }}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 2, mb: 2 }}
    >
      <Box sx={{ flex: '2 1 200px' }}>
        <FormLabel htmlFor={addressId} sx={{ display: 'block', mb: 1, fontSize: 13 }}>
          Attach a link
        </FormLabel>
        <TextField
          id={addressId}
          inputRef={address}
          size="small"
          hiddenLabel
          fullWidth
          autoFocus={hasFocus}
          placeholder="https://"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
          slotProps={{ htmlInput: { inputMode: 'url', maxLength: controlEvidenceLimits.urlLength } }}
        />
      </Box>
      <Box sx={{ flex: '1 1 140px' }}>
        <FormLabel htmlFor={titleId} sx={{ display: 'block', mb: 1, fontSize: 13 }}>
          Title
        </FormLabel>
        <TextField
          id={titleId}
          size="small"
          hiddenLabel
          fullWidth
          placeholder="Optional"
          value={title}
          onChange={({ target }) => setTitle(target.value)}
          slotProps={{ htmlInput: { maxLength: controlEvidenceLimits.titleLength } }}
        />
      </Box>
      <Button type="submit" variant="outlined" disabled={url.trim() === '' || changes.isBusy}>
        Attach link
      </Button>
    </Box>
  );
};

const FileButton = ({ changes }: Pick<AttachEvidenceProps, 'changes'>) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Box sx={{ mb: 2 }}>
      <Button
        variant="outlined"
        startIcon={<AttachFileIcon />}
        disabled={changes.isBusy}
        onClick={() => input.current?.click()}
      >
        {changes.isBusy ? 'Storing...' : 'Attach files'}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files of the evidence"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          void changes.attachFiles(files);
        }}
      />
    </Box>
  );
};

const EvidenceOfLastWeek = ({ about, controlId, changes, attached }: Omit<AttachEvidenceProps, 'hasFocus'>) => {
  const { data = [] } = useEvidenceBefore(about, controlId, true);
  const has = new Set(attached.map((each) => JSON.stringify(referenceOf(each))));
  const offered = data.filter((each) => {
    const reference = referenceOf(each);
    return reference !== undefined && !has.has(JSON.stringify(reference));
  });
  if (offered.length === 0) return null;
  return (
    <Box sx={{ mb: 2 }}>
      <FormLabel component="div" sx={{ mb: 1, fontSize: 13 }}>
        Attach again from last week
      </FormLabel>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {offered.map((each) => (
          <Button
            key={each.id}
            variant="outlined"
            disabled={changes.isBusy}
            onClick={() => {
              const reference = referenceOf(each);
              if (reference) void changes.attach(reference);
            }}
            sx={{ maxWidth: 1, overflowWrap: 'anywhere', textAlign: 'left' }}
          >
            {evidenceName(each)}
          </Button>
        ))}
      </Box>
    </Box>
  );
};

/** Attaches files, links, work units and rules; offers those of last week, except files, to be attached again. */
export const AttachEvidence = (props: AttachEvidenceProps) => {
  const { about, changes, hasFocus } = props;
  const permissions = usePermissions();
  return (
    <Box sx={{ mt: 3 }}>
      <LinkForm changes={changes} hasFocus={hasFocus} />
      {permissions.has('WorkUnits:view') && (
        <WorkUnitSearch
          label="Attach a work unit"
          filter={equals('tenantId', about.tenantId)}
          onChosen={(workUnitId) => void changes.attach({ kind: 'WorkUnit', workUnitId })}
        />
      )}
      {permissions.has('Rules:view') && (
        <RuleSearch
          label="Attach a rule"
          filter={`(tenantId eq ${about.tenantId} or tenantId eq null)`}
          onChosen={(ruleId) => void changes.attach({ kind: 'Rule', ruleId })}
        />
      )}
      <FileButton changes={changes} />
      <EvidenceOfLastWeek {...props} />
    </Box>
  );
};
