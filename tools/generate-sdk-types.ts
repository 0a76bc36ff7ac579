import { eventSchemas } from '@portico/contract/events'
import { apiVersion, namedSchemas } from '@portico/contract/table'

export type Schema = {
  type?: string
  description?: string
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  required?: string[]
}

export const sdkTypesFile = new URL('../sdk/generated/types.ts', import.meta.url)

const renamed: Record<string, string> = { Event: 'PorticoEvent' }
const envelopeName = 'EventEnvelope'

const schemas = Object.entries(namedSchemas).map(([name, schema]) => [name, schema as Schema] as const)
export const namesBySchema = new Map(schemas.map(([name, schema]) => [schema, renamed[name] ?? name]))
// `Type.Optional(Actor)` is a copy of `Actor`, so it is known by its text.
const namesByText = new Map([...namesBySchema].map(([schema, name]) => [JSON.stringify(schema), name]))

/** The text of `sdk/generated/types.ts`: the named schemas of the contract as TypeScript types. */
export function sdkTypes(): string {
  const parts = [
    '// Generated from the contract by `npm run generate`. Change the contract, not this file.',
    `export const apiVersion = '${apiVersion}'`,
    declaration(envelopeName, object(envelope())),
    ...schemas.map(([name, schema]) => declaration(namesBySchema.get(schema) ?? name, body(name, schema))),
  ]
  return `${parts.join('\n\n')}\n`
}

function declaration(name: string, text: string): string {
  return text.startsWith('\n') ? `export type ${name} =${text}` : `export type ${name} = ${text}`
}

function body(name: string, schema: Schema): string {
  if (name in eventSchemas) {
    const { type, data } = schema.properties ?? {}
    return `${envelopeName} & ${object({ properties: { type: type ?? {}, data: data ?? {} }, required: ['type', 'data'] })}`
  }
  if (schema.anyOf) return schema.anyOf.map((option) => `\n  | ${expression(option, '  ')}`).join('')
  return inPlace(schema, '')
}

/** What all events share: the properties that are the same schema in each. */
function envelope(): Schema {
  const [first, ...others] = Object.values(eventSchemas) as Schema[]
  const shared = Object.entries(first?.properties ?? {}).filter(([key, schema]) =>
    others.every((other) => other.properties?.[key] === schema),
  )
  return { properties: Object.fromEntries(shared), required: first?.required ?? [] }
}

/** A schema as a type: by its name, where it has one. */
export function expression(schema: Schema, indent: string): string {
  return namesBySchema.get(schema) ?? namesByText.get(JSON.stringify(schema)) ?? inPlace(schema, indent)
}

function inPlace(schema: Schema, indent: string): string {
  if ('const' in schema) return typeof schema.const === 'string' ? `'${schema.const}'` : `${schema.const}`
  if (schema.anyOf) return schema.anyOf.map((option) => expression(option, indent)).join(' | ')
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'number':
    case 'integer':
      return 'number'
    case 'array': {
      const item = expression(schema.items ?? {}, indent)
      return schema.items?.anyOf && /\|/.test(item) ? `(${item})[]` : `${item}[]`
    }
    case 'object':
      return object(schema, indent)
    case undefined:
      return 'unknown'
    default:
      throw new Error(`A schema of the contract has no type this generator knows: ${JSON.stringify(schema)}`)
  }
}

function object({ properties = {}, required = [], patternProperties = {} }: Schema, indent = ''): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).flatMap(([key, schema]) => [
    ...(schema.description ? [`${inner}/** ${schema.description} */`] : []),
    `${inner}${key}${required.includes(key) ? '' : '?'}: ${expression(schema, inner)}`,
  ])
  if (lines.length) return `{\n${lines.join('\n')}\n${indent}}`
  const [member = {}] = Object.values(patternProperties)
  return `Record<string, ${expression(member, indent)}>`
}
