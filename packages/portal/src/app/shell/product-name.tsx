import MuiLink from '@mui/material/Link';
import { Link } from '@tanstack/react-router';
import { useEnvironment } from '../../lib/environment.ts';
import { useScreenAddress } from '../../lib/tenant/use-tenant.ts';

interface ProductNameProps {
  /** Whether the menu below shows its labels, or only icons. */
  readonly isOverLabels: boolean;
  readonly onChosen: () => void;
}

const overLabels = { px: 4, fontSize: 16 } as const;
const overIcons = { px: '2px', fontSize: 14, textAlign: 'center' } as const;

/** The short product name above the menu, a link to Home. */
export const ProductName = ({ isOverLabels, onChosen }: ProductNameProps) => {
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
      sx={[
        { display: 'block', py: 1, lineHeight: '24px', fontWeight: 700, letterSpacing: '0.02em' },
        isOverLabels ? overLabels : overIcons,
      ]}
    >
      {product}
    </MuiLink>
  );
};
