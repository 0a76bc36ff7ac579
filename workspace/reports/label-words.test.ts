import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Group, sayWords, wordsByField } from './label-words.ts'
import type { Report } from './labelled.ts'

const report = (name: string, columns: Report['columns'], rows: Report['rows']): Report => ({
  ...{ name, label: name, definition: 'Some of them.', asOf: '2026-01-01T00:00:00.000Z' },
  ...{ columns, rows },
})
const text = (name: string) => ({ name, label: name, type: 'text' as const })
const count = (name: string, label: string) => ({ name, label, type: 'integer' as const })

describe('the words of a chart', () => {
  const labels = (column: string, value: unknown) => `${column} of ${value}`
  const reports = [
    report('ageInStep', [text('step')], [{ step: 'drafting' }]),
    report('queueDepth', [text('team')], [{ team: 'caseSupport' }]),
    report('throughput', [count('opened', 'Opened'), count('closed', 'Closed')], []),
    report('decisions', [text('disposition')], [{ disposition: 'allowed' }]),
  ]
  const said = wordsByField(reports, labels)

  it('are those that people use, on axes and in legends of charts beside each other', () => {
    const left: Group = { axes: [{ scale: 'one_y' }, { scale: 'one_y', labels: false }] }
    const right: Group = { legends: [{ fill: 'two_color', symbolType: 'square' }, { stroke: 'folded' }] }
    const scales = [
      { name: 'one_y', type: 'band', domain: { data: 'a', field: 'step', sort: true } },
      { name: 'two_color', type: 'ordinal', domain: { fields: [{ data: 'b', field: 'disposition' }] } },
      { name: 'folded', type: 'ordinal', domain: { data: 'c', field: 'what' } },
    ]
    sayWords({ scales, marks: [left, right] }, said)
    const signals = [...(left.axes ?? []), ...(right.legends ?? [])].map(
      ({ encode }) => (encode?.labels?.update?.text as { signal?: string } | undefined)?.signal,
    )
    assert.deepEqual(signals, [
      '({"drafting":"step of drafting"})[datum.value] || datum.value',
      undefined,
      '({"allowed":"disposition of allowed"})[datum.value] || datum.value',
      '({"step":"step","team":"team","opened":"Opened","closed":"Closed","disposition":"disposition"})[datum.value] || datum.value',
    ])
  })

  it('leave axes of days and counts, and labels that the chart writes itself, as they are', () => {
    const guide = () => ({ scale: 'x', encode: { labels: { update: { text: { value: 'own' } } } } })
    const scales = [
      { name: 'x', type: 'band', domain: { data: 'd', field: 'step' } },
      { name: 'y', type: 'linear', domain: { data: 'd', field: 'cases' } },
    ]
    const group = { scales, axes: [guide(), { scale: 'y' }] }
    sayWords(group, said)
    assert.deepEqual(group.axes, [guide(), { scale: 'y' }])
  })
})
