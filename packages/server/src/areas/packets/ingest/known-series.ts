/** What a node caches about an entity whose packets it has stored. */
export interface KnownSeries {
  /** The entity's key in the history. */
  readonly series: number;
  /** The newest time that is known to be stored, in milliseconds since 1970; another node may have stored newer ones. */
  readonly newest: number;
}

export interface Entity {
  readonly tenantId: string;
  readonly entityId: string;
}

/** A cache of the series of the entities that sent most recently, so that storing their packets needs no lookup. */
export interface SeriesCache {
  get(entity: Entity): KnownSeries | undefined;
  set(entity: Entity, known: KnownSeries): void;
  delete(entity: Entity): void;
}

/** Some 10 MB for each generation. */
const entitiesPerGeneration = 50_000;

/** Identifies an entity in a map or set. */
export const entityKey = ({ tenantId, entityId }: Entity): string => `${tenantId} ${entityId}`;

/**
 * Keeps two generations: once the young one is full, it becomes the old one, and entries only in the old one are
 * evicted.
 */
export const createSeriesCache = (maxYoung = entitiesPerGeneration): SeriesCache => {
  let young = new Map<string, KnownSeries>();
  let old = new Map<string, KnownSeries>();
  const put = (key: string, known: KnownSeries): void => {
    if (young.size >= maxYoung && !young.has(key)) {
      old = young;
      young = new Map();
    }
    young.set(key, known);
  };
  return {
    get(entity) {
      const key = entityKey(entity);
      const recent = young.get(key);
      if (recent) return recent;
      const known = old.get(key);
      if (known) put(key, known);
      return known;
    },
    set: (entity, known) => put(entityKey(entity), known),
    delete(entity) {
      const key = entityKey(entity);
      young.delete(key);
      old.delete(key);
    },
  };
};
