import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ReportColumn } from '@portico/sdk'
import { faultsOfChart, reportsOfChart } from '../../contract/charts.ts'
import { chartOf } from './chart-of.ts'
import { labelled, labelsOf, type Report } from './labelled.ts'

const column = (name: string, type: ReportColumn['type']): ReportColumn => ({
  name,
  label: `The ${name}`,
  type,
})

const report = (columns: ReportColumn[], rows: Report['rows']): Report => ({
  name: 'some',
  label: 'Some',
  definition: 'Some of them.',
  asOf: '2026-01-01T00:00:00.000Z',
  columns,
  rows,
})

const period = column('period', 'date')
const step = column('step', 'text')
const cases = column('cases', 'integer')

describe('the chart of a report', () => {
  it('uses nothing that a dashboard may not, and the data of the report alone', () => {
    const reports = [
      report([period, column('opened', 'integer'), column('closed', 'integer')], [{ period: '2026-01-01' }]),
      report([period, column('disposition', 'text'), cases], [{ period: '2026-01-01' }]),
      report([step, cases, column('p50', 'number')], [{ step: 'drafting' }]),
      report([column('team', 'text'), column('status', 'text'), cases], [{ team: 'drafters' }]),
    ]
    for (const one of reports) {
      const spec = chartOf(one)
      assert.ok(spec)
      assert.deepEqual(faultsOfChart(spec), [])
      assert.deepEqual(reportsOfChart(spec), ['some'])
    }
  })

  it('is none where nothing is counted, or nothing would be seen', () => {
    assert.equal(chartOf(report([step, cases], [])), undefined)
    assert.equal(chartOf(report([step], [{ step: 'drafting' }])), undefined)
    assert.equal(chartOf(report([cases], [{ cases: 4 }])), undefined)
    const rules = [column('invariant', 'integer'), column('rule', 'text'), column('broken', 'integer')]
    assert.equal(chartOf(report(rules, [{ invariant: 1, rule: 'r', broken: 0 }])), undefined)
    const many = Array.from({ length: 300 }, (_, index) => ({ step: `s${index}`, cases: 1 }))
    assert.equal(chartOf(report([step, cases], many)), undefined)
  })

  it('has the words that people see, of the element that a column is of', () => {
    const elements = [
      { name: 'step', label: 'Step', values: [{ name: 'drafting', label: 'Drafting' }] },
      { name: 'taskStatus', label: 'Status', values: [{ name: 'onHold', label: 'On hold' }] },
    ]
    const labels = labelsOf(elements)
    const given = report(
      [step, cases],
      [{ step: 'drafting', status: 'onHold', assignee: 'Rosa Alvarez', cases: 4 }],
    )
    assert.deepEqual(labelled(given, labels).rows, [
      { step: 'Drafting', status: 'On hold', assignee: 'Rosa Alvarez', cases: 4 },
    ])
    assert.deepEqual(labels('step', 'gone'), 'gone')
    assert.deepEqual(labels('step', null), null)
  })
})
