import { blockTypes } from '@cfs/contracts/block-enumerations';
import { memo } from 'react';
import { enumName } from '../../lib/texts/enumerations.ts';
import { Age } from '../../ui/text/date-time.tsx';
import type { Reading } from '../packets/latest-packets.ts';
import type { Trend } from '../packets/use-trends.ts';
import { measureOf } from './block-measure.ts';
import { colorOf, type TileBlock } from './block-row.ts';
import { TrendLine } from './trend-line.tsx';

interface BlockTileProps {
  readonly block: TileBlock;
  readonly reading: Reading | undefined;
  readonly trend?: Trend | undefined;
  readonly onOpen: (blockId: string) => void;
}

const typeNames: Readonly<Record<number, string>> = {
  [blockTypes.numeric]: 'Number',
  [blockTypes.smallText]: 'Text',
  [blockTypes.deviceHeartbeat]: 'Device heartbeat',
};

/**
 * One block: its name, its latest value with name, unit and age, the last 24 hours as a line, in the colour that a rule
 * set. Styled by `tileStyle` of the element around the tiles, so that all tiles share one set of CSS rules.
 */
export const BlockTile = memo(function BlockTile({ block, reading, trend, onOpen }: BlockTileProps) {
  const color = colorOf(block);
  const { hasData, value, name, unit } = measureOf(block, reading);
  const type = typeNames[block.blockTypeId] ?? enumName(blockTypes, block.blockTypeId);
  const measure = [name, `${value}${unit && ` ${unit}`}`].filter((text) => text !== '').join(' ');
  return (
    <button
      type="button"
      className="tile"
      data-color={color?.name}
      aria-label={`${block.name}: ${measure}${color ? `, ${color.name}` : ''}`}
      style={color && { backgroundColor: color.fill, color: color.text }}
      onClick={() => onOpen(block.blockId)}
    >
      <span className="tile-name" title={block.name}>
        {block.name}
      </span>
      <span className="tile-measure">{name || type}</span>
      <span className={hasData ? 'tile-value' : 'tile-empty'} title={`${reading?.value ?? value}${unit && ` ${unit}`}`}>
        {value}
        {unit !== '' && <small>{unit}</small>}
      </span>
      <TrendLine trend={trend} />
      <span className="tile-foot">
        <span>{color?.name ?? ''}</span>
        <span>{reading && <Age time={reading.timestamp} />}</span>
      </span>
    </button>
  );
});
