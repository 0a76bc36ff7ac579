import type { TSchema } from 'typebox'
import * as accessGrants from './access-grants.ts'
import * as accessLog from './access-log.ts'
import * as alerts from './alerts.ts'
import * as anchors from './anchors.ts'
import * as appeals from './appeals.ts'
import * as auth from './auth.ts'
import * as boilerplate from './boilerplate.ts'
import * as boundary from './boundary.ts'
import * as calendarFeeds from './calendar-feeds.ts'
import * as caseViews from './case-views.ts'
import * as cases from './cases.ts'
import * as custody from './custody.ts'
import * as dashboards from './dashboards.ts'
import * as decisionPackage from './decision-package.ts'
import * as deliveries from './deliveries.ts'
import * as distribution from './distribution.ts'
import * as docket from './docket.ts'
import * as documents from './documents.ts'
import * as editors from './editors.ts'
import * as effectuation from './effectuation.ts'
import * as endings from './endings.ts'
import * as envelope from './envelope.ts'
import * as events from './events.ts'
import * as health from './health.ts'
import * as imports from './imports.ts'
import * as intake from './intake.ts'
import * as issues from './issues.ts'
import * as letters from './letters.ts'
import * as links from './links.ts'
import * as mail from './mail.ts'
import * as marks from './marks.ts'
import * as members from './members.ts'
import * as notifications from './notifications.ts'
import * as operations from './operations.ts'
import * as own from './own.ts'
import * as parties from './parties.ts'
import * as passkeys from './passkeys.ts'
import * as presence from './presence.ts'
import * as priority from './priority.ts'
import * as profileVersions from './profile-versions.ts'
import * as proposals from './proposals.ts'
import * as queues from './queues.ts'
import * as remands from './remands.ts'
import * as reports from './reports.ts'
import * as richText from './rich-text.ts'
import * as rooms from './rooms.ts'
import * as route from './route.ts'
import * as scheduling from './scheduling.ts'
import * as scopedAccess from './scoped-access.ts'
import * as seenPages from './seen-pages.ts'
import * as sessionLists from './session-lists.ts'
import * as sessionPlans from './session-plans.ts'
import * as sessions from './sessions.ts'
import * as sources from './sources.ts'
import * as tasks from './tasks.ts'
import * as transcripts from './transcripts.ts'
import * as uploads from './uploads.ts'
import * as workProducts from './work-products.ts'

export const apiVersion = '2026-11-01'

/** Every resource, in the order of the reference. */
const resources = [
  auth,
  passkeys,
  appeals,
  documents,
  cases,
  caseViews,
  events,
  accessLog,
  intake,
  sources,
  uploads,
  scopedAccess,
  links,
  parties,
  accessGrants,
  priority,
  own,
  alerts,
  presence,
  imports,
  custody,
  docket,
  tasks,
  endings,
  mail,
  seenPages,
  sessions,
  sessionLists,
  rooms,
  transcripts,
  scheduling,
  sessionPlans,
  calendarFeeds,
  deliveries,
  effectuation,
  letters,
  notifications,
  boundary,
  profileVersions,
  members,
  queues,
  distribution,
  reports,
  dashboards,
  health,
  issues,
  workProducts,
  operations,
  boilerplate,
  proposals,
  editors,
  remands,
  decisionPackage,
] as const

type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

type Rows = Merged<(typeof resources)[number]['routes']>

type None<Names extends never> = Names
/** Does not compile if a row about a case has no `trace`; the error names the row. */
export type RowsWithoutTrace = None<route.WithoutTrace<Rows>>

/** One table: the server, the OpenAPI document and the SDK come from it. */
export const routes = merge<route.Route>(
  resources.map(({ tag, routes }) =>
    Object.fromEntries(
      Object.entries<route.Row>(routes).map(([name, row]) => [name, route.routeOf(name, row, tag)]),
    ),
  ),
) as { [Name in keyof Rows]: Rows[Name] & Pick<route.Route, 'tag' | 'errors'> }
export type RouteName = keyof typeof routes

/**
 * Schemas that OpenAPI and the SDK know by name: those that a resource exports with a capital, under that name. What is
 * exported otherwise, or not at all, is written in place.
 */
export const namedSchemas: Record<string, TSchema> = merge([
  ...[envelope, marks, anchors, richText, route, ...resources].map((module) =>
    Object.fromEntries(Object.entries(module).filter(([name]) => /^[A-Z]/.test(name))),
  ),
  events.eventSchemas,
])

/** Nothing has the name of something else. */
function merge<Value>(parts: readonly Readonly<Record<string, Value>>[]): Record<string, Value> {
  const all: Record<string, Value> = {}
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    if (name in all && all[name] !== value) throw new Error(`Two things of the contract are called ${name}.`)
    all[name] = value
  }
  return all
}
