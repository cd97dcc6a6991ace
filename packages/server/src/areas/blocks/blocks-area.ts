import type { Area } from '../../platform/services.ts';
import { blockEntity } from './block-entity.ts';
import { blocksConfiguration } from './blocks-configuration.ts';
import { blocksRoutes } from './blocks-routes.ts';

export const blocksArea: Area = {
  name: 'blocks',
  entities: [blockEntity],
  tables: {
    blocks: ['Block', 'Device'],
    entity_colors: ['BlockColor'],
  },
  routes: blocksRoutes,
  configuration: blocksConfiguration,
};
