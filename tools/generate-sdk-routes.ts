import { openApi } from '@portico/contract/openapi'
import { longerNames, onlyMemberOf, type Route } from '@portico/contract/route'
import { routes } from '@portico/contract/table'
import { isList as isListed } from '@portico/contract/text'
import { expression, namesBySchema, type Schema } from './generate-sdk-types.ts'

export const sdkRoutesFile = new URL('../sdk/generated/routes.ts', import.meta.url)

const forMachines = /^\/(\.well-known|healthz|readyz|scoped-bytes)/

/** The text of `sdk/generated/routes.ts`: what each route of the contract takes and gives. */
export function sdkRoutes(): string {
  const rows = Object.entries<Route>(routes)
    .filter(([, { path }]) => !forMachines.test(path))
    .map(([name, route]) => ({ name, type: typesOf(route), value: rowOf(route) }))
  const types = rows.map(({ type }) => type.replaceAll(/\/\*\*.*\*\//g, '')).join()
  const used = new Set(types.match(/\b[A-Z]\w+/g))
  const imported = [...namesBySchema.values()].filter((name) => used.has(name)).sort()
  return `// Generated from the contract by \`npm run generate\`. Change the contract, not this file.
import type {
${imported.map((name) => `  ${name},\n`).join('')}} from './types.ts'

/** What each route takes and gives. Where an answer has one member, that is what is given. */
export type Routes = {
${rows.map(({ name, type }) => `  ${name}: {\n${type}  }\n`).join('')}}

export type RouteName = keyof Routes

export type Route = {
  /** The method, and the path with its arguments. */
  at: string
  query?: readonly string[]
  /** Whether it takes an idempotency key. */
  isKeyed?: true
  /** Whether it needs no token. */
  isPublic?: true
  /** The one member of the answer. */
  gives?: string
  /** The member of a page that has its items. */
  items?: string
  /** The part of a form that has the JSON, beside the file. */
  form?: string
}

export const routes: Record<RouteName, Route> = {
${rows.map(({ name, value }) => `  ${name}: ${value},\n`).join('')}}
`
}

function typesOf(route: Route): string {
  const { query, body, bytes } = route
  const given = argumentsOf(route).map(({ name, type }) => `${name}: ${type}`)
  const asked = Object.entries(propertiesOf(query)).map(([name, schema]) => {
    const isRequired = query?.required?.includes(name)
    const words = schema.description ? `      /** ${schema.description} */\n` : ''
    return `${words}      ${name}${isRequired ? '' : '?'}: ${queryType(name, schema)}${isRequired ? '' : ' | undefined'}\n`
  })
  const { gives, items, schema } = answerOf(route)
  const answer = schema ? expression(schema, '    ') : 'void'
  return [
    given.length ? `    path: { ${given.join('; ')} }\n` : '',
    asked.length ? `    query: {\n${asked.join('')}    }\n` : '',
    body ? `    body: ${expression(body as Schema, '    ')}\n` : '',
    bytes ? `    file: Blob\n` : '',
    `    answer: ${gives ? `${answer}['${gives}']` : answer}\n`,
    items ? `    item: ${answer}['${items}'][number]\n` : '',
  ].join('')
}

function rowOf(route: Route): string {
  const { method, path, query, bytes } = route
  const { gives, items } = answerOf(route)
  const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{${argumentOf(route, name)}}`)
  const names = Object.keys(propertiesOf(query))
  const fields = [
    `at: '${method} ${at}'`,
    ...(names.length ? [`query: [${names.map((name) => `'${name}'`).join(', ')}]`] : []),
    ...(isKeyed(route) ? ['isKeyed: true'] : []),
    ...(route.public ? ['isPublic: true'] : []),
    ...(gives ? [`gives: '${gives}'`] : []),
    ...(items ? [`items: '${items}'`] : []),
    ...(bytes?.beside ? [`form: '${bytes.beside}'`] : []),
  ]
  return `{ ${fields.join(', ')} }`
}

function answerOf({ answers, query }: Route): { schema?: Schema; gives?: string; items?: string } {
  const schema = Object.values(answers)[0]?.schema as Schema | undefined
  if (!schema) return {}
  const members = Object.entries(schema.properties ?? {})
  const gives = onlyMemberOf({ answers })
  if (gives !== undefined) return { schema, gives }
  // What a state has for `next` is a sentence; a page, which has a limit, has where the next one begins.
  const list = members.find(([, { type }]) => type === 'array')
  const isPage = 'next' in (schema.properties ?? {}) && 'limit' in propertiesOf(query)
  return list && isPage ? { schema, items: list[0] } : { schema }
}

/** The arguments of a path, in its order. */
export function argumentsOf(route: Route): { name: string; type: string }[] {
  const known = propertiesOf(route.params)
  return Array.from(route.path.matchAll(/\{(\w+)\}/g), ([, name = '']) => ({
    name: argumentOf(route, name),
    type: known[name]?.type === 'integer' ? 'number' : 'string',
  }))
}

/** Whether its answer is a page of a list. */
export const isList = (route: Route): boolean => answerOf(route).items !== undefined

/** The SDK's name for a parameter: `/cases/{id}` is about a `caseId`. */
function argumentOf({ path }: Route, name: string): string {
  if (name !== 'id') return name in longerNames ? longerNames[name as keyof typeof longerNames] : name
  const [, resource = ''] = /(\w+)s\/\{id\}/.exec(path) ?? []
  return `${resource}Id`
}

/** A `next` is text, also where positions are numbers. */
export function queryType(name: string, schema: Schema): string {
  if (isListed in schema) return 'readonly string[]'
  const type = expression(schema, '      ')
  return name === 'after' && type === 'number' ? 'number | string' : type
}

const { paths } = openApi() as { paths: Record<string, Record<string, unknown>> }

export function isKeyed({ method, path }: Route): boolean {
  return JSON.stringify(paths[path]?.[method.toLowerCase()]).includes('"Idempotency-Key"')
}

export function propertiesOf(schema: { properties?: unknown } | undefined): Record<string, Schema> {
  return (schema?.properties ?? {}) as Record<string, Schema>
}
