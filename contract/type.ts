import type TypeBox from 'typebox'

export type { Static, TObject, TProperties, TSchema, TSchemaOptions } from 'typebox'

type Schema = Record<string, unknown>

/** As TypeBox marks its schemas: seen by its types and its compiler, and by nobody who lists the members. */
function marked(schema: Schema, mark: Schema): Schema {
  for (const [name, value] of Object.entries(mark))
    Object.defineProperty(schema, name, { value, writable: true, enumerable: false, configurable: true })
  return schema
}

const simple =
  (kind: string, type?: string) =>
  (options: Schema = {}) =>
    marked({ ...(type ? { type } : {}), ...options }, { '~kind': kind })

const copied = (schema: Schema) =>
  Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as Schema
const isOptional = (schema: Schema) => schema['~optional'] === true

const Optional = (schema: Schema) => marked(copied(schema), { '~optional': true })

function ObjectOf(properties: Record<string, Schema>, options: Schema = {}) {
  const required = Object.keys(properties).filter((name) => !isOptional(properties[name] as Schema))
  return marked(
    { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options },
    { '~kind': 'Object' },
  )
}

function Partial({ properties }: { properties: Record<string, Schema> }, options: Schema = {}) {
  const optional = Object.entries(properties).map(([name, schema]) => [name, Optional(schema)])
  return ObjectOf(Object.fromEntries(optional), options)
}

/**
 * The few of TypeBox's builders that are used here, with its types: they make plain JSON Schemas, and the library behind
 * them is 370 modules, a quarter of what a start may take. A test holds them against the library.
 */
const Type = {
  String: simple('String', 'string'),
  Integer: simple('Integer', 'integer'),
  Number: simple('Number', 'number'),
  Boolean: simple('Boolean', 'boolean'),
  Null: simple('Null', 'null'),
  Unknown: simple('Unknown'),
  Literal: (value: string | number | boolean, options: Schema = {}) =>
    marked({ type: typeof value, const: value, ...options }, { '~kind': 'Literal' }),
  Array: (items: Schema, options: Schema = {}) =>
    marked({ type: 'array', items, ...options }, { '~kind': 'Array' }),
  Union: (anyOf: Schema[], options: Schema = {}) => marked({ anyOf, ...options }, { '~kind': 'Union' }),
  Record: (key: { pattern?: string }, value: Schema, options: Schema = {}) =>
    marked(
      { type: 'object', patternProperties: { [key.pattern ?? '^.*$']: value }, ...options },
      { '~kind': 'Record' },
    ),
  Unsafe: (schema: Schema) => marked(copied(schema), { '~unsafe': null }),
  Object: ObjectOf,
  Optional,
  Partial,
} as unknown as Pick<
  typeof TypeBox,
  | 'String'
  | 'Integer'
  | 'Number'
  | 'Boolean'
  | 'Null'
  | 'Unknown'
  | 'Literal'
  | 'Array'
  | 'Union'
  | 'Record'
  | 'Unsafe'
  | 'Object'
  | 'Optional'
  | 'Partial'
>

export default Type
