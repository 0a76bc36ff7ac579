import { describe, it } from 'node:test'
import { given, recorded } from '../../test/given.ts'
import type { Fact } from '../kernel/decider.ts'
import { type EffectuationCommand, effectuation } from './effectuation.ts'

const subject = 'product_1'
const of = { workProductId: 'product_1' }
const released: Fact = {
  type: 'workProduct.released',
  subject,
  data: { ...of, packageSha256: 'a'.repeat(64) },
}
const recalled: Fact = {
  type: 'workProduct.recalled',
  subject,
  data: { ...of, packageSha256: 'a'.repeat(64), wasReleased: true, why: 'An error.' },
}
const completed: Fact = { type: 'effectuation.completed', subject, data: of }
const failed = (why: string): Fact => ({ type: 'effectuation.failed', subject, data: { ...of, why } })
const report = (result: 'completed' | 'failed', why?: string) =>
  ({ type: 'reportEffectuation', caseId: 'case_1', result, ...(why ? { why } : {}) }) as EffectuationCommand
const after = (...facts: Fact[]) => given(effectuation, recorded(facts))

describe('putting a decision into effect', () => {
  it('completes or fails, once each', () => {
    after(released).when(report('completed')).then([completed])
    after(released, completed).when(report('completed')).then([])
    after(released)
      .when(report('failed', ' No account. '))
      .then([failed('No account.')])
    after(released, failed('No account.')).when(report('failed', 'No account.')).then([])
  })

  it('may fail for another reason, complete after all, and fail once it was said to be complete', () => {
    after(released, failed('No account.'))
      .when(report('failed', 'Returned.'))
      .then([failed('Returned.')])
    after(released, failed('No account.')).when(report('completed')).then([completed])
    after(released, completed)
      .when(report('failed', 'The payment came back.'))
      .then([failed('The payment came back.')])
  })

  it('fails again in the same words once it was said to be complete, and a failure with its time is told once', () => {
    after(released, failed('No account.'), completed)
      .when(report('failed', 'No account.'))
      .then([failed('No account.')])
    const failedAt = '2026-11-01T00:00:00.000Z'
    const timed = { ...failed('No account.'), data: { ...of, why: 'No account.', failedAt } } as Fact
    const telling = { ...report('failed', 'No account.'), failedAt }
    after(released, failed('No account.')).when(telling).then([timed])
    after(released, timed, completed).when(telling).then([])
    after(released)
      .when({ ...report('completed'), failedAt })
      .thenRefused('invalid', /failedAt must be left out/)
  })

  it('what is told late of an earlier time does not undo what is known of a later one', () => {
    const [early, late] = ['2026-11-01T00:00:00.000Z', '2026-11-01T02:00:00.000+01:00']
    const failedAt = (at: string) =>
      ({ ...failed('No account.'), data: { ...of, why: 'No account.', failedAt: at } }) as Fact
    const completedAt = (at: string) => ({ ...completed, data: { ...of, completedAt: at } }) as Fact
    const failing = (at: string) => ({ ...report('failed', 'No account.'), failedAt: at })
    const completing = (at: string) => ({ ...report('completed'), completedAt: at })
    after(released, completedAt(late)).when(failing(early)).then([])
    after(released, completedAt(early))
      .when(failing(late))
      .then([failedAt(late)])
    after(released, failedAt(late)).when(completing(early)).then([])
    after(released, failedAt(early))
      .when(completing(late))
      .then([completedAt(late)])
    after(released)
      .when({ ...failing(early), completedAt: late })
      .thenRefused('invalid', /completedAt must be left out/)
  })

  it('what was dated ahead of its time outranks nothing that is told later', () => {
    const ahead = '2999-01-01T00:00:00.000Z'
    const completedAhead = { ...completed, data: { ...of, completedAt: ahead } } as Fact
    const failedAhead = { ...failed('No.'), data: { ...of, why: 'No.', failedAt: ahead } } as Fact
    const [failedAt, completedAt] = ['2026-11-01T13:00:00.000Z', '2026-11-01T13:00:00.000Z']
    after(released, completedAhead)
      .when({ ...report('failed', 'No.'), failedAt })
      .then([{ ...failed('No.'), data: { ...of, why: 'No.', failedAt } } as Fact])
    after(released, failedAhead)
      .when({ ...report('completed'), completedAt })
      .then([{ ...completed, data: { ...of, completedAt } } as Fact])
  })

  it('is reported of the decision that is in force, and of no other', () => {
    const meant = (workProductId: string) => ({ ...report('completed'), workProductId })
    after(released).when(meant('product_1')).then([completed])
    after(released)
      .when(meant('product_0'))
      .thenRefused('stateForbids', /not in force/)
  })

  it('is reported of what is released, and a failure says why', () => {
    const none = /^No decision of this case has been released/
    after().when(report('completed')).thenRefused('stateForbids', none)
    after(released, completed, recalled).when(report('completed')).thenRefused('stateForbids', none)
    after(released)
      .when(report('failed'))
      .thenRefused('invalid', /why must be given/)
  })
})
