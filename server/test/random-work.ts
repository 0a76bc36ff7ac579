import { deliveries } from '../core/decision/delivery.ts'
import { effectuation } from '../core/decision/effectuation.ts'
import { workProducts } from '../core/decision/work-product.ts'
import { session } from '../core/session/session.ts'
import { taskTypeOf } from '../core/work/draft.ts'
import { scopeQuestion } from '../core/work/scope.ts'
import { type WorkCommand, work } from '../core/work/work.ts'
import { defaultProfile } from '../profile/default.ts'
import type { Random } from '../synth/random.ts'
import { type CaseInWork, isRefusal } from './case-in-work.ts'
import { sealDecision, signDecision } from './decide-in-work.ts'
import { alice, bob } from './given.ts'

const caseId = 'case_1'
const profile = defaultProfile
const typeOf = (name: string) => taskTypeOf({ profile }, name)

/** One command that may fit; what was done, or nothing where it was refused. */
export function tryOne(one: CaseInWork, random: Random, name: string): string | undefined {
  const { tasks, timers, sessions, workProduct, owed } = one.state
  const pick = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor(random.next() * items.length)]
  const task = pick(tasks)
  const type = task && typeOf(task.type)
  const actor = random.next() < 0.5 ? alice : bob
  const person = { kind: 'person' as const, id: actor.id, name: actor.name }
  const team = { kind: 'team' as const, id: 'caseSupport', name: 'Case support' }
  const outcome = pick(type?.outcomes ?? [])?.name
  const taskId = task?.id ?? ''
  const changes = task && scopeQuestion(task.type, 'appeal', profile) ? { changes: { scope: 'case' } } : {}
  const child = pick(type?.children ?? [])
  const sessionId = pick(Object.keys(sessions)) ?? ''
  const deliveryId = pick(owed) ?? ''
  const isDrafted = workProduct?.status === 'draft'
  const soon = (days: number) => new Date(one.at.getTime() + days * 86_400_000).toISOString()
  const ofWork = (command: object) => () => one.run(work, { caseId, ...command } as WorkCommand, { actor })
  const choices: [string, () => unknown][] = [
    [
      'docket',
      ofWork({ type: 'docket', docket: pick(profile.dockets)?.name, findings: [], mayOverride: true }),
    ],
    ['startTask', ofWork({ type: 'startTask', taskId })],
    ['assignTask', ofWork({ type: 'assignTask', taskId, assignee: random.next() < 0.5 ? person : team })],
    [
      'holdTask',
      ofWork({ type: 'holdTask', taskId, until: soon(5), why: 'Waiting.', timerId: `timer_${name}` }),
    ],
    ['resumeTask', ofWork({ type: 'resumeTask', taskId })],
    ['cancelTask', ofWork({ type: 'cancelTask', taskId, why: 'Because.' })],
    [
      'openTask',
      ofWork({ type: 'openTask', parentId: taskId, taskType: child ?? 'letter', newTaskId: `task_${name}` }),
    ],
    ...Array.from({ length: 4 }, (): [string, () => unknown] => [
      'completeTask',
      ofWork({ type: 'completeTask', taskId, outcome, note: 'So.', person, ...changes }),
    ]),
    [
      'routeMail',
      ofWork({
        type: 'routeMail',
        mailType: pick(profile.mailTypes)?.name,
        newTaskId: `task_${name}`,
        documentId: pick(['doc_1', 'doc_2']),
      }),
    ],
    ['fireTimer', () => timers.map(({ id }) => one.run(work, { type: 'fireTimer', caseId, timerId: id }))],
    ['passDays', () => one.passDays(Math.floor(random.next() * 60) - 10)],
    [
      'requestSession',
      () => one.run(session, { type: 'requestSession', caseId, sessionId: `session_${name}`, kind: 'video' }),
    ],
    [
      'placeSession',
      () =>
        one.run(session, {
          type: 'placeSession',
          caseId,
          sessionId,
          slot: { startsAt: soon(1), minutes: 60, timeZone: 'UTC' },
          consent: 'Everybody has agreed.',
        }),
    ],
    [
      'endSession',
      () =>
        one.run(session, {
          type: 'endSession',
          caseId,
          sessionId,
          outcome: pick(['held', 'noShow', 'postponed', 'withdrawn'] as const) ?? 'held',
        }),
    ],
    [
      'sign',
      () => {
        if (!tasks.some(({ type }) => type === 'review')) return
        const of = { caseId, workProductId: isDrafted ? workProduct.id : `wp_${name}` }
        signDecision(one, { ...of, isDrafted }, ['party_1', 'party_2'])
        if (random.next() < 0.7) sealDecision(one, of)
      },
    ],
    [
      'draft',
      () =>
        tasks.some(({ type }) => type === 'drafting') &&
        one.run(workProducts, {
          type: 'draft',
          caseId,
          workProductId: `product_${name}`,
          title: 'Decision',
          contentSha256: 'b'.repeat(64),
          issueIds: [],
        }),
    ],
    [
      'discard',
      () =>
        workProduct?.status === 'draft' &&
        one.run(workProducts, { type: 'discard', caseId, workProductId: workProduct.id, why: 'Anew.' }),
    ],
    [
      'seal',
      () => workProduct?.packageSha256 && sealDecision(one, { caseId, workProductId: workProduct.id }),
    ],
    ['recall', () => one.run(workProducts, { type: 'recallInForce', caseId, why: 'An error.' })],
    [
      'reportEffectuation',
      () =>
        one.run(effectuation, {
          type: 'reportEffectuation',
          caseId,
          result: pick(['completed', 'failed'] as const) ?? 'failed',
          why: `Because of ${name}.`,
        }),
    ],
    [
      'receiptDelivery',
      () =>
        one.run(deliveries, {
          type: 'receiptDelivery',
          caseId,
          deliveryId,
          channel: 'mail',
          sentAt: soon(0),
        }),
    ],
    ['failDelivery', () => one.run(deliveries, { type: 'failDelivery', caseId, deliveryId, why: 'Moved.' })],
  ]
  // What exists rarely is tried often, so that the walk gets there.
  const rare = choices.filter(
    ([what]) =>
      (what === 'sign' && tasks.some(({ type }) => type === 'review')) ||
      (what === 'seal' && workProduct?.packageSha256) ||
      (what === 'reportEffectuation' && workProduct?.status === 'released') ||
      (owed.length > 0 && what.endsWith('Delivery')) ||
      (what === 'docket' && one.state.docket === null),
  )
  const [what, act] = pick(random.next() < 0.4 && rare.length > 0 ? rare : choices) as [string, () => unknown]
  const before = one.events.length
  try {
    act()
  } catch (error) {
    if (!isRefusal(error)) throw error
    return undefined
  }
  return one.events.length > before ? what : undefined
}
