import { communicationStatusLabels } from '@cfs/contracts/communication-enumerations';
import { statusHistoryDays } from '@cfs/contracts/status-pages';
import { Html, html } from '../../../platform/openapi/html.ts';
import { stepTexts, utcText } from '../report-texts.ts';
import { eventRows } from './event-rows.ts';
import { statusFeedPath } from './status-page-path.ts';
import { statusPageStyle } from './status-page-style.ts';
import type { PublishedEvent, StatusReport } from './status-report.ts';

/** Maximum number of characters of the events of a page; older events are left out. */
const eventCharacters = 1_000_000;

/** An element that preserves the white space of its text, so nothing is added around it. */
const exact = (name: 'dd' | 'dt' | 'li', text: string): Html => new Html(`<${name}>${html`${text}`.text}</${name}>`);
const listOf = (name: 'dl' | 'ul', items: readonly Html[]): Html | undefined =>
  items.length === 0 ? undefined : new Html(`<${name}>${items.map(({ text }) => text).join('')}</${name}>`);

/** The hash of the policy covers every character between the tags. */
const style = new Html(`<style>${statusPageStyle}</style>`);

const bodyOf = ({ report }: PublishedEvent): Html => {
  const lines = eventRows(report).flatMap(([label, text]) => [exact('dt', label), exact('dd', text)]);
  const steps = stepTexts(report).map((step) => exact('li', step));
  return html`${listOf('dl', lines)}${listOf('ul', steps)}`;
};

const aboutOf = ({ report, created, updated }: PublishedEvent): Html =>
  html`<span class="muted"
    >${communicationStatusLabels[report.status]} · published
    <time datetime="${created.toISOString()}">${utcText(created)}</time> · updated
    <time datetime="${updated.toISOString()}">${utcText(updated)}</time></span
  >`;

const openEvent = (event: PublishedEvent): Html =>
  html`<article id="event-${event.publicId}">
    <h3>${event.report.title}</h3>
    ${aboutOf(event)}${bodyOf(event)}
  </article> `;

const pastEvent = (event: PublishedEvent): Html =>
  html`<details id="event-${event.publicId}">
    <summary>
      <h3>${event.report.title}</h3>
      <br />${aboutOf(event)}
    </summary>
    ${bodyOf(event)}
  </details> `;

/** Renders events as long as they fit into `room` characters. */
const renderWithin = (
  events: readonly PublishedEvent[],
  render: (event: PublishedEvent) => Html,
  room: number,
): { readonly shown: Html; readonly isCut: boolean; readonly room: number } => {
  let left = room;
  const shown: Html[] = [];
  for (const event of events) {
    const piece = render(event);
    if (piece.text.length > left) return { shown: html`${shown}`, isCut: true, room: 0 };
    left -= piece.text.length;
    shown.push(piece);
  }
  return { shown: html`${shown}`, isCut: false, room: left };
};

const subscription = ({ tenantId }: StatusReport): Html =>
  html`<h2>Subscribe</h2>
    <p class="muted">
      Updates are mailed to you once you have confirmed your address. Every mail has a link to unsubscribe.
    </p>
    <form method="post" action="/v1/communicationsubscriptions">
      <input type="hidden" name="tenantId" value="${tenantId}" />
      <label>Email address <input type="email" name="address" required maxlength="320" autocomplete="email" /></label>
      <button type="submit">Subscribe</button>
    </form>`;

const framed = (title: string, feed: string | undefined, content: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${feed === undefined ? undefined : html`<link rel="alternate" type="application/atom+xml" title="${title}" href="${feed}" />`}
        ${style}
      </head>
      <body>
        ${content}
      </body>
    </html> `.text;

const stateOf = (count: number): string =>
  count === 0 ? 'No open events' : count === 1 ? 'One open event' : `${count} open events`;

/** The status page of a tenant: open events, then the closed ones of 90 days. Times are in UTC. */
export const statusPage = (report: StatusReport, company: string): string => {
  const { tenantId, tenantName, open, past, allowsVisitors } = report;
  const title = `Status of ${tenantName}`;
  const feed = statusFeedPath(tenantId);
  const current = renderWithin(open, openEvent, eventCharacters);
  const history = renderWithin(past, pastEvent, current.room);
  return framed(
    `${title} - ${company}`,
    feed,
    html`<main>
      <h1>${title}</h1>
      <p class="state${open.length > 0 ? ' open' : ''}">${stateOf(open.length)}</p>
      ${open.length > 0 ? html`<h2>Open events</h2>` : undefined} ${current.shown}
      ${allowsVisitors ? subscription(report) : undefined}
      <h2>Past ${statusHistoryDays} days</h2>
      ${past.length === 0 ? html`<p>No events were closed in this time.</p>` : history.shown}
      ${current.isCut || history.isCut ? html`<p class="muted">Older events are not shown.</p>` : undefined}
      <nav aria-label="Feed"><a href="${feed}">Atom feed</a></nav>
    </main>`,
  );
};

/** The page that is sent if there is no public status page, for any reason. */
export const noStatusPage = (company: string): string =>
  framed(
    `Status - ${company}`,
    undefined,
    html`<main>
      <h1>There is no status page here</h1>
      <p>Check the address, or ask the person who gave it to you.</p>
    </main>`,
  );
