/** `1 work unit`, `3 work units`. */
export const unitCount = (count: number): string => (count === 1 ? '1 work unit' : `${count} work units`);
