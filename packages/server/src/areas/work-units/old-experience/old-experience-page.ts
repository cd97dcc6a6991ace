import { pageSizes } from '@cfs/contracts/sizes';
import { workUnitStates, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { typeLabel } from '@cfs/contracts/work-unit-type-label';
import { Html, html } from '../../../platform/openapi/html.ts';
import { dateFormatOf, type DateFormat } from './old-list-dates.ts';
import { columns, type OldListColumn, type OldListRow } from './old-list-columns.ts';
import { oldListAddress, type OldListQuery } from './old-list-query.ts';
import { oldExperienceStyle } from './old-experience-style.ts';

/** Data of every page of the old experience. */
export interface PageFrame {
  /** The tenant of the address. */
  readonly tenantId: string;
  readonly company: string;
  /** The nonce of the only style that the page may have. */
  readonly nonce: string;
}

const framed = (title: string, { nonce, company }: PageFrame, content: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} - ${company}</title>
        <link rel="icon" href="data:," />
        <style nonce="${nonce}">
          ${new Html(oldExperienceStyle)}
        </style>
      </head>
      <body>
        ${content}
      </body>
    </html>`.text;

const choice = (label: string, name: string, chosen: string, options: readonly (readonly [string, string])[]): Html =>
  html`<label
    >${label}
    <select name="${name}">
      ${options.map(
        ([value, text]) =>
          html`<option value="${value}" ${value === chosen ? new Html('selected') : undefined}>${text}</option>`,
      )}
    </select></label
  >`;

const spaced = (name: string): string => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
const named = (names: object): [string, string][] => Object.keys(names).map((name) => [name, spaced(name)]);
const offeredTypes = named(workUnitTypes)
  .filter(([type]) => type !== 'Legacy')
  .map(([type, words]): [string, string] => [type, typeLabel(words)]);

const searchForm = (query: OldListQuery): Html =>
  html`<form method="get" role="search">
    <label>Search <input type="search" name="search" value="${query.search}" maxlength="200" /></label>
    ${choice('State', 'state', query.state, [['open', 'Not finished'], ['all', 'All'], ...named(workUnitStates)])}
    ${choice('Type', 'type', query.type, [['all', 'All'], ...offeredTypes])}
    ${choice(
      'Rows',
      'size',
      String(query.size),
      pageSizes.map((size) => [String(size), String(size)]),
    )}
    ${
      query.sort === undefined
        ? undefined
        : html`<input type="hidden" name="sort" value="${query.isDescending ? '-' : ''}${query.sort}" />`
    }
    <button>Show</button>
  </form>`;

const heading = (query: OldListQuery, { field, header }: OldListColumn): Html => {
  const isSorted = query.sort === field;
  const address = oldListAddress(query, { sort: field, isDescending: isSorted && !query.isDescending, page: 1 });
  const order = isSorted ? html` aria-sort="${query.isDescending ? 'descending' : 'ascending'}"` : undefined;
  const arrow = isSorted ? (query.isDescending ? ' ↓' : ' ↑') : '';
  return html`<th scope="col" ${order}><a href="${address}">${header}${arrow}</a></th>`;
};

const cell = (tenantId: string, row: OldListRow, column: OldListColumn, dateOf: DateFormat): Html => {
  const value = column.value(row, dateOf) ?? '';
  if (column.field === 'title')
    return html`<td class="title"><a href="/${tenantId}/workunitsv2?workUnitId=${row.workUnitId}">${value}</a></td>`;
  if (column.field === 'severityId') return html`<td><span class="severity ${value}">${value}</span></td>`;
  return html`<td>${value}</td>`;
};

/**
 * Renders the table of work units, with a form and links only. `rows` may contain one more than the page shows, which
 * means that there is a next page. Times are shown in the given zone.
 */
export const oldListPage = (
  frame: PageFrame,
  query: OldListQuery,
  rows: readonly OldListRow[],
  timeZone: string,
): string => {
  const dateOf = dateFormatOf(timeZone);
  const shown = rows.slice(0, query.size);
  const first = (query.page - 1) * query.size + 1;
  return framed(
    'Work Units',
    frame,
    html`<header>
        <h1>Work Units</h1>
        <a href="/${frame.tenantId}/workunitsv2">Go to the new experience</a>
      </header>
      <main>
        ${searchForm(query)}
        <div class="table" tabindex="0" role="region" aria-label="Work units">
          <table>
            <thead>
              <tr>
                ${columns.map((column) => heading(query, column))}
              </tr>
            </thead>
            <tbody>
              ${shown.map(
                (row) =>
                  html`<tr>
                    ${columns.map((column) => cell(frame.tenantId, row, column, dateOf))}
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>
        ${shown.length === 0 ? html`<p>No work units here.</p>` : undefined}
        <nav aria-label="Pages">
          ${query.page > 1 ? html`<a href="${oldListAddress(query, { page: query.page - 1 })}">Previous page</a>` : undefined}
          ${shown.length > 0 ? html`<span>Rows ${first} to ${first + shown.length - 1}</span>` : undefined}
          ${
            rows.length > query.size
              ? html`<a href="${oldListAddress(query, { page: query.page + 1 })}">Next page</a>`
              : undefined
          }
        </nav>
      </main>`,
  );
};

/** Renders a page with the reason why there is no table, and a link to the portal. */
export const oldExperienceNotice = (frame: PageFrame, title: string, text: string): string =>
  framed(
    title,
    frame,
    html`<main>
      <h1>${title}</h1>
      <p>${text}</p>
      <p><a href="/${frame.tenantId}/workunitsv2">Go to Work Units in the portal</a></p>
    </main>`,
  );
