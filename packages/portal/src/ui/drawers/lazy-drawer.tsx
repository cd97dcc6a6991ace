import { Suspense, useState, type ComponentType } from 'react';
import { lazyPart } from '../feedback/lazy-part.tsx';
import type { OpenRow } from './use-open-row.ts';

interface DrawerProps {
  readonly drawer: OpenRow;
}

/** A drawer whose code is loaded when the URL first opens a row in it; it stays mounted from then on. */
export const lazyDrawer = <Props extends DrawerProps>(load: () => Promise<ComponentType<Props>>) => {
  const Panel = lazyPart(load);
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
