import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { routes } from '@portico/contract/table'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Portico } from '../app/portico.ts'
import { type Handlers, serveRoutes } from './route.ts'

const all = Object.fromEntries(Object.keys(routes).map((name) => [name, async () => ({})]))
const start = (handlers: Record<string, unknown>) =>
  serveRoutes(Fastify() as unknown as FastifyInstance, {} as Portico, handlers as Handlers)

describe('serving the table of routes', () => {
  it('a route without a handler fails at start', () => {
    const { addTag: _, health: __, ...others } = all
    assert.throws(() => start(others), { message: 'Routes without a handler: addTag, health.' })
  })

  it('a handler without a route fails at start', () => {
    assert.throws(() => start({ ...all, addTags: all.addTag }), {
      message: 'Handlers without a route: addTags.',
    })
  })

  it('with one handler for each, all are served', () => {
    start(all)
  })
})
