import Type from '@portico/contract/type'
import { forgetOldAnswers } from '../app/engine/forget-old-answers.ts'
import { forgetPlans } from '../store/session-plans.ts'
import { defineJob } from './define-job.ts'

export const maintain = defineJob({
  name: 'maintain',
  does: 'Deletes expired data, purges cases that are due, and requeues abandoned work',
  lane: 'bulk',
  payload: Type.Object({}),
  key: () => 'all',
  at: '7 * * * *',
  async run(_, { parts, signal }) {
    const { db, clock, portico } = parts
    await parts.maintainIdentity()
    await forgetOldAnswers(db, clock())
    await forgetPlans(db, clock())
    await portico.preferences.forgetLeft()
    await portico.presence.forgetGone()
    await parts.resumeAll()
    await portico.uploads.removeExpired(clock())
    await portico.custody.purgeDue({ byItself: true, signal })
    await parts.finishPurges(signal)
  },
})
