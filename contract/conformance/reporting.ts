import { reporting } from '../ports/reporting.ts'
import { changesNothing } from './effects.ts'
import { defineConformance } from './kit.ts'
import { sampleFile } from './sample-file.ts'
import { Skipped } from './trial.ts'

const at = '2026-03-02T15:04:05.000Z'
const event = {
  caseId: 'case_{id}',
  at,
  recordedAt: at,
  actor: { id: 'member_1', name: 'ada', kind: 'person' as const },
  correlationId: 'req_{id}',
  hash: sampleFile.sha256,
  type: 'task.started',
  data: { taskId: 'task_{id}' },
}
const state = {
  caseId: 'case_{id}',
  docketNumber: '240319-100482',
  caseType: 'appeal',
  status: 'drafting',
  elements: { priority: 'advanced' },
  version: 12,
}

export const reportingLaws = defineConformance({
  port: reporting,
  samples: {
    schedule: {},
    takeStates: { asOf: 20, cases: [state] },
    takeEvents: {
      after: 0,
      events: [
        { ...event, id: 'evt_{id}a', position: 1, sequence: 1 },
        { ...event, id: 'evt_{id}b', position: 2, sequence: 2 },
      ],
    },
    takeElements: {
      elements: [
        { name: 'priority{id}', label: 'Priority', values: [{ name: 'advanced', label: 'Advanced' }] },
      ],
    },
  },
  facts: {
    dashboardSaved: {
      dashboardId: 'backlog',
      title: 'Backlog',
      roles: ['adjudicator'],
      spec: {
        data: { name: 'ageInStep' },
        mark: 'bar',
        encoding: { x: { field: 'step', type: 'nominal' }, y: { field: 'cases', type: 'quantitative' } },
      },
      at,
    },
  },
  laws: [
    {
      name: 'knownEvents',
      says: 'An event that the tool has already changes nothing, under whatever key it comes.',
      async check(trial) {
        const adapter = await trial.adapter()
        if (!trial.has(adapter, 'takeEvents')) throw new Skipped('It does not declare events.')
        const input = await trial.input(adapter, 'takeEvents')
        await trial.call(adapter, 'takeEvents', input)
        await changesNothing(trial, 'The same run of events', () => trial.call(adapter, 'takeEvents', input))
      },
    },
    {
      name: 'newestState',
      says: 'A state that comes late never replaces a newer one.',
      async check(trial) {
        const adapter = await trial.adapter()
        if (!trial.has(adapter, 'takeStates')) throw new Skipped('It does not declare states.')
        const newer = await trial.input(adapter, 'takeStates')
        await trial.call(adapter, 'takeStates', newer)
        const cases = newer.cases.map((one) => ({ ...one, status: 'docketed', version: one.version - 1 }))
        await changesNothing(trial, 'An older state', () =>
          trial.call(adapter, 'takeStates', { asOf: newer.asOf - 1, cases }).catch(() => {}),
        )
      },
    },
  ],
})
