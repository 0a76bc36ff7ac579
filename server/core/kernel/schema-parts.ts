import type { TSchema } from '@portico/contract/type'
import type { Ajv, AnySchemaObject, ErrorObject, KeywordCxt } from 'ajv'

type Codegen = Pick<typeof import('ajv'), '_' | 'Name' | 'str'>
type Schema = Record<string, unknown>

/** Schemas that are shorter than this are one function. */
const leastDivided = 20_000
const leastPart = 400

/**
 * Ajv makes one function of a schema, and repeats in it whatever the schema repeats: for the text of a draft a million
 * characters, which the optimizing compiler of V8 took gigabytes for that it never gave back. What is repeated in a long
 * schema becomes a function of its own; faults have the paths that they would have without.
 */
export function inParts(schema: TSchema): AnySchemaObject {
  if (JSON.stringify(schema).length < leastDivided) return schema
  const times = new Map<string, number>()
  const count = (one: Schema): Schema => {
    const key = JSON.stringify(one)
    times.set(key, (times.get(key) ?? 0) + 1)
    return times.get(key) === 1 ? within(one, count) : one
  }
  count(schema as Schema)
  const parts = new Map<string, Schema>()
  const divide = (one: Schema): Schema => {
    const key = JSON.stringify(one)
    if (key.length < leastPart || times.get(key) === 1 || hasDefault(one)) return within(one, divide)
    let part = parts.get(key)
    if (!part) {
      part = within(one, divide)
      parts.set(key, part)
    }
    return { part }
  }
  return within(schema as Schema, divide)
}

/** What `inParts` has divided is understood. */
export function understandingParts(ajv: Ajv, { _, Name, str }: Codegen): Ajv {
  const [vErrors, errors, instancePath] = ['vErrors', 'errors', 'instancePath'].map((name) => new Name(name))
  return ajv.addKeyword({
    keyword: 'part',
    schemaType: 'object',
    code(cxt: KeywordCxt) {
      const { gen, data, schema, it } = cxt
      const check = gen.scopeValue('func', { ref: underPath(it.self.compile(schema), it.errSchemaPath) })
      cxt.result(_`${check}(${data}, ${str`${instancePath}${it.errorPath}`})`, undefined, () => {
        gen.assign(
          vErrors as never,
          _`${vErrors} === null ? ${check}.errors : ${vErrors}.concat(${check}.errors)`,
        )
        gen.assign(errors as never, _`${vErrors}.length`)
      })
    },
  })
}

type Validate = {
  (data: unknown, context?: { instancePath: string }): unknown
  errors?: ErrorObject[] | null
}

function underPath(validate: Validate, schemaPath: string) {
  const check = (data: unknown, instancePath: string): boolean => {
    if (validate(data, { instancePath })) return true
    check.errors = (validate.errors ?? []).map((error) => ({
      ...error,
      schemaPath: schemaPath + error.schemaPath.slice(1),
    }))
    return false
  }
  check.errors = [] as ErrorObject[]
  return check
}

/** In a union, Ajv leaves out defaults; in a function of its own it would not know that it is in one. */
function hasDefault(schema: Schema): boolean {
  let found = 'default' in schema
  within(schema, (inner) => {
    found ||= hasDefault(inner)
    return inner
  })
  return found
}

/** The schema with each schema in it as another. */
function within(schema: Schema, to: (inner: Schema) => Schema): Schema {
  const made = { ...schema }
  for (const keyword of ['items', 'additionalProperties', 'propertyNames', 'not']) {
    const inner = schema[keyword]
    if (isSchema(inner)) made[keyword] = to(inner)
  }
  for (const keyword of ['properties', 'patternProperties']) {
    const inner = schema[keyword]
    if (isSchema(inner))
      made[keyword] = Object.fromEntries(
        Object.entries(inner).map(([name, one]) => [name, isSchema(one) ? to(one) : one]),
      )
  }
  for (const keyword of ['anyOf', 'allOf', 'oneOf']) {
    const inner = schema[keyword]
    if (Array.isArray(inner)) made[keyword] = inner.map((one) => (isSchema(one) ? to(one) : one))
  }
  return made
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
