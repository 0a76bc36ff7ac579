import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { schemaSentence } from '../core/schema-sentence.ts'
import { HttpRefusal } from './errors.ts'

const strictAjv = new Ajv({ strict: false, coerceTypes: false, useDefaults: true })
const coercingAjv = new Ajv({ strict: false, coerceTypes: true, useDefaults: true })
for (const ajv of [strictAjv, coercingAjv]) formats.default(ajv)

/** A body means what its JSON says; a query and a path are text, so numbers and booleans are read from it. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  let compiled: ValidateFunction | undefined
  const validate = (value: unknown): boolean => {
    // At its first use: a start does not wait for the schemas of every route.
    compiled ??= (httpPart === 'body' ? strictAjv : coercingAjv).compile(schema)
    const isValid = compiled(value) as boolean
    validate.errors = compiled.errors ?? null
    return isValid
  }
  validate.errors = null as ErrorObject[] | null
  return validate
}

export function schemaErrorFormatter(errors: { message?: string }[], part: string): Error {
  const where = part === 'body' ? 'The body' : part === 'querystring' ? 'The query' : 'The path'
  return new Error(
    schemaSentence(errors as ErrorObject[], where, part === 'querystring' ? 'parameter' : 'field'),
  )
}

/** For a body that Fastify did not read. */
export function validatedBody(schema: TSchema, body: unknown): unknown {
  refuseUnstorableParts({ body })
  return validated(schema, body, 'The body', 'field')
}

/** For what a query says in words of its own. */
export function validatedQuery<Schema extends TSchema>(schema: Schema, query: unknown): Static<Schema> {
  return validated(schema, query, 'The query', 'parameter') as Static<Schema>
}

function validated(schema: TSchema, value: unknown, where: string, noun: 'field' | 'parameter'): unknown {
  let validate = validators.get(schema)
  if (!validate) {
    validate = strictAjv.compile(schema)
    validators.set(schema, validate)
  }
  if (!validate(value)) throw new HttpRefusal(400, schemaSentence(validate.errors ?? [], where, noun))
  return value
}

const validators = new WeakMap<TSchema, ValidateFunction>()

const deepest = 64

/** What a schema of one field cannot say; looked at level by level, since the depth is the caller's choice. */
export async function refuseUnstorable({ body, params: path, query }: FastifyRequest) {
  refuseUnstorableParts({ body, path, query })
}

export function refuseUnstorableParts(parts: Record<string, unknown>) {
  for (const [name, part] of Object.entries(parts)) {
    let level: unknown[] = [part]
    for (let depth = 0; level.length > 0; depth++) {
      if (depth > deepest)
        throw new HttpRefusal(400, `The ${name} is nested more than ${deepest} levels deep.`)
      if (!level.every(isText)) throw new HttpRefusal(400, `The ${name} has a character that is not text.`)
      if (level.includes(Infinity) || level.includes(-Infinity))
        throw new HttpRefusal(400, `The ${name} has a number that is out of range.`)
      level = level.flatMap(membersOf)
    }
  }
}

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
function isText(value: unknown): boolean {
  return typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'))
}

function membersOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Array.isArray(value) ? value : Object.entries(value).flat()
}
