import Box from '@mui/material/Box';

interface SparklineProps {
  /** The series, also the accessible name. */
  readonly label: string;
  /** At equal distances, oldest first; a line bridges up to `bridged` missing ones. */
  readonly points: readonly (number | null)[];
  readonly bridged?: number;
  readonly max?: number;
}

const size = { width: 56, height: 18 } as const;

/** The line as SVG path data; a gap starts a new part, and a lone point is drawn as a dot. */
export const sparklinePath = (points: readonly (number | null)[], bridged: number, max: number): string => {
  const step = size.width / Math.max(1, points.length - 1);
  const parts: string[] = [];
  let last: number | undefined;
  let isLone = false;
  const dotIfLone = (): void => {
    if (isLone) parts.push('h1');
  };
  for (const [index, value] of points.entries()) {
    if (value === null) continue;
    const y = size.height - 1 - (Math.min(Math.max(value, 0), max) / max) * (size.height - 2);
    const joins = last !== undefined && index - last - 1 <= bridged;
    if (!joins) dotIfLone();
    parts.push(`${joins ? 'L' : 'M'}${(index * step).toFixed(1)} ${y.toFixed(1)}`);
    isLone = !joins;
    last = index;
  }
  dotIfLone();
  return parts.join('');
};

/** A small line without axes, from 0 to `max`, for a cell beside its latest value. */
export const Sparkline = ({ label, points, bridged = 1, max = 100 }: SparklineProps) => {
  const known = points.filter((point) => point !== null);
  const path = sparklinePath(points, bridged, max);
  const spoken = known.length === 0 ? 'no readings' : `${Math.min(...known)} to ${Math.max(...known)}`;
  return (
    <Box
      component="svg"
      role="img"
      aria-label={`${label}: ${spoken}`}
      viewBox={`0 0 ${size.width} ${size.height}`}
      sx={{ ...size, flexShrink: 0, color: 'primary.main', overflow: 'visible' }}
    >
      <line
        x1={0}
        x2={size.width}
        y1={size.height - 0.5}
        y2={size.height - 0.5}
        stroke="currentColor"
        strokeOpacity={0.25}
      />
      {path !== '' && (
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      )}
    </Box>
  );
};

/** The space of a sparkline whose series is not loaded or has no readings, so that its cell keeps its size. */
export const SparklineSpace = () => <Box component="span" sx={{ ...size, flexShrink: 0 }} />;
