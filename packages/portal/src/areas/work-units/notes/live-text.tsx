import type { PersonLookup } from '@cfs/contracts/access';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { useAddressQuery } from '../../../lib/address-query.ts';
import { liveParts, type LivePart } from './live-text.ts';

const UnitLink = ({ text }: { readonly text: string }) => {
  const [, patch] = useAddressQuery();
  return (
    <button
      type="button"
      className="text-link"
      onClick={() => patch({ publicWorkUnitId: text.slice(1), workUnitId: undefined, protocolId: undefined })}
    >
      {text}
    </button>
  );
};

const Part = ({ part: { kind, text }, opensUnits }: { readonly part: LivePart; readonly opensUnits: boolean }) => {
  if (kind === 'link')
    return (
      <MuiLink href={text} target="_blank" rel="noopener noreferrer">
        {text}
      </MuiLink>
    );
  if (kind === 'work-unit' && opensUnits) return <UnitLink text={text} />;
  if (kind === 'mention')
    return (
      <Box component="strong" sx={{ color: 'primary.main' }}>
        {text}
      </Box>
    );
  return text;
};

interface LiveTextProps {
  readonly text: string;
  /** People whom the text may mention. */
  readonly people?: readonly PersonLookup[];
  /** Whether numbers of work units are links; for an end user they are not. */
  readonly opensUnits: boolean;
}

/** Renders a text literally, never as markup; URLs and numbers of work units become links. */
export const LiveText = ({ text, people = [], opensUnits }: LiveTextProps) =>
  liveParts(text, people).map((part, index) => <Part key={index} part={part} opensUnits={opensUnits} />);
