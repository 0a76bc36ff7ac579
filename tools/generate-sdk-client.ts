import type { Route, SdkCall } from '@portico/contract/route'
import { subjects } from '@portico/contract/subjects'
import { routes } from '@portico/contract/table'
import { argumentsOf, isKeyed, isList, propertiesOf, queryType } from './generate-sdk-routes.ts'
import { expression, namesBySchema, type Schema } from './generate-sdk-types.ts'

export const sdkMethodsFile = new URL('../sdk/generated/methods.ts', import.meta.url)
export const sdkClientFile = new URL('../sdk/generated/client.ts', import.meta.url)

type Call = { route: string; row: Route; sdk: SdkCall }

/** An argument behind those of the path, and where it goes. */
type Argument = { name: string; type: string; isOptional: boolean; to: string }

const calls: Call[] = Object.entries<Route>(routes).flatMap(([route, row]) =>
  [row.sdk ?? []].flat().map((sdk) => ({ route, row, sdk })),
)

/** The text of `sdk/generated/client.ts`: the methods of the client, as the routes declare them. */
export function sdkClient(): string {
  const methods = calls.filter(({ sdk }) => sdk.call.startsWith('client.'))
  const functions = calls.filter(({ sdk }) => !sdk.call.startsWith('client.'))
  const parts = Object.keys(subjects).map(
    (subject) => [subject, methods.filter((one) => subjectOf(one) === subject)] as const,
  )
  const whole = methods.filter((one) => subjectOf(one) === undefined)
  const unknown = methods.filter((one) => ![undefined, ...Object.keys(subjects)].includes(subjectOf(one)))
  if (unknown.length > 0)
    throw new Error(`No subject of the client: ${unknown.map(({ sdk }) => sdk.call).join(', ')}.`)
  const text = [
    ...parts.map(
      ([subject, list]) => `/** ${subjects[subject]?.about} */
export type ${typeOf(subject)} = {
${list.map(declared).join('\n')}}
`,
    ),
    `/** The client API: \`PorticoClient\` implements it over HTTP, \`createMockClient\` in memory. */
export type Portico = {
${Object.keys(subjects)
  .map((subject) => `  ${subject}: ${typeOf(subject)}\n`)
  .join('')}${whole.map(declared).join('\n')}}
`,
    ...functions.map(
      ({ sdk, row }) => `${documented(sdk, row, '')}export const ${sdk.call} = functions.${sdk.call}\n`,
    ),
  ].join('\n')
  const withoutComments = text.replaceAll(/\/\*\*.*?\*\//gs, '')
  const used = new Set(withoutComments.match(/\b[A-Z]\w+/g))
  const imported = [...namesBySchema.values()].filter((name) => used.has(name)).sort()
  const options = [...new Set(calls.flatMap(({ sdk }) => sdk.options ?? []))].sort()
  return `// Generated from the contract by \`npm run generate\`. Change the contract, not this file.
import type { ByHand } from '../by-hand.ts'
import type { ListOf } from '../calls.ts'
import type { ContentOptions, FileContent } from '../content.ts'
import type { ${options.join(', ')} } from '../options.ts'
import type { CallOptions, WriteOptions } from '../request.ts'
import type { QueryOf } from '../route-call.ts'
import * as functions from '../sign-in.ts'
import type { Routes } from './routes.ts'
import type {
${imported.map((name) => `  ${name},\n`).join('')}} from './types.ts'

${text}`
}

/** The text of `sdk/generated/methods.ts`: how each method calls its route. */
export function sdkMethods(): string {
  const rows = calls
    .filter(({ sdk }) => sdk.call.startsWith('client.') && !sdk.isByHand)
    .map((one) => `  '${pathOf(one)}': ${methodValue(one)},\n`)
  return `// Generated from the contract by \`npm run generate\`. Change the contract, not this file.
import type { RouteName } from './routes.ts'

/** How a method of the client calls its route. */
export type Method = {
  route: RouteName
  kind?: 'list' | 'content'
  /** Where its arguments behind those of the path go: \`body\`, \`body.why\`, \`query.q\`, \`file\`. */
  takes?: readonly string[]
  /** Members of the body that are among its options. */
  options?: readonly string[]
  /** The one member of the answer that it returns. */
  returns?: string
}

export const methods: Readonly<Record<string, Method>> = {
${rows.join('')}}
`
}

const pathOf = ({ sdk }: Call) => sdk.call.slice('client.'.length)
const subjectOf = (one: Call) => (pathOf(one).includes('.') ? pathOf(one).split('.')[0] : undefined)
const nameOf = (one: Call) => pathOf(one).split('.').at(-1) ?? ''
const typeOf = (subject: string) =>
  subjects[subject]?.type ?? `${subject[0]?.toUpperCase()}${subject.slice(1)}`

function declared(one: Call): string {
  const { sdk, row } = one
  const subject = subjectOf(one)
  const type = sdk.isByHand
    ? ['ByHand', ...(subject ? [subject] : []), nameOf(one)]
        .map((name, index) => (index ? `['${name}']` : name))
        .join('')
    : `(${signatureOf(one)}) => ${resultOf(one)}`
  return `${documented(sdk, row, '  ')}  ${nameOf(one)}: ${type}\n`
}

function documented({ about, example }: SdkCall, { summary, description }: Route, indent: string): string {
  const words = about ?? [`${summary}.`, ...(description ? [description] : [])].join(' ')
  const lines = [
    ...folded(words, 110 - indent.length),
    '',
    '@example',
    '```ts',
    ...example.split('\n'),
    '```',
  ]
  return `${indent}/**\n${lines.map((line) => `${indent} *${line ? ` ${line}` : ''}\n`).join('')}${indent} */\n`
}

function folded(words: string, width: number): string[] {
  const lines: string[] = []
  for (const word of words.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length + 1 > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

function signatureOf(one: Call): string {
  const { row, sdk } = one
  const path = argumentsOf(row).map(({ name, type }) => `${name}: ${type}`)
  const given = argumentsTaken(one).map(
    ({ name, type, isOptional }) => `${name}${isOptional ? '?' : ''}: ${type}`,
  )
  const isNeeded = queriesLeft(one).some(({ isRequired }) => isRequired)
  return [...path, ...given, `options${isNeeded ? '' : '?'}: ${sdk.options ?? optionsOf(one)}`].join(', ')
}

/** The arguments behind those of the path. */
function argumentsTaken({ route, row, sdk }: Call): Argument[] {
  const body = row.body as Schema | undefined
  const members = propertiesOf(row.body)
  const queries = propertiesOf(row.query)
  return (sdk.takes ?? []).map((taken) => {
    const name = taken.replace('?', '')
    const isOptional = taken.endsWith('?')
    if (name === 'file' && row.bytes) return { name, isOptional, to: 'file', type: fileType(row) }
    const member = members[name]
    if (member) return { name, isOptional, to: `body.${name}`, type: givenType(member) }
    const query = queries[name]
    if (query) return { name, isOptional, to: `query.${name}`, type: queryType(name, query) }
    if (!body) throw new Error(`${sdk.call} takes ${name}, which ${route} does not.`)
    return { name, isOptional, to: 'body', type: expression(body, '  ') }
  })
}

/** Beside JSON a form takes a file that may have a name; alone it is any bytes. */
const fileType = ({ body }: Route) => (body ? 'Blob' : 'Blob | Uint8Array<ArrayBuffer>')

/** A list that is given is only read. */
function givenType(schema: Schema): string {
  if (schema.type !== 'array') return expression(schema, '  ')
  return `readonly ${expression(schema, '  ')}`
}

/** Members of the body that are no arguments: they are options. */
function membersLeft(one: Call): [string, Schema][] {
  const taken = argumentsTaken(one)
  if (!one.row.body || taken.some(({ to }) => to === 'body')) return []
  const left = Object.entries(propertiesOf(one.row.body)).filter(
    ([name]) => !taken.some(({ to }) => to === `body.${name}`),
  )
  const required = left.filter(([name]) => one.row.body?.required?.includes(name))
  if (required.length > 0)
    throw new Error(`${one.sdk.call} does not take ${required.map(([name]) => name)}, which the route needs.`)
  return left
}

function queriesLeft(one: Call) {
  const taken = argumentsTaken(one)
  return Object.keys(propertiesOf(one.row.query))
    .filter((name) => !taken.some(({ to }) => to === `query.${name}`))
    .map((name) => ({ name, isRequired: one.row.query?.required?.includes(name) === true }))
}

function optionsOf(one: Call): string {
  const { route, row } = one
  const takenQueries = argumentsTaken(one).filter(({ to }) => to.startsWith('query.'))
  const query = `QueryOf<'${route}'>`
  const left = membersLeft(one).map(
    ([name, schema]) =>
      `${schema.description ? `/** ${schema.description} */ ` : ''}${name}?: ${expression(schema, '  ')} | undefined`,
  )
  return [
    isKeyed(row) ? 'WriteOptions' : 'CallOptions',
    ...(kindOf(one) === 'content' && canRange(row) ? ['ContentOptions'] : []),
    ...(queriesLeft(one).length === 0
      ? []
      : [
          takenQueries.length
            ? `Omit<${query}, ${takenQueries.map(({ name }) => `'${name}'`).join(' | ')}>`
            : query,
        ]),
    ...(left.length ? [`{ ${left.join('; ')} }`] : []),
  ].join(' & ')
}

const canRange = ({ answers, errors }: Route) => 206 in answers || errors.includes(416)

function kindOf({ row }: Call): 'call' | 'list' | 'content' {
  const [answer] = Object.values(row.answers)
  const isFile = answer?.mediaTypes !== undefined && answer.schema === undefined
  return isFile ? 'content' : isList(row) ? 'list' : 'call'
}

function resultOf(one: Call): string {
  const { route, sdk } = one
  if (kindOf(one) === 'content') return 'Promise<FileContent>'
  if (kindOf(one) === 'list') return `ListOf<'${route}'>`
  return `Promise<Routes['${route}']['answer']${sdk.returns ? `['${sdk.returns}']` : ''}>`
}

function methodValue(one: Call): string {
  const { route, sdk } = one
  const kind = kindOf(one)
  const takes = argumentsTaken(one).map(({ to }) => to)
  const left = membersLeft(one).map(([name]) => name)
  const fields = [
    `route: '${route}'`,
    ...(kind === 'call' ? [] : [`kind: '${kind}'`]),
    ...(takes.length ? [`takes: [${takes.map((name) => `'${name}'`).join(', ')}]`] : []),
    ...(left.length ? [`options: [${left.map((name) => `'${name}'`).join(', ')}]`] : []),
    ...(sdk.returns ? [`returns: '${sdk.returns}'`] : []),
  ]
  return `{ ${fields.join(', ')} }`
}
