import { Ajv, type ErrorObject } from 'ajv'
import formats from 'ajv-formats'
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { HttpRefusal } from './errors.ts'

const strictAjv = new Ajv({ strict: false, coerceTypes: false, useDefaults: true })
const coercingAjv = new Ajv({ strict: false, coerceTypes: true, useDefaults: true })
for (const ajv of [strictAjv, coercingAjv]) formats.default(ajv)

/** A body means what its JSON says; a query and a path are text, so numbers and booleans are read from it. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? strictAjv : coercingAjv).compile(schema)

export function schemaErrorFormatter(errors: { message?: string }[], part: string): Error {
  return new Error(sentenceOf(errors[0] as ErrorObject, part))
}

function sentenceOf({ keyword, params, instancePath, message }: ErrorObject, part: string): string {
  const where = part === 'body' ? 'The body' : part === 'querystring' ? 'The query' : 'The path'
  const field = instancePath.slice(1).replaceAll('/', '.')
  switch (keyword) {
    case 'additionalProperties':
      return `${where} has an unknown field: ${params.additionalProperty}.`
    case 'required':
      return `${where} must have ${field ? `${field}.` : ''}${params.missingProperty}.`
    case 'type':
      return field ? `${field} must be ${article(params.type)}.` : `${where} must be ${article(params.type)}.`
    case 'format':
      return `${field} must be a ${params.format === 'date' ? 'real date as YYYY-MM-DD' : params.format}.`
    default:
      return `${field || where} ${message}.`
  }
}

const article = (type: string) => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)

/** PostgreSQL stores neither NUL nor half a surrogate pair; such text is refused before anything is read. */
export async function refuseUnstorableText(request: FastifyRequest) {
  for (const [name, part] of Object.entries({
    body: request.body,
    path: request.params,
    query: request.query,
  })) {
    if (!isStorable(part)) throw new HttpRefusal(400, `The ${name} has a character that is not text.`)
  }
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, member]) => isStorable(key) && isStorable(member))
}
