import MuiLink from '@mui/material/Link';
import { Link } from '@tanstack/react-router';
import { useScreenAddress } from '../../lib/tenant/use-tenant.ts';

interface CountLinkProps {
  readonly count: number;
  /** What is counted, for screen readers: `Sev1, New`. */
  readonly of: string;
  readonly path: string;
  /** Whether the link is within a line of text, in which it must be underlined to be distinguished. */
  readonly isInText?: boolean;
}

/** A count with a link to its rows; zero has no link. */
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
