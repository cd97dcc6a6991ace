import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { LicenseInfo } from '@cfs/contracts/environment';
import { shellTexts } from '@cfs/contracts/shell-texts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { formatDate, wholeDaysUntil } from '../../lib/texts/dates.ts';
import { LicenseAgreement } from './license-agreement.tsx';

const daysLeft = (expiration: string): string => {
  const days = wholeDaysUntil(expiration) ?? 0;
  return days < 0 ? 'The license has expired.' : `${days} ${days === 1 ? 'day' : 'days'} left`;
};

export const LicenseDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const titleId = useId();
  const [showsAgreement, setShowsAgreement] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['license'],
    queryFn: ({ signal }) => api.get<LicenseInfo>('/api/generalLookup/license', { signal }),
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId} variant="h2">
        License
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2, alignItems: 'flex-start' }}>
        <Typography>{data ? `Expires ${formatDate(data.licenseExpiration)}` : shellTexts.expirationLoading}</Typography>
        {error && !data && <Alert severity="error">{error.message}</Alert>}
        {data && <Typography color="textSecondary">{daysLeft(data.licenseExpiration)}</Typography>}
        <Link
          component="button"
          type="button"
          aria-expanded={showsAgreement}
          onClick={() => setShowsAgreement(!showsAgreement)}
        >
          End-user license agreement
        </Link>
        {showsAgreement && <LicenseAgreement />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
};
