import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

const paragraphs: readonly string[] = [
  'This agreement is made between you, the person or organization that uses this software, and its provider. By using the software you accept it.',
  'You may use the software for the operations of your organization and of the tenants that you serve, by the people whom your administrators invite, until the license expires.',
  'Parts of the software that have their own license remain under that license.',
  'The software is provided as is. To the extent that the law allows, the provider is not liable for damage that results from its use or from its unavailability.',
  'Your data remains yours. The provider uses it only to run the software for you.',
];

export const LicenseAgreement = () => (
  <Box
    sx={{ display: 'flex', flexDirection: 'column', gap: 2, maxHeight: 280, overflow: 'auto' }}
    tabIndex={0}
    role="region"
    aria-label="End-user license agreement"
  >
    {paragraphs.map((paragraph) => (
      <Typography key={paragraph} variant="body2" color="textSecondary">
        {paragraph}
      </Typography>
    ))}
  </Box>
);
