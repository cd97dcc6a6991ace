import { communicationStatusLabels } from '@cfs/contracts/communication-enumerations';
import { html, type Html } from '../../../platform/openapi/html.ts';
import { stepTexts } from '../report-texts.ts';
import { eventRows } from './event-rows.ts';
import { statusFeedPath, statusPagePath } from './status-page-path.ts';
import type { PublishedEvent, StatusReport } from './status-report.ts';

/** An alias of `html`, because formatters format templates that are tagged `html` as HTML. */
const xml = html;

/** Maximum number of characters of the entries of a feed; older entries are left out. */
const entryCharacters = 500_000;
const entryLimit = 50;

/** Characters that XML 1.0 does not allow, even escaped. */
const notXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const xmlText = (text: string): string => text.toWellFormed().replaceAll(notXml, '');

const textOf = ({ report }: PublishedEvent): string =>
  [...eventRows(report).map(([label, text]) => `${label}: ${text}`), ...stepTexts(report)].join('\n');

/** Formats the digits as a UUID of version 8 (RFC 9562). */
const uuidOf = (digits: string): string =>
  [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');

const entryOf = (event: PublishedEvent, page: string): Html => {
  const { publicId, created, updated, report } = event;
  return xml`<entry>
<id>urn:uuid:${uuidOf(publicId)}</id>
<title>${xmlText(`${communicationStatusLabels[report.status]}: ${report.title}`)}</title>
<published>${created.toISOString()}</published>
<updated>${updated.toISOString()}</updated>
<link rel="alternate" type="text/html" href="${page}#event-${publicId}"/>
<content type="text">${xmlText(textOf(event))}</content>
</entry>
`;
};

/** The events of a status page as an Atom feed (RFC 4287), most recently changed first. */
export const statusFeed = (report: StatusReport, origin: string): string => {
  const { tenantId, tenantName, open, past } = report;
  const page = `${origin}${statusPagePath(tenantId)}`;
  const newest = [...open, ...past]
    .sort((one, other) => other.updated.getTime() - one.updated.getTime())
    .slice(0, entryLimit);
  const entries: Html[] = [];
  let room = entryCharacters;
  for (const event of newest) {
    const entry = entryOf(event, page);
    room -= entry.text.length;
    if (room < 0) break;
    entries.push(entry);
  }
  // A feed without entries has no time of a last change.
  const updated = newest[0]?.updated ?? new Date(0);
  return xml`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${page}</id>
<title>${xmlText(`Status of ${tenantName}`)}</title>
<author><name>${xmlText(tenantName)}</name></author>
<updated>${updated.toISOString()}</updated>
<link rel="self" type="application/atom+xml" href="${origin}${statusFeedPath(tenantId)}"/>
<link rel="alternate" type="text/html" href="${page}"/>
${entries}</feed>
`.text;
};
