import {
  type ApiDocument,
  type EventType,
  eventTypesOf,
  nameOf,
  operationsOf,
  type PlacedOperation,
  type Schema,
} from './api-document.ts'

/** The reference cut into pages: one for each tag of the document, and where each schema is described. */
export type Book = {
  api: ApiDocument
  resources: Resource[]
  events: EventType[]
  /** Described on the page of the events: only events use them. */
  eventSchemas: string[]
  linkTo(schema: string): string
  /** Whom the samples sign in. */
  username: string
}

export type Resource = {
  name: string
  slug: string
  description: string
  operations: PlacedOperation[]
  schemas: string[]
  events: EventType[]
}

/** Stands in a page for the address at which it is asked for. */
export const baseUrlMark = '\u{E000}'

export const slugOf = (tag: string) => tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
export const pageOf = ({ slug }: Resource) => `/docs/${slug}`
export const linkToOperation = (resource: Resource, { operationId }: PlacedOperation) =>
  `${pageOf(resource)}#${operationId}`

/** The page of all events about the same subject: of `workProduct.signed`, `work-product-events`. */
export const eventSlugOf = (type: string) => `${hyphenated(subjectOf(type))}-events`
export const subjectOf = (type: string) => type.split('.', 1)[0] ?? type

export function bookOf(api: ApiDocument, username: string): Book {
  const operations = operationsOf(api)
  const events = eventTypesOf(api)
  const resources = api.tags.map(({ name, description }) => ({
    name,
    slug: slugOf(name),
    description,
    operations: operations.filter(({ tags }) => tags.includes(name)),
  }))
  const homes = new Map<string, string>([
    ['Event', 'events'],
    ...events.map(({ name, type }) => [name, eventSlugOf(type)] as const),
  ])
  homes.set('ErrorBody', 'errors')
  const reached = resources.map(({ slug, operations }) => ({ slug, depths: depthsFrom(api, operations) }))
  for (const name of Object.keys(api.components.schemas)) {
    if (homes.has(name)) continue
    const users = reached.filter(({ depths }) => depths.has(name))
    const [nearest] = users.toSorted((a, b) => (a.depths.get(name) ?? 0) - (b.depths.get(name) ?? 0))
    homes.set(name, nearest?.slug ?? 'events')
  }
  const eventNames = new Set(events.map(({ name }) => name))
  const schemasAt = (home: string) =>
    [...homes]
      .filter(([name, at]) => at === home && !eventNames.has(name))
      .map(([name]) => name)
      .sort()
  return {
    api,
    username,
    events,
    resources: resources.map((resource) => ({
      ...resource,
      schemas: schemasAt(resource.slug),
      events: events.filter(({ type }) => tagOfEvent(operations, type) === resource.name),
    })),
    eventSchemas: schemasAt('events').filter((name) => name !== 'Event'),
    linkTo: (schema) => `/docs/${homes.get(schema) ?? 'events'}#schema-${schema}`,
  }
}

/** The schemas that operations lead to, and over how many others at least. */
function depthsFrom(api: ApiDocument, operations: readonly PlacedOperation[]): Map<string, number> {
  const depths = new Map<string, number>()
  let found = operations.flatMap(({ requestBody, responses, parameters }) =>
    namesIn([requestBody, responses, parameters]),
  )
  for (let depth = 0; found.length > 0; depth += 1) {
    const fresh = [...new Set(found)].filter((name) => !depths.has(name))
    for (const name of fresh) depths.set(name, depth)
    found = fresh.flatMap((name) => namesIn(api.components.schemas[name]))
  }
  return depths
}

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const name = nameOf(value as Schema)
  return name === undefined ? Object.values(value).flatMap(namesIn) : [name]
}

/** `workProduct.signed` belongs where `/work-products` does. */
function tagOfEvent(operations: readonly PlacedOperation[], type: string): string | undefined {
  const word = hyphenated(subjectOf(type))
  const stem = word.replace(/y$/, '')
  const segments = [word, `${word}s`, `${stem}ies`]
  const exact = operations.find(({ path }) => segments.includes(lastNoun(path)))
  const near = operations.find(
    ({ method, path }) => method !== 'GET' && lastNoun(path).startsWith(`${word}-`),
  )
  return (exact ?? near)?.tags[0]
}

const hyphenated = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const lastNoun = (path: string) =>
  path
    .split('/')
    .filter((piece) => piece && !piece.startsWith('{'))
    .at(-1) ?? ''
