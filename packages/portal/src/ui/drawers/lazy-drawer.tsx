import { lazy, Suspense, useState, type ComponentType } from 'react';
import type { OpenRow } from './use-open-row.ts';

interface DrawerProps {
  readonly drawer: OpenRow;
}

/** A drawer whose code, forms and all, is loaded when the address first names a row of it; from then on it stays. */
export const lazyDrawer = <Props extends DrawerProps>(load: () => Promise<ComponentType<Props>>) => {
  const Panel = lazy(async () => ({ default: await load() }));
  return function LazyDrawer(props: Props) {
    const [isWanted, setWanted] = useState(false);
    if (!isWanted && props.drawer.openId !== undefined) setWanted(true);
    return (
      isWanted && (
        <Suspense>
          <Panel {...props} />
        </Suspense>
      )
    );
  };
};
