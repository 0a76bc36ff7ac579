import type { TSchema } from '@portico/contract/type'
import type { Ajv, AnySchemaObject, ErrorObject, KeywordCxt, ValidateFunction } from 'ajv'
import type { DataValidationCxt } from 'ajv/dist/types/index.js'

type Codegen = Pick<typeof import('ajv'), '_' | 'Name' | 'str'>
type Schema = Record<string, unknown>

/** Shorter schemas remain one function. */
const minDivided = 20_000
const minPart = 400

/**
 * Ajv compiles a schema into one function, in which whatever the schema repeats is repeated: for the text of a draft, a
 * million characters, on which the optimizing compiler of V8 spent gigabytes that it never released. Here each repeated
 * part of a long schema becomes a function of its own. The paths of errors stay the same.
 */
export function inParts(whole: TSchema): AnySchemaObject {
  if (JSON.stringify(whole).length < minDivided) return whole
  const times = new Map<string, number>()
  const count = (schema: Schema): Schema => {
    const key = JSON.stringify(schema)
    times.set(key, (times.get(key) ?? 0) + 1)
    return times.get(key) === 1 ? mapInner(schema, count) : schema
  }
  count(whole as Schema)
  const parts = new Map<string, Schema>()
  const divide = (schema: Schema): Schema => {
    const key = JSON.stringify(schema)
    if (key.length < minPart || times.get(key) === 1 || hasDefault(schema)) return mapInner(schema, divide)
    let part = parts.get(key)
    if (!part) {
      part = mapInner(schema, divide)
      parts.set(key, part)
    }
    return { part }
  }
  return mapInner(whole as Schema, divide)
}

/** Adds the keyword that `inParts` divides schemas with. */
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

function underPath(validate: ValidateFunction, schemaPath: string) {
  const check = (data: unknown, instancePath: string): boolean => {
    // Only coercion asks for the parent.
    if (validate(data, { instancePath } as DataValidationCxt)) return true
    check.errors = (validate.errors ?? []).map((error) => ({
      ...error,
      schemaPath: schemaPath + error.schemaPath.slice(1),
    }))
    return false
  }
  check.errors = [] as ErrorObject[]
  return check
}

/** Ajv ignores defaults within a union, and a part compiled by itself would not know that it is within one. */
function hasDefault(schema: Schema): boolean {
  let found = 'default' in schema
  mapInner(schema, (inner) => {
    found ||= hasDefault(inner)
    return inner
  })
  return found
}

/** Replaces each schema directly within a schema. */
function mapInner(schema: Schema, map: (inner: Schema) => Schema): Schema {
  const mapped = { ...schema }
  for (const keyword of ['items', 'additionalProperties', 'propertyNames', 'not']) {
    const inner = schema[keyword]
    if (isSchema(inner)) mapped[keyword] = map(inner)
  }
  for (const keyword of ['properties', 'patternProperties']) {
    const inner = schema[keyword]
    if (isSchema(inner))
      mapped[keyword] = Object.fromEntries(
        Object.entries(inner).map(([name, member]) => [name, isSchema(member) ? map(member) : member]),
      )
  }
  for (const keyword of ['anyOf', 'allOf', 'oneOf']) {
    const inner = schema[keyword]
    if (Array.isArray(inner)) mapped[keyword] = inner.map((form) => (isSchema(form) ? map(form) : form))
  }
  return mapped
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
