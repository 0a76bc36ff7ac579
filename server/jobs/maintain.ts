import Type from '@portico/contract/type'
import { forgetOldAnswers } from '../app/engine/forget-old-answers.ts'
import { forgetPlans } from '../store/session-plans.ts'
import { defineJob } from './define-job.ts'

export const maintain = defineJob({
  name: 'maintain',
  does: 'Deletes expired data, purges cases that are due, and requeues abandoned work',
  lane: 'bulk',
  needs: [
    'clock',
    'custody',
    'db',
    'finishPurges',
    'maintainIdentity',
    'preferences',
    'presence',
    'resumeAll',
    'uploads',
  ],
  payload: Type.Object({}),
  key: () => 'all',
  at: '7 * * * *',
  async run(_, { parts, signal }) {
    const { db, clock } = parts
    await parts.maintainIdentity()
    await forgetOldAnswers(db, clock())
    await forgetPlans(db, clock())
    await parts.preferences.forgetLeft()
    await parts.presence.forgetGone()
    await parts.resumeAll()
    await parts.uploads.removeExpired(clock())
    await parts.custody.purgeDue({ byItself: true, signal })
    await parts.finishPurges(signal)
  },
})
