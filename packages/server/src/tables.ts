import type { GrantTable } from './areas/access/grants/grant-table.ts';
import type { PersonTable } from './areas/access/people/person-table.ts';
import type { ProfilePictureTable } from './areas/access/pictures/profile-picture-table.ts';
import type { RoleTable } from './areas/access/roles/role-table.ts';
import type { ActionDefinitionTable, ActionHistoryTable } from './areas/actions/action-table.ts';
import type { BlockTable, EntityColorTable } from './areas/blocks/block-table.ts';
import type { CategoryTable, SubcategoryTable } from './areas/categories/category-table.ts';
import type { CannedReplyTable } from './areas/canned-replies/canned-reply-entity.ts';
import type { WorkUnitTypeTable } from './areas/categories/work-unit-type-table.ts';
import type {
  CommunicationActivityTable,
  CommunicationTable,
  CommunicationWorkUnitTable,
  InternalNotificationTable,
} from './areas/communications/communication-tables.ts';
import type {
  PublicationTable,
  SubscriberDeliveryTable,
  SubscriberSettingsTable,
  SubscriberTable,
} from './areas/communications/subscribers/subscriber-tables.ts';
import type { StatusPageTable } from './areas/communications/status-pages/status-page-table.ts';
import type { ControlTable } from './areas/compliance/control-entity.ts';
import type { ControlSetTable } from './areas/compliance/control-set-entity.ts';
import type { ControlStatusTable } from './areas/compliance/control-status-entity.ts';
import type {
  ControlEvidencePartTable,
  ControlEvidenceTable,
} from './areas/compliance/evidence/control-evidence-table.ts';
import type {
  DeviceOperationRunTable,
  DeviceOperationTable,
} from './areas/device-operations/device-operation-tables.ts';
import type { AgentCredentialTable, ConfigurationVersionTable, DeviceTable } from './areas/devices/device-table.ts';
import type {
  DeviceInventoryTable,
  InstalledSoftwareTable,
  InventoryChangeTable,
} from './areas/inventory/inventory-tables.ts';
import type { LocationTable } from './areas/locations/location-entity.ts';
import type { MailAddressTable, ReceivedMailTable } from './areas/mail-in/mail-in-tables.ts';
import type { MailPreviewTable } from './areas/outbox/mail-previews/mail-preview-table.ts';
import type { MetricSourceTable } from './areas/metric-sources/metric-source-table.ts';
import type { OutboxMessageTable } from './areas/outbox/outbox-table.ts';
import type {
  PackageContentTable,
  PackageInstallationTable,
  PackageOperationTable,
  PackageVersionOperationTable,
  PackageTable,
  PackageVersionTable,
  PublisherKeyTable,
} from './areas/packages/package-tables.ts';
import type {
  AgentSpoolTable,
  EntityLogTable,
  PacketHistoryTable,
  PacketHoursProgressTable,
  PacketHourTable,
  PacketIntakeTable,
  PacketEntityCountTable,
  PacketsLatestTable,
  StalePacketHourTable,
} from './areas/packets/packet-table.ts';
import type { PendingDeviceTable } from './areas/pending-devices/pending-device-table.ts';
import type { PreferenceTable } from './areas/preferences/preference-table.ts';
import type { ProtocolActionTable } from './areas/protocols/protocol-action-table.ts';
import type { WorkUnitCopyTable } from './areas/work-units/mails/copies.ts';
import type { ManualActionRunTable } from './areas/work-units/manual-actions/manual-action-run-table.ts';
import type { ProtocolTable } from './areas/protocols/protocol-table.ts';
import type {
  RuleEpochTable,
  RuleMatchTable,
  RuleOccurrenceTable,
  RuleProgressTable,
  RuleTable,
} from './areas/rules/rule-table.ts';
import type { RollOutDeviceTable, RollOutTable } from './areas/roll-outs/roll-out-tables.ts';
import type { SavedViewTable } from './areas/saved-views/saved-view-table.ts';
import type { DataKeyTable, SecretTable } from './areas/secrets/secret-table.ts';
import type { RuleActionBudgetTable, RuleMatchGroupTable } from './areas/rules/storms/storm-tables.ts';
import type { SilenceTable } from './areas/rules/silences/silence-table.ts';
import type { BusinessCalendarTable } from './areas/service-levels/calendars/calendar-table.ts';
import type { ServiceLevelClockTable } from './areas/service-levels/clocks/clock-table.ts';
import type { ServiceLevelTargetTable } from './areas/service-levels/targets/target-entity.ts';
import type { SubscriptionTable } from './areas/subscriptions/subscription-entity.ts';
import type { IntakeFormTable, TenantTable } from './areas/tenants/tenant-table.ts';
import type { TokenGrantTable } from './areas/tokens/token-table.ts';
import type { VersionReportTable } from './areas/version-report/version-report-entity.ts';
import type { AttachmentPartTable, AttachmentTable } from './areas/work-units/attachments/attachment-table.ts';
import type { ChecklistItemTable } from './areas/work-units/checklist/checklist-item-entity.ts';
import type { RuleWorkUnitTable } from './areas/work-units/creation/rule-work-unit-table.ts';
import type { WorkUnitMergeTable } from './areas/work-units/merges/merge-table.ts';
import type {
  WorkUnitHistoryTable,
  WorkUnitMentionTable,
  WorkUnitPresenceTable,
  WorkUnitRelationTable,
  WorkUnitTable,
  WorkUnitWatcherTable,
} from './areas/work-units/work-unit-table.ts';

/** Declares every table of the areas to Kysely, one line each, by name. */
declare module './platform/database/schema.ts' {
  interface Database {
    action_definitions: ActionDefinitionTable;
    action_histories: ActionHistoryTable;
    agent_credentials: AgentCredentialTable;
    agent_spools: AgentSpoolTable;
    blocks: BlockTable;
    business_calendars: BusinessCalendarTable;
    canned_replies: CannedReplyTable;
    control_evidence: ControlEvidenceTable;
    control_evidence_parts: ControlEvidencePartTable;
    control_sets: ControlSetTable;
    control_statuses: ControlStatusTable;
    controls: ControlTable;
    data_keys: DataKeyTable;
    device_inventories: DeviceInventoryTable;
    device_operation_runs: DeviceOperationRunTable;
    device_operations: DeviceOperationTable;
    configuration_versions: ConfigurationVersionTable;
    devices: DeviceTable;
    entity_colors: EntityColorTable;
    entity_logs: EntityLogTable;
    grants: GrantTable;
    installed_software: InstalledSoftwareTable;
    intake_forms: IntakeFormTable;
    internal_notifications: InternalNotificationTable;
    inventory_changes: InventoryChangeTable;
    locations: LocationTable;
    mail_addresses: MailAddressTable;
    mail_previews: MailPreviewTable;
    manual_action_runs: ManualActionRunTable;
    metric_sources: MetricSourceTable;
    outbox_messages: OutboxMessageTable;
    package_contents: PackageContentTable;
    package_installations: PackageInstallationTable;
    package_operations: PackageOperationTable;
    package_version_operations: PackageVersionOperationTable;
    package_versions: PackageVersionTable;
    packages: PackageTable;
    packet_history: PacketHistoryTable;
    packet_hours: PacketHourTable;
    packet_hours_progress: PacketHoursProgressTable;
    packet_intake: PacketIntakeTable;
    packet_entity_counts: PacketEntityCountTable;
    packets_latest: PacketsLatestTable;
    pending_devices: PendingDeviceTable;
    people: PersonTable;
    preferences: PreferenceTable;
    profile_pictures: ProfilePictureTable;
    received_mails: ReceivedMailTable;
    communication_publications: PublicationTable;
    communication_subscribers: SubscriberTable;
    subscriber_deliveries: SubscriberDeliveryTable;
    subscriber_settings: SubscriberSettingsTable;
    status_pages: StatusPageTable;
    protocol_actions: ProtocolActionTable;
    protocols: ProtocolTable;
    publisher_keys: PublisherKeyTable;
    roles: RoleTable;
    roll_out_devices: RollOutDeviceTable;
    roll_outs: RollOutTable;
    rule_action_budgets: RuleActionBudgetTable;
    rule_epochs: RuleEpochTable;
    rule_match_groups: RuleMatchGroupTable;
    rule_matches: RuleMatchTable;
    rule_occurrences: RuleOccurrenceTable;
    rule_progress: RuleProgressTable;
    rule_work_units: RuleWorkUnitTable;
    rules: RuleTable;
    service_level_clocks: ServiceLevelClockTable;
    service_level_targets: ServiceLevelTargetTable;
    silences: SilenceTable;
    saved_views: SavedViewTable;
    secrets: SecretTable;
    stale_packet_hours: StalePacketHourTable;
    subscriptions: SubscriptionTable;
    tenants: TenantTable;
    token_grants: TokenGrantTable;
    version_report_rows: VersionReportTable;
    work_unit_attachment_parts: AttachmentPartTable;
    work_unit_attachments: AttachmentTable;
    work_unit_copies: WorkUnitCopyTable;
    work_unit_categories: CategoryTable;
    work_unit_communication_activities: CommunicationActivityTable;
    work_unit_communication_work_units: CommunicationWorkUnitTable;
    work_unit_communications: CommunicationTable;
    work_unit_history: WorkUnitHistoryTable;
    work_unit_mentions: WorkUnitMentionTable;
    work_unit_presence: WorkUnitPresenceTable;
    work_unit_relations: WorkUnitRelationTable;
    work_unit_subcategories: SubcategoryTable;
    work_unit_types: WorkUnitTypeTable;
    work_unit_watchers: WorkUnitWatcherTable;
    work_unit_merges: WorkUnitMergeTable;
    work_unit_checklist_items: ChecklistItemTable;
    work_units: WorkUnitTable;
  }
}
