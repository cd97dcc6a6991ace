import type { Severity } from '@cfs/contracts/work-unit-enumerations';

/** A template for a work unit at a site, with its resolution. `{site}` is replaced by the name of the site. */
export interface DemoStory {
  readonly category: string;
  readonly subcategory: string;
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  readonly resolution: string;
}

const story = (
  [category, subcategory]: readonly [string, string],
  severity: Severity,
  title: string,
  description: string,
  resolution: string,
): DemoStory => ({ category, subcategory, severity, title, description, resolution });

/** Typical incidents and requests of an operations team. */
export const demoStories: readonly [DemoStory, ...DemoStory[]] = [
  story(
    ['Hardware', 'Storage'],
    'Sev2',
    'Disk array degraded at {site}',
    'One disk of the array has failed; the hot spare is rebuilding. Performance is reduced until it is done.',
    'Replaced the failed disk; the array is healthy again.',
  ),
  story(
    ['Hardware', 'Server'],
    'Sev1',
    'Server does not answer at {site}',
    'The application server stopped answering probes. Its management console shows a memory fault.',
    'Exchanged the faulty memory module and returned the server to service.',
  ),
  story(
    ['Hardware', 'Power'],
    'Sev1',
    'Running on battery at {site}',
    'The supply failed over to battery. Estimated run time: forty minutes.',
    'Utility power is back and the batteries are charged.',
  ),
  story(
    ['Network', 'Connectivity'],
    'Sev0',
    'Site unreachable: {site}',
    'Both uplinks are down; nothing at the site can be reached. The carrier has been called.',
    'The carrier repaired a damaged fibre. Both uplinks are up.',
  ),
  story(
    ['Network', 'Connectivity'],
    'Sev2',
    'High packet loss between {site} and the core',
    'Loss of 3 to 5 % since this morning; voice calls break up.',
    'Exchanged a faulty optic on the uplink; no loss since.',
  ),
  story(
    ['Network', 'Wireless'],
    'Sev3',
    'Wireless drops out on the upper floor at {site}',
    'Several people lose the wireless network near the meeting rooms.',
    'Added an access point and changed the channel plan.',
  ),
  story(
    ['Network', 'Certificates'],
    'Sev2',
    'Certificate about to expire at {site}',
    'The certificate of the gateway expires within ten days.',
    'Renewed the certificate and put it under automatic renewal.',
  ),
  story(
    ['Application', 'Performance'],
    'Sev2',
    'Order entry slow for users at {site}',
    'Saving an order takes more than ten seconds. Other screens are fine.',
    'Added the missing index after the release; saving takes under a second.',
  ),
  story(
    ['Application', 'Errors'],
    'Sev3',
    'Nightly import failed at {site}',
    'The import of readings ended with a format error in line 4,211.',
    'Corrected the file with the supplier and ran the import again.',
  ),
  story(
    ['Application', 'Errors'],
    'Sev1',
    'Label printing stopped at {site}',
    'No labels since the shift began; parcels queue up on the belt.',
    'Restarted the print service and pinned its driver.',
  ),
  story(
    ['Access', 'Account'],
    'Sev4',
    'New colleague needs access at {site}',
    'Please set up mail, badge and portal access for a colleague who starts on Monday.',
    'Accounts and badge are ready; the welcome mail has been sent.',
  ),
  story(
    ['Access', 'Account'],
    'Sev3',
    'Locked out after password change at {site}',
    'The account locks again a few minutes after each reset.',
    'Removed the old password from a phone that kept trying it.',
  ),
  story(
    ['Facilities', 'Cooling'],
    'Sev1',
    'Temperature rising in the server room at {site}',
    'Inlet temperature above 29 °C and rising. One cooling unit is off.',
    'Reset the cooling unit; temperature back to 22 °C. A service visit is booked.',
  ),
  story(
    ['Facilities', 'Doors'],
    'Sev3',
    'Door contact flaps at {site}',
    'The contact of the loading door reports open and closed several times a minute.',
    'Readjusted the contact.',
  ),
  story(
    ['Hardware', 'Scanner'],
    'Sev3',
    'Hand scanners lose their pairing at {site}',
    'Six scanners have to be paired again after every shift.',
    'Updated the firmware of the scanners and their cradles.',
  ),
  story(
    ['Application', 'Reports'],
    'Sev4',
    'Weekly report misses a day for {site}',
    'Sunday is missing in the report of last week.',
    'Corrected the time zone of the site; the report has been sent again.',
  ),
];
