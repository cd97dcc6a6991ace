import type { Area } from '../../platform/services.ts';
import { cannedRepliesRoutes } from './canned-replies-routes.ts';
import { cannedReplyEntity } from './canned-reply-entity.ts';

/** Texts that staff insert in notes. */
export const cannedRepliesArea: Area = {
  name: 'canned-replies',
  entities: [cannedReplyEntity],
  tables: { canned_replies: ['CannedReply'] },
  routes: cannedRepliesRoutes,
};
