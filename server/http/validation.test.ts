import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { routes } from '@portico/contract/table'
import { legible } from '@portico/contract/text'
import Type, { type TSchema } from '@portico/contract/type'
import Fastify from 'fastify'
import { createErrorHandler } from './errors.ts'
import { parseBodies } from './json-body.ts'
import { schemaErrorFormatter, validatorCompiler } from './validation.ts'

const closed = { additionalProperties: false }
const Body = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 5, pattern: legible }),
    status: Type.Union([Type.Literal('open'), Type.Literal('closed'), Type.Literal('held')]),
    country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$', examples: ['US'] })),
    on: Type.Optional(Type.String({ format: 'date' })),
    page: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
    to: Type.Optional(
      Type.Union([
        Type.Union([
          Type.Object({ kind: Type.Literal('person'), id: Type.String({ minLength: 3 }) }, closed),
          Type.Object({ kind: Type.Literal('queue'), queue: Type.String() }, closed),
        ]),
        Type.Object({ kind: Type.Literal('team'), team: Type.String() }, closed),
      ]),
    ),
    rows: Type.Optional(Type.Array(Type.Object({ at: Type.Integer() }, closed), { maxItems: 20 })),
  },
  closed,
)

async function refusalOf(body: unknown) {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSchemaErrorFormatter(schemaErrorFormatter)
  app.setErrorHandler(createErrorHandler({ isUnavailable: () => false }))
  parseBodies(app)
  app.post('/', { schema: { body: Body, querystring: Type.Object({}, closed) } }, async () => ({}))
  const { statusCode, body: text } = await app.inject({ method: 'POST', url: '/', payload: body as object })
  await app.close()
  return { statusCode, body: JSON.parse(text) as { error: string } }
}
const errorIn = async (body: unknown) => (await refusalOf(body)).body.error

describe('a body that is not as it should be', () => {
  it('is told everything at once, each fault with its field', async () => {
    const { statusCode, body } = await refusalOf({
      name: '',
      status: 'opne',
      country: 'usa',
      on: '2026-02-30',
      page: 0,
      to: { kind: 'person', id: 'x' },
      colour: 'red',
    })
    assert.equal(statusCode, 400)
    const sentences = [
      'The body has an unknown field: colour.',
      'name must have at least 1 character.',
      'country must be written like US.',
      'on must be a real date as YYYY-MM-DD.',
      'status must be one of open, closed, held. Did you mean open?',
      'page must be at least 1.',
      'to.id must have at least 3 characters.',
    ]
    assert.deepEqual(body, { error: sentences.join(' ') })
  })

  it('is told what is missing, and the nearest known name', async () => {
    assert.equal(
      await errorIn({ nmae: 'a', status: 'open' }),
      'The body must have name. The body has an unknown field: nmae. Did you mean name?',
    )
  })

  it('is told of a union what was meant', async () => {
    const said = (to: unknown) => errorIn({ name: 'a', status: 'open', to })
    assert.equal(await said('anna'), 'to must be an object.')
    assert.equal(
      await said({ kind: 'teem', team: 'a' }),
      'to.kind must be one of person, queue, team. Did you mean team?',
    )
    assert.equal(await said({ kind: 'team', team: 3 }), 'to.team must be a string.')
    assert.equal(await said({ kind: 'queue', queue: 3 }), 'to.queue must be a string.')
    assert.equal(await errorIn({ name: 'a', status: 'open', page: 'x' }), 'page must be an integer or null.')
  })

  it('is told ten faults at most', async () => {
    const error = await errorIn({
      name: 'a',
      status: 'open',
      rows: Array.from({ length: 15 }, () => ({ at: 'x' })),
    })
    const told = Array.from({ length: 10 }, (_, row) => `rows.${row}.at must be an integer.`)
    assert.equal(error, `${told.join(' ')} There are more errors.`)
  })

  it('that is very large is told its first fault only', async () => {
    const error = await errorIn({
      name: 'a',
      status: 'open',
      rows: Array.from({ length: 20_000 }, () => ({ at: 'x' })),
    })
    assert.equal(error, 'rows must have at most 20 entries.')
  })
})

describe('every schema of a request', () => {
  it('has words for each of its patterns', () => {
    const wordless: string[] = []
    const look = (schema: unknown, place: string) => {
      if (typeof schema !== 'object' || schema === null) return
      const { pattern, examples } = schema as { pattern?: string; examples?: unknown[] }
      if (typeof pattern === 'string' && pattern !== legible && !examples?.length) wordless.push(place)
      for (const [key, inner] of Object.entries(schema)) look(inner, `${place}.${key}`)
    }
    for (const [name, route] of Object.entries(routes)) {
      const { params, query, body } = route as { params?: TSchema; query?: TSchema; body?: TSchema }
      for (const [part, schema] of Object.entries({ params, query, body })) look(schema, `${name}.${part}`)
    }
    assert.deepEqual(wordless, [])
  })
})
