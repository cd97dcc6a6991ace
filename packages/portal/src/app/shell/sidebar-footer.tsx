import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { versionQuery } from '../../lib/product-version.ts';
import { LicenseDialog } from './license-dialog.tsx';

/** Shows the version of the product and opens its license. */
export const SidebarFooter = () => {
  const [isLicenseOpen, setLicenseOpen] = useState(false);
  const { data } = useQuery(versionQuery);
  return (
    <Box
      component="footer"
      sx={{ display: 'flex', alignItems: 'center', px: 4, py: 2, borderTop: 1, borderColor: 'divider' }}
    >
      <Typography variant="caption" color="textSecondary">
        {data ? `Version ${data.version}` : ''}
      </Typography>
      <Button color="inherit" sx={{ ml: 'auto', color: 'text.secondary' }} onClick={() => setLicenseOpen(true)}>
        License
      </Button>
      {isLicenseOpen && <LicenseDialog onClose={() => setLicenseOpen(false)} />}
    </Box>
  );
};
