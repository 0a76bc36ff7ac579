import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Row, routeOf, type WithoutTrace } from './route.ts'

const row = {
  method: 'GET',
  path: '/cases/{id}/stamps',
  audience: 'staff',
  needs: 'readCases',
  trace: 'standing',
  summary: 'List the stamps of a case',
  answers: {},
} as const satisfies Row

const without = (name: keyof typeof row) => {
  const { [name]: _, ...rest } = row
  return () => routeOf('listStamps', rest as Row, 'Cases')
}

describe('what a row must say', () => {
  it('a row that says it all is a route', () => {
    assert.equal(routeOf('listStamps', row, 'Cases').tag, 'Cases')
  })

  it('a row without needs is refused', () => {
    assert.throws(without('needs'), {
      message: 'The row listStamps must say which action it needs (needs), or that it is public.',
    })
  })

  it('a row without an audience is refused', () => {
    assert.throws(without('audience'), {
      message:
        'The row listStamps must say whom its answer is for (audience): deliberation, staff, integration, party.',
    })
  })

  it('a row about a case without a trace is refused', () => {
    assert.throws(without('trace'), {
      message:
        'The row listStamps is about a case: it must say what it leaves in the access log (trace), or why nothing: change, standing, list, link, own.',
    })
  })

  it('a row that leaves it to the request what is needed is served by a handler', () => {
    const needs = { dependsOnRequest: ['readCases'] } as const
    const served = { ...row, needs, servedBy: { command: 'stamp.list' } } as const
    assert.throws(() => routeOf('listStamps', served, 'Cases'), {
      message:
        'The row listStamps needs an action that depends on the request: a handler decides which, so it has no servedBy.',
    })
  })

  it('a row that is about no case needs no trace', () => {
    const { trace: _, ...rest } = row
    assert.equal(routeOf('listStamps', { ...rest, path: '/stamps' }, 'Cases').trace, undefined)
    assert.equal(routeOf('listStamps', { ...rest, about: 'service' }, 'Cases').trace, undefined)
  })

  it('the type names the rows that say nothing of a trace', () => {
    type Rows = {
      traced: { path: '/cases/{id}/stamps'; trace: 'own' }
      forgotten: { path: '/cases/{id}/seals' }
      ofService: { path: '/cases/{id}/tombs'; about: 'service' }
      ofNoCase: { path: '/stamps' }
    }
    const name: WithoutTrace<Rows> = 'forgotten'
    // @ts-expect-error Only the forgotten one is named.
    const other: WithoutTrace<Rows> = 'traced'
    assert.notEqual(name, other)
  })
})
