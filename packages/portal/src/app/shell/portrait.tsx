import Avatar from '@mui/material/Avatar';
import { initialsOf } from '../../lib/initials.ts';

interface PortraitProps {
  readonly name: string;
  /** The picture's address; without one the initials stand for it. */
  readonly address: string | undefined;
  /** In pixels. */
  readonly size: number;
}

/** A person's picture, or the first two initials of the name. */
export const Portrait = ({ name, address, size }: PortraitProps) => (
  <Avatar
    {...(address ? { src: address } : {})}
    alt=""
    sx={{ width: size, height: size, fontSize: size * 0.42, bgcolor: 'primary.main', color: 'primary.contrastText' }}
  >
    {initialsOf(name)}
  </Avatar>
);
