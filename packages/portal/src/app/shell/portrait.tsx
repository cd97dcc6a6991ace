import Avatar from '@mui/material/Avatar';
import { initialsOf } from '../../lib/texts/initials.ts';

interface PortraitProps {
  readonly name: string;
  /** The URL of the picture; initials are shown if it is `undefined`. */
  readonly address: string | undefined;
  /** In CSS pixels. */
  readonly size: number;
}

/** A profile picture, or initials. */
export const Portrait = ({ name, address, size }: PortraitProps) => (
  <Avatar
    {...(address ? { src: address } : {})}
    alt=""
    sx={{ width: size, height: size, fontSize: size * 0.42, bgcolor: 'primary.main', color: 'primary.contrastText' }}
  >
    {initialsOf(name)}
  </Avatar>
);
