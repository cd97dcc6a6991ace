import type { Area } from '../../platform/services.ts';
import type { DescribeActions } from '../actions/describe-action.ts';
import type { ExecuteAction } from '../actions/execute-action.ts';
import { attachmentRoutes } from './attachments/attachment-routes.ts';
import { checklistRoutes } from './checklist/checklist-routes.ts';
import { deskRoutes } from './desk/desk-routes.ts';
import { dryRunRoutes } from './dry-run/dry-run-routes.ts';
import { intakeFormRoutes } from './intake/intake-form-routes.ts';
import { mergeRoutes } from './merges/merge-routes.ts';
import { messageEntity } from './relations/relation-message-entity.ts';
import { panelRoutes } from './panel/panel-routes.ts';
import { oldExperienceRoutes } from './old-experience/old-experience-routes.ts';
import { relationRoutes } from './relations/relation-routes.ts';
import { scoreRoutes } from './score/score-routes.ts';
import { sendUnitMail } from './mails/send-unit-mail.ts';
import { teamRoutes } from './presence/team-routes.ts';
import { unitMailHandler } from './mails/unit-mail.ts';
import { emailTemplateRoutes } from './mails/email-template-routes.ts';
import { manualActionRoutes } from './manual-actions/manual-action-routes.ts';
import { protocolActionHandler } from './changes/work-unit-event.ts';
import { runProtocolAction } from './protocol-actions/run-protocol-action.ts';
import { watcherRoutes } from './watchers/watcher-routes.ts';
import { workUnitEntity } from './work-unit-entity.ts';
import { workUnitNotesRoutes } from './notes/work-unit-notes-routes.ts';
import { workUnitsRoutes } from './work-units-routes.ts';

/** Functions of other areas that work units depend on. */
interface WorkUnitsNeeds {
  readonly executeAction: ExecuteAction;
  readonly describeActions: DescribeActions;
}

/** Work units, their changes by users, and the actions of their protocols. */
export const createWorkUnitsArea = ({ executeAction, describeActions }: WorkUnitsNeeds): Area => ({
  name: 'work-units',
  entities: [workUnitEntity, messageEntity],
  tables: {
    work_units: ['WorkUnit'],
    work_unit_history: { exempt: 'part of another' },
    work_unit_relations: ['WorkUnitRelation', 'WorkUnit', 'WorkUnitNote', 'WorkUnitMerge'],
    work_unit_mentions: ['WorkUnitNote'],
    work_unit_attachments: ['WorkUnitAttachment'],
    work_unit_watchers: ['WorkUnitWatcher', 'WorkUnitMerge'],
    work_unit_merges: ['WorkUnitMerge'],
    work_unit_checklist_items: ['WorkUnitChecklistItem'],
    work_unit_copies: { exempt: 'part of another' },
    work_unit_attachment_parts: { exempt: 'part of another' },
    manual_action_runs: ['ManualActionRun'],
    rule_work_units: { exempt: 'part of another' },
    work_unit_presence: { exempt: 'presence' },
  },
  routes: (app, services) => {
    workUnitsRoutes(app, services);
    panelRoutes(app, services);
    deskRoutes(app, services);
    watcherRoutes(app, services);
    checklistRoutes(app, services);
    intakeFormRoutes(app, services);
    workUnitNotesRoutes(app, services);
    attachmentRoutes(app, services);
    relationRoutes(app, services);
    mergeRoutes(app, services);
    scoreRoutes(app, services);
    teamRoutes(app, services);
    oldExperienceRoutes(app, services);
    manualActionRoutes(app, services);
    dryRunRoutes(app, services, { describeActions });
    emailTemplateRoutes(app, services);
  },
  handlers: { [unitMailHandler]: sendUnitMail, [protocolActionHandler]: runProtocolAction(executeAction) },
});
