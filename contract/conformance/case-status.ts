import { caseStatus } from '../ports/case-status.ts'
import { changesNothing } from './effects.ts'
import { defineConformance } from './kit.ts'

const at = '2026-03-02T15:04:05.000Z'
const announced = {
  case: {
    caseId: 'case_{id}',
    docketNumber: '240319-100482',
    caseType: 'appeal',
    aliases: [{ source: 'registry', externalId: 'R-{id}' }],
  },
  status: 'drafting',
  at,
  sequence: 12,
}
const upstream = { source: 'registry', externalId: 'R-1', at }

export const caseStatusLaws = defineConformance({
  port: caseStatus,
  samples: {
    announceCreated: { ...announced, status: 'docketed', sequence: 1 },
    announceTransition: { ...announced, from: 'docketed', to: 'drafting' },
    announceClosure: { ...announced, status: 'closed', outcome: 'wp_{id}', why: 'decided', sequence: 30 },
  },
  facts: {
    caseSubmitted: {
      ...upstream,
      caseType: 'appeal',
      veteran: { firstName: 'Maria', lastName: 'Lindqvist' },
      receiptDate: '2024-03-19',
    },
    statusChanged: { ...upstream, externalStatus: 'certified' },
    retracted: { ...upstream, why: 'Filed twice.' },
  },
  laws: [
    {
      name: 'sequence',
      says: 'An announcement that comes late never overrides a newer one.',
      async check(trial) {
        const adapter = await trial.adapter()
        const newer = await trial.input(adapter, 'announceTransition')
        await trial.call(adapter, 'announceTransition', newer)
        const older = { ...newer, status: 'docketed', to: 'docketed', sequence: newer.sequence - 1 }
        await changesNothing(trial, 'An older transition', () =>
          trial.call(adapter, 'announceTransition', older).catch(() => {}),
        )
      },
    },
    {
      name: 'closed',
      says: 'A closed case stays closed when an older transition comes late.',
      async check(trial) {
        const adapter = await trial.adapter()
        const closure = await trial.input(adapter, 'announceClosure')
        await trial.call(adapter, 'announceClosure', closure)
        const { case: of, at: when } = closure
        const late = {
          case: of,
          at: when,
          status: 'drafting',
          to: 'drafting',
          sequence: closure.sequence - 1,
        }
        await changesNothing(trial, 'A transition from before the closure', () =>
          trial.call(adapter, 'announceTransition', late).catch(() => {}),
        )
      },
    },
  ],
})
