import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { routes } from '@portico/contract/table'
import Fastify, { type FastifyInstance } from 'fastify'
import { type Handlers, type Serving, serveRoutes } from './route.ts'
import { validatorCompiler } from './validation.ts'

const all = Object.fromEntries(Object.keys(routes).map((name) => [name, async () => ({})]))
const newApp = () => Fastify() as unknown as FastifyInstance
const start = (handlers: Record<string, unknown>, app = newApp()) =>
  serveRoutes(app, {} as Serving, handlers as Handlers)

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

  it('a handler that must authorize and does not gives nothing away', async () => {
    const app = newApp()
    app.decorate('clock', () => new Date(0))
    app.setValidatorCompiler(validatorCompiler)
    start(all, app)
    const { statusCode, json } = await app.inject('/cases/case_1/decision-package')
    assert.equal(statusCode, 500)
    assert.equal(json().message, 'The handler of getDecisionPackage has authorized nobody.')
  })
})
