import MuiLink from '@mui/material/Link';
import { Link } from '@tanstack/react-router';
import { useEnvironment } from '../../lib/environment.ts';
import { useScreenAddress } from '../../lib/use-tenant.ts';

/** The short product name on top of the menu; it leads home. */
export const ProductName = () => {
  const { product } = useEnvironment();
  const screen = useScreenAddress();
  return (
    <MuiLink
      component={Link}
      to={screen('/')}
      color="textPrimary"
      underline="none"
      noWrap
      aria-label={`${product}: home`}
      sx={{ px: 4, pt: 3, pb: 1, fontSize: 16, fontWeight: 700, letterSpacing: '0.02em', flexShrink: 0 }}
    >
      {product}
    </MuiLink>
  );
};
