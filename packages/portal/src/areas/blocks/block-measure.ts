import { blockTypes } from '@cfs/contracts/block-enumerations';
import { formatNumber } from '../../ui/charts/chart-scales.ts';
import type { Reading } from '../packets/latest-packets.ts';
import type { TileBlock } from './block-row.ts';

/** The latest reading as a tile shows it. */
export interface BlockMeasure {
  readonly hasData: boolean;
  readonly value: string;
  /** The name of the value, such as `CPU`. */
  readonly name: string;
  readonly unit: string;
}

const noData: BlockMeasure = { hasData: false, value: 'No data reported', name: '', unit: '' };

/** Numbers up to this length are shown as they were sent; longer ones are formatted. */
const maxSentCharacters = 9;

const shownNumber = (text: string): string =>
  text.length > maxSentCharacters && text.trim() !== '' && Number.isFinite(Number(text))
    ? formatNumber(Number(text))
    : text;

/** The value of the latest packet with its name and unit; of a device without a value, its processor load. */
export const measureOf = (block: TileBlock, reading: Reading | undefined): BlockMeasure => {
  if (!reading) return noData;
  const { value, valueName, unit, cpuPercent } = reading;
  if (value !== null) {
    const shown = block.blockTypeId === blockTypes.smallText ? value : shownNumber(value);
    return { hasData: true, value: shown, name: valueName ?? '', unit: unit ?? '' };
  }
  if (cpuPercent === null) return { ...noData, name: valueName ?? '' };
  return { hasData: true, value: cpuPercent.toFixed(1), name: 'CPU', unit: '%' };
};
