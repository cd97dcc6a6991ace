import MuiLink from '@mui/material/Link';
import { Link } from '@tanstack/react-router';
import { useEnvironment } from '../../lib/environment.ts';
import { useScreenAddress } from '../../lib/use-tenant.ts';

/** The short product name above the menu, a link to Home. */
export const ProductName = ({ onChosen }: { readonly onChosen: () => void }) => {
  const { product } = useEnvironment();
  const screen = useScreenAddress();
  return (
    <MuiLink
      component={Link}
      to={screen('/')}
      activeOptions={{ exact: true }}
      onClick={onChosen}
      color="textPrimary"
      underline="none"
      noWrap
      aria-label={`${product}: home`}
      sx={{ display: 'block', px: 4, py: 1, fontSize: 16, fontWeight: 700, letterSpacing: '0.02em' }}
    >
      {product}
    </MuiLink>
  );
};
