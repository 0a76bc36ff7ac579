import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { routes } from '@portico/contract/routes'
import Fastify from 'fastify'
import Type, { type TSchema } from 'typebox'
import { createErrorHandler } from './errors.ts'
import { parseBodies } from './json-body.ts'
import { schemaErrorFormatter, validatorCompiler } from './validation.ts'

const closed = { additionalProperties: false }
const Body = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 5, pattern: '\\S' }),
    status: Type.Union([Type.Literal('open'), Type.Literal('closed'), Type.Literal('held')]),
    country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$', examples: ['US'] })),
    on: Type.Optional(Type.String({ format: 'date' })),
    page: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
    to: Type.Optional(
      Type.Union([
        Type.Object({ kind: Type.Literal('person'), id: Type.String({ minLength: 3 }) }, closed),
        Type.Object({ kind: Type.Literal('team'), team: Type.String() }, closed),
      ]),
    ),
    rows: Type.Optional(Type.Array(Type.Object({ at: Type.Integer() }, closed), { maxItems: 20 })),
  },
  closed,
)

async function faultsIn(body: unknown) {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSchemaErrorFormatter(schemaErrorFormatter)
  app.setErrorHandler(createErrorHandler({ isUnavailable: () => false }))
  parseBodies(app)
  app.post('/', { schema: { body: Body, querystring: Type.Object({}, closed) } }, async () => ({}))
  const { statusCode, body: text } = await app.inject({ method: 'POST', url: '/', payload: body as object })
  await app.close()
  return {
    statusCode,
    ...(JSON.parse(text) as { error: string; faults: { field: string; message: string }[] }),
  }
}

describe('a body that is not as it should be', () => {
  it('is told everything at once, each fault with its field', async () => {
    const { statusCode, error, faults } = await faultsIn({
      name: '',
      status: 'opne',
      country: 'usa',
      on: '2026-02-30',
      page: 0,
      to: { kind: 'person', id: 'x' },
      colour: 'red',
    })
    assert.equal(statusCode, 400)
    assert.deepEqual(
      new Map(faults.map(({ field, message }) => [field, message])),
      new Map([
        ['colour', 'The body has an unknown field: colour.'],
        ['name', 'name must not be empty.'],
        ['country', 'country must be written like US.'],
        ['on', 'on must be a real date as YYYY-MM-DD.'],
        ['status', 'status must be one of open, closed, held. Did you mean open?'],
        ['page', 'page must be at least 1.'],
        ['to.id', 'to.id must have at least 3 characters.'],
      ]),
    )
    assert.equal(error, faults.map(({ message }) => message).join(' '))
  })

  it('is told what is missing, and the nearest known name', async () => {
    const { faults } = await faultsIn({ nmae: 'a', status: 'open' })
    assert.deepEqual(faults, [
      { field: 'name', message: 'The body must have name.' },
      { field: 'nmae', message: 'The body has an unknown field: nmae. Did you mean name?' },
    ])
  })

  it('is told of a union what was meant', async () => {
    const said = async (to: unknown) => (await faultsIn({ name: 'a', status: 'open', to })).error
    assert.equal(await said('anna'), 'to must be an object.')
    assert.equal(
      await said({ kind: 'teem', team: 'a' }),
      'to.kind must be person or team. Did you mean team?',
    )
    assert.equal(await said({ kind: 'team', team: 3 }), 'to.team must be a string.')
    const { error } = await faultsIn({ name: 'a', status: 'open', page: 'x' })
    assert.equal(error, 'page must be an integer or null.')
  })

  it('is told ten faults at most', async () => {
    const { error, faults } = await faultsIn({
      name: 'a',
      status: 'open',
      rows: Array.from({ length: 15 }, () => ({ at: 'x' })),
    })
    assert.equal(faults.length, 10)
    assert.match(error, /There is more\.$/)
  })

  it('that is very large is told its first fault only', async () => {
    const { faults } = await faultsIn({
      name: 'a',
      status: 'open',
      rows: Array.from({ length: 20_000 }, () => ({ at: 'x' })),
    })
    assert.deepEqual(faults, [{ field: 'rows', message: 'rows has at most 20 entries.' }])
  })
})

describe('every schema of a request', () => {
  it('has words for each of its patterns', () => {
    const wordless: string[] = []
    const look = (schema: unknown, place: string) => {
      if (typeof schema !== 'object' || schema === null) return
      const { pattern, examples } = schema as { pattern?: string; examples?: unknown[] }
      if (typeof pattern === 'string' && pattern !== '\\S' && !examples?.length) wordless.push(place)
      for (const [key, inner] of Object.entries(schema)) look(inner, `${place}.${key}`)
    }
    for (const [name, route] of Object.entries(routes)) {
      const { params, query, body } = route as { params?: TSchema; query?: TSchema; body?: TSchema }
      for (const [part, schema] of Object.entries({ params, query, body })) look(schema, `${name}.${part}`)
    }
    assert.deepEqual(wordless, [])
  })
})
