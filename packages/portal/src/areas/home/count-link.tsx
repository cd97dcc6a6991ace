import MuiLink from '@mui/material/Link';
import { Link } from '@tanstack/react-router';
import { useScreenAddress } from '../../lib/use-tenant.ts';

interface CountLinkProps {
  readonly count: number;
  /** What is counted, for screen readers: `Sev1, New`. */
  readonly of: string;
  readonly path: string;
  /** Within a line of text, of which colour alone would not tell it. */
  readonly isInText?: boolean;
}

/** A count that leads to its rows; zero leads nowhere. */
export const CountLink = ({ count, of, path, isInText = false }: CountLinkProps) => {
  const screen = useScreenAddress();
  if (count === 0) return <>0</>;
  return (
    <MuiLink
      component={Link}
      to={screen(path)}
      aria-label={`${of}: ${count}`}
      {...(isInText && { underline: 'always' as const })}
    >
      {count}
    </MuiLink>
  );
};
