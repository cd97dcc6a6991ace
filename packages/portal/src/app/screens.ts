import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { prefetchChecklist } from '../areas/compliance/prefetch-checklist.ts';
import type { AddressQuery } from '../lib/address-query.ts';

/** A lazily loaded screen under `/{tenantId}`. */
export interface Screen {
  /** The path after the tenant. */
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
  /** Prefetches the data of the screen while its script and the permissions are loaded. It reports no errors. */
  readonly prefetch?: (client: QueryClient, tenantId: string, query: AddressQuery) => void;
}

/** Screens of the shell, one line each. A new area registers here and in the menu. */
export const screens: readonly Screen[] = [
  { path: '/rules', load: async () => (await import('../areas/rules/rules-screen.tsx')).RulesScreen },
  {
    path: '/workunitsv2',
    load: async () => (await import('../areas/work-units/work-units-screen.tsx')).WorkUnitsScreen,
  },
  {
    path: '/workunitcommunications',
    load: async () => (await import('../areas/communications/communications-screen.tsx')).CommunicationsScreen,
  },
  {
    path: '/workunitcommunications/index',
    load: async () =>
      (await import('../areas/communications/legacy/legacy-communications-screen.tsx')).LegacyCommunicationsScreen,
  },
  {
    path: '/oldexperience',
    load: async () =>
      (await import('../areas/work-units/old-experience/old-experience-screen.tsx')).OldExperienceScreen,
  },
  {
    path: '/changecalendar',
    load: async () => (await import('../areas/change-calendar/change-calendar-screen.tsx')).ChangeCalendarScreen,
  },
  {
    path: '/workunitsettings',
    load: async () => (await import('../areas/categories/work-unit-settings-screen.tsx')).WorkUnitSettingsScreen,
  },
  {
    path: '/servicelevels',
    load: async () => (await import('../areas/service-levels/service-levels-screen.tsx')).ServiceLevelsScreen,
  },
  { path: '/blocks', load: async () => (await import('../areas/blocks/blocks-screen.tsx')).BlocksScreen },
  { path: '/packets/$packetId', load: async () => (await import('../areas/packets/packet-screen.tsx')).PacketScreen },
  { path: '/devices', load: async () => (await import('../areas/devices/devices-screen.tsx')).DevicesScreen },
  {
    path: '/pendingdevices',
    load: async () => (await import('../areas/pending-devices/pending-devices-screen.tsx')).PendingDevicesScreen,
  },
  {
    path: '/metricsources',
    load: async () => (await import('../areas/metric-sources/metric-sources-screen.tsx')).MetricSourcesScreen,
  },
  {
    path: '/compliance',
    load: async () => (await import('../areas/compliance/compliance-screen.tsx')).ComplianceScreen,
    prefetch: prefetchChecklist,
  },
  { path: '/packages', load: async () => (await import('../areas/packages/packages-screen.tsx')).PackagesScreen },
  { path: '/rollouts', load: async () => (await import('../areas/roll-outs/roll-outs-screen.tsx')).RollOutsScreen },
  { path: '/locations', load: async () => (await import('../areas/locations/locations-screen.tsx')).LocationsScreen },
  {
    path: '/actioncatalog',
    load: async () => (await import('../areas/actions/action-catalog-screen.tsx')).ActionCatalogScreen,
  },
  { path: '/protocols', load: async () => (await import('../areas/protocols/protocols-screen.tsx')).ProtocolsScreen },
  { path: '/welcome', load: async () => (await import('../areas/welcome/welcome-screen.tsx')).WelcomeScreen },
  { path: '/tenants', load: async () => (await import('../areas/tenants/tenants-screen.tsx')).TenantsScreen },
  { path: '/access', load: async () => (await import('../areas/access/access-screen.tsx')).AccessScreen },
  {
    path: '/receivedmails',
    load: async () => (await import('../areas/mail-in/received-mails-screen.tsx')).ReceivedMailsScreen,
  },
  { path: '/outbox', load: async () => (await import('../areas/outbox/outbox-screen.tsx')).OutboxScreen },
  {
    path: '/versionreport',
    load: async () => (await import('../areas/version-report/version-report-screen.tsx')).VersionReportScreen,
  },
  { path: '/tokens', load: async () => (await import('../areas/tokens/tokens-screen.tsx')).TokensScreen },
];
