import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Route } from '@portico/contract/route'
import { routes } from '@portico/contract/table'
import type { PortsDesk } from '../app/boundary/ports-desk.ts'
import type { Portico } from '../app/portico.ts'
import type { Handlers } from './route.ts'
import { type Called, type Commanded, openRows } from './served.ts'

/** Has whatever is looked for in it. */
const anything: object = new Proxy(() => null, { get: () => anything, has: () => true })
const named = (name: string) => [name.split('.')[0], anything]
const called = Object.values<Route>(routes).flatMap(({ servedBy }) =>
  [servedBy && 'call' in servedBy ? servedBy.call : [], servedBy?.answer ?? []].flatMap(
    ([path = '']) => path,
  ),
)
const portico = Object.fromEntries(called.map(named)) as Portico
const ports = { list: () => [], find: () => null, inbox: { drop: () => null } } as unknown as PortsDesk

describe('rows that say what serves them', () => {
  it('a row served by what the application does not have fails at start, and is named', () => {
    assert.throws(() => openRows({ portico: {} as Portico, ports: {} as PortsDesk }), {
      message: /^The row \w+ is served by \w+\.\w+, which the application does not have\.$/,
    })
  })

  it('a row with a handler too fails at start', () => {
    const handlers = { getAppeal: () => null } as unknown as Handlers
    assert.throws(() => openRows({ portico, ports }).handlers(handlers), {
      message: 'The row getAppeal says what serves it (servedBy), and has a handler too.',
    })
  })

  it('a method that is not there, or takes something else, does not compile', () => {
    const fits: Called<'getTask', ['tasks.get', 'id', 'taskId', 'caller']> = 'fits'
    const missing: Called<'getTask', ['tasks.find', 'id', 'taskId', 'caller']> = [
      'is no method',
      'tasks.find',
    ]
    const swapped: Called<'getTask', ['tasks.get', 'id', 'caller', 'taskId']> = [
      'takes other arguments',
      'tasks.get',
    ]
    const notInRow: Called<'getTask', ['tasks.get', 'id', 'partyId', 'caller']> = [
      'takes other arguments',
      'tasks.get',
    ]
    assert.deepEqual([fits, missing[0], swapped[0], notInRow[0]].length, 4)
  })

  it('a command that is not there, lacks a member or has one too many does not compile', () => {
    const fits: Commanded<'decideIssue', 'issue.decideIssue'> = 'fits'
    const unknown: Commanded<'decideIssue', 'issue.settleIssue'> = ['is no command', 'issue.settleIssue']
    const noAggregate: Commanded<'decideIssue', 'issues.decideIssue'> = [
      'is no aggregate',
      'issues.decideIssue',
    ]
    const lacking: Commanded<'startTask', 'task.cancelTask'> = ['takes something else', 'task.cancelTask']
    const tooMany: Commanded<'decideIssue', 'issue.restoreIssue'>[0] = 'does not take'
    assert.deepEqual([fits, unknown[0], noAggregate[0], lacking[0], tooMany].length, 5)
  })
})
