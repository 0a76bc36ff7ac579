/** The parts of an OpenAPI 3.1 document that the reference shows. */
export type ApiDocument = {
  info: { title: string; version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Schemas; responses: Record<string, Answer> }
}

export type Schemas = Record<string, Schema>

export type Schema = {
  $ref?: string
  type?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  additionalProperties?: boolean
  patternProperties?: Record<string, Schema>
  'x-audience'?: { all: string; fields?: Record<string, string> }
}

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
}

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security?: unknown[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Answer | { $ref: string }>
}

export type Answer = { description: string; content?: Content }

export type Content = Record<string, { schema?: Schema }>

/** An operation with its place in the table of paths. */
export type PlacedOperation = Operation & { method: string; path: string; isPublic: boolean }

export function operationsOf(api: ApiDocument): PlacedOperation[] {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      isPublic: operation.security?.length === 0,
    })),
  )
}

export function nameOf(schema: Schema): string | undefined {
  return schema.$ref?.split('/').at(-1)
}

export function resolve(schemas: Schemas, schema: Schema): Schema {
  const name = nameOf(schema)
  return (name === undefined ? schema : schemas[name]) ?? {}
}

export function answersOf(api: ApiDocument, operation: Operation): { status: number; answer: Answer }[] {
  return Object.entries(operation.responses).map(([status, answer]) => {
    if (!('$ref' in answer)) return { status: Number(status), answer }
    const name = answer.$ref.split('/').at(-1) as string
    return { status: Number(status), answer: api.components.responses[name] ?? { description: '' } }
  })
}

/** The errors that every operation may return. */
export function commonErrors(api: ApiDocument): number[] {
  const operations = operationsOf(api)
  const [first] = operations
  if (!first) return []
  return Object.keys(first.responses)
    .filter((status) => Number(status) >= 400 && operations.every(({ responses }) => status in responses))
    .map(Number)
}

export const jsonSchema = (content: Content = {}): Schema | undefined => content['application/json']?.schema

export type EventType = { type: string; name: string; schema: Schema; data: Schema }

export function eventTypesOf(api: ApiDocument): EventType[] {
  const { schemas } = api.components
  return (schemas.Event?.anyOf ?? []).map((reference) => {
    const schema = resolve(schemas, reference)
    const { type, data } = schema.properties ?? {}
    const present = data?.anyOf?.find((alternative) => alternative.type !== 'null') ?? data ?? {}
    return { type: String(type?.const), name: nameOf(reference) as string, schema, data: present }
  })
}
