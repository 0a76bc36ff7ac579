import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { DecisionPackageDetail } from '@portico/contract/decision-package'
import type { Ending } from '@portico/contract/endings'
import type { PorticoEvent } from '@portico/contract/events'
import type { IssueList } from '@portico/contract/issues'
import type { Task, TaskList } from '@portico/contract/tasks'
import type { Blockers, WorkProduct, WorkProductPreview } from '@portico/contract/work-products'
import { conforms } from '../conforms.ts'
import { submitSmallDraft } from '../released-decision.ts'
import { type Http, type Reply, startWorld, type World } from '../world.ts'

/** Dora writes and Judith reviews; Dan and Jules are colleagues with the same roles. */
describe('the issues of a case that somebody has in hand', () => {
  let world: World
  let dora: Http
  let dan: Http
  let judith: Http
  let jules: Http
  let clerk: Http
  let support: Http
  let issueIds: string[]
  let productId: string
  before(async () => {
    world = await startWorld()
    dan = await world.member('dan', ['drafter'])
    jules = await world.member('jules', ['adjudicator'])
    clerk = await world.member('mia', ['mailClerk'])
    support = await world.member('sue', ['caseSupport'])
    const draft = await submitSmallDraft(world)
    dora = draft.drafter
    judith = draft.judge
    productId = draft.workProductId
    issueIds = (await listed(judith)).issues.map(({ id }) => id)
  })
  after(() => world.close())

  const on = (path: string) => `/cases/${world.caseId}${path}`
  const at = (path = '') => on(`/work-products/${productId}${path}`)
  const listed = async (http: Http) => (await http('GET', on('/issues'))).json as IssueList
  const decide = (http: Http, disposition: string, more: object = {}) =>
    http('PUT', on(`/issues/${issueIds[0]}/decision`), { body: { disposition, ...more } })
  const undecide = (http: Http, query = '') => http('DELETE', on(`/issues/${issueIds[0]}/decision${query}`))
  const cite = (http: Http, page: number, more: object = {}) =>
    http('POST', on(`/issues/${issueIds[0]}/evidence`), { body: { page, ...more } })
  const editIt = (http: Http, scope: string, more: object = {}) =>
    http('PATCH', on(`/issues/${issueIds[0]}`), { body: { scope, ...more } })
  const post = async (http: Http, path: string, body: unknown, status = 200) => {
    const reply = await http('POST', on(path), { body })
    assert.equal(reply.status, status, `${path}: ${reply.text.slice(0, 300)}`)
    return reply.json
  }
  const done = (reply: Reply) => assert.ok(reply.status < 300, reply.text)
  const refused = (reply: Reply, status: number, sentence: RegExp) => {
    assert.equal(reply.status, status, reply.text.slice(0, 300))
    assert.match((reply.json as { error: string }).error, sentence)
  }
  const task = async (type: string) => {
    const { tasks } = (await world.admin('GET', on('/tasks?open=true'))).json as TaskList
    return tasks.find((one) => one.type === type) as Task
  }
  const eventsOf = async (http: Http, type: string) =>
    ((await http('GET', on(`/events?types=${type}&limit=1000`))).json as { events: PorticoEvent[] }).events
  const dispositionNow = async () => (await listed(judith)).issues[0]?.decision?.disposition
  const assign = async (by: Http, type: string, person: string) =>
    by('PUT', on(`/tasks/${(await task(type)).id}/assignee`), {
      body: { assignee: { person }, why: 'She is away.' },
    })
  const giveTo = async (type: string, person: string, by = world.admin) =>
    done(await assign(by, type, person))
  const inReview = /^“Adjudicator review” is held by judith: only those who write or review the decision can/

  it('are decided by whoever reviews the draft: everyone else is refused, and the list says so beforehand', async () => {
    const citation = (await cite(judith, 3)).json as { citation: { id: string } }
    const uncite = on(`/issues/${issueIds[0]}/evidence/${citation.citation.id}`)
    for (const http of [dora, dan, jules]) {
      refused(await decide(http, 'denied'), 403, inReview)
      refused(await decide(http, 'denied', { override: 'Quicker.' }), 403, inReview)
      refused(await undecide(http), 403, inReview)
      refused(await cite(http, 4), 403, inReview)
      refused(await http('DELETE', uncite), 403, inReview)
      refused(await editIt(http, 'Both ears'), 403, inReview)
      const { actions } = conforms<IssueList>('listIssues', await http('GET', on('/issues')))
      assert.deepEqual([actions?.may, actions?.override, actions?.heldBy?.name], [[], [], 'judith'])
    }
    const { actions } = await listed(judith)
    assert.deepEqual([actions?.may, actions?.override], [['decide', 'cite', 'editDecided'], []])
    assert.equal((await listed(clerk)).actions, undefined)
    assert.equal(await dispositionNow(), 'allowed')
  })

  it('are decided in her place with a reason, which an event keeps for those who deliberate', async () => {
    const { actions } = await listed(world.admin)
    assert.deepEqual([actions?.may, actions?.override], [[], ['decide', 'cite', 'editDecided']])
    refused(await decide(world.admin, 'denied'), 403, /to decide the issue in their place, give a reason in/)
    refused(await decide(world.admin, 'denied', { override: ' ' }), 400, /override/)
    const override = 'She is ill, and the deadline is today.'
    done(await decide(world.admin, 'denied', { override }))
    done(await undecide(world.admin, `?override=${encodeURIComponent(override)}`))
    done(await decide(judith, 'allowed'))
    const used = await eventsOf(judith, 'issue.overrideUsed')
    assert.deepEqual(
      used.map((event) => event.type === 'issue.overrideUsed' && [event.data.action, event.data.why]),
      [
        ['decide', override],
        ['undecide', override],
      ],
    )
    assert.doesNotMatch((await clerk('GET', on('/events?limit=1000'))).text, /the deadline is today/)
  })

  it('change after the signer looked: the signature is refused with what has changed, and nothing is signed', async () => {
    const seen = conforms<Blockers>('getBlockers', await judith('GET', at('/blockers')))
    const preview = conforms<WorkProductPreview>('previewWorkProduct', await judith('GET', at('/preview')))
    assert.equal(preview.shown, seen.shown)
    const sign = (shown: string) => judith('POST', at('/sign'), { body: { version: 1, shown } })
    const changed = (what: string) =>
      new RegExp(
        `^This has changed since you looked: ${what}\\. Read the decision again before you sign it\\.$`,
      )
    done(await decide(world.admin, 'denied', { override: 'As agreed by telephone.' }))
    refused(await sign(seen.shown), 409, changed('the dispositions'))
    done(await cite(world.admin, 5, { override: 'As agreed by telephone.' }))
    refused(await sign(seen.shown), 409, changed('the dispositions, the citations'))
    done(await undecide(judith))
    refused(await sign(seen.shown), 409, changed('.*what blocks the signature.*'))
    refused(await sign('something'), 409, changed('the decision'))
    assert.deepEqual(await eventsOf(judith, 'workProduct.signed'), [])
    assert.equal((await judith('GET', on('/decision-package'))).status, 404)
    const { workProduct } = (await judith('GET', at())).json as { workProduct: WorkProduct }
    assert.equal(workProduct.status, 'inReview')
    done(await decide(judith, 'allowed'))
  })

  it('stay with the task: who is given it decides, at once and alone', async () => {
    await giveTo('review', 'jules')
    const replies = await Promise.all([
      decide(judith, 'denied'),
      decide(jules, 'denied', { note: 'A.' }),
      decide(judith, 'stayed'),
      decide(jules, 'denied', { note: 'B.' }),
    ])
    assert.deepEqual(
      replies.map(({ status }) => status),
      [403, 200, 403, 200],
    )
    await giveTo('review', 'judith', jules)
    refused(await undecide(jules), 403, inReview)
    done(await decide(judith, 'allowed'))
  })

  it('are either of the old or of the new holder while the task changes hands, and never of both', async () => {
    const handOn = assign(judith, 'review', 'jules')
    const tries = await Promise.all([
      handOn,
      ...[1, 2, 3, 4].map((n) => decide(n % 2 ? judith : jules, 'denied', { note: `Note ${n}.` })),
    ])
    done(tries[0] as Reply)
    const log = (await eventsOf(world.admin, 'task.assigned,issue.decided')) as PorticoEvent[]
    const handedOn = log.findLastIndex(({ type }) => type === 'task.assigned')
    for (const [index, event] of log.entries()) {
      if (event.type !== 'issue.decided' || !event.data.note?.startsWith('Note')) continue
      assert.equal(event.actor.name, index < handedOn ? 'judith' : 'jules', JSON.stringify(event.data))
    }
    await giveTo('review', 'judith', jules)
    done(await decide(judith, 'allowed'))
  })

  it("are the reviewer's and the drafter's when it is returned, also while the drafter's task is on hold", async () => {
    await post(judith, `/work-products/${productId}/return`, { version: 1, reasons: ['Say more.'] })
    const drafting = await task('drafting')
    const until = new Date(Date.now() + 5 * 86_400_000).toISOString()
    await post(dora, `/tasks/${drafting.id}/hold`, { until, why: 'Records are awaited.' })
    refused(await decide(dan, 'denied'), 403, /^“Drafting” is held by dora: only those who write or review/)
    refused(await dan('POST', at('/submit'), { body: { version: 1 } }), 403, /^“Drafting” is held by dora/)
    const { actions } = await listed(jules)
    assert.deepEqual([actions?.may, actions?.override], [[], ['decide', 'cite', 'editDecided']])
    refused(await editIt(jules, 'Both ears'), 403, /to edit an issue that is decided in their place, give/)
    done(await editIt(jules, 'Both ears', { override: 'The letter of 2 March says so.' }))
    done(await decide(dora, 'denied'))
    done(await decide(judith, 'allowed'))
  })

  it('stay with them when the case is closed in error and reopened', async () => {
    const { task: mail } = (await post(support, '/mail', { mailType: 'withdrawal' }, 201)) as { task: Task }
    const body = { changes: { scope: 'case' } }
    const asked = { completeTask: { taskId: mail.id, ...body } }
    const { ending } = (await post(world.admin, '/endings', asked)) as { ending: Ending }
    await post(world.admin, `/tasks/${mail.id}/complete`, { ...body, ends: ending.hash })
    assert.ok((await decide(judith, 'denied')).status >= 400)
    await post(support, '/reopen', { why: 'It was about another appeal.' })
    const again = { changes: { scope: 'none', why: 'It was about another appeal.' } }
    await post(world.admin, `/tasks/${(await task(mail.type)).id}/complete`, again)
    refused(await decide(dan, 'denied'), 403, /^“Drafting” is held by dora/)
    refused(await undecide(jules), 403, /in their place, give a reason in override/)
    done(await decide(dora, 'denied'))
    done(await decide(judith, 'allowed'))
  })

  it('are frozen by the signature with every line of who acted for others, and come back to the reviewer by a recall', async () => {
    const drafting = await task('drafting')
    if (drafting.status === 'onHold')
      await post(dora, `/tasks/${drafting.id}/resume`, { why: 'They have come.' })
    await post(dora, `/work-products/${productId}/submit`, { version: 1 })
    const { shown } = (await judith('GET', at('/blockers'))).json as Blockers
    await post(judith, `/work-products/${productId}/sign`, { version: 1, shown })
    refused(await decide(judith, 'denied'), 422, /issue is in a signed decision/)
    const { package: signed } = conforms<DecisionPackageDetail>(
      'getDecisionPackage',
      await judith('GET', on('/decision-package')),
    )
    assert.deepEqual(
      signed.overrides?.map(({ action, by, why, holder }) => [action, by.name, why, holder?.name]),
      [
        ['decide', world.username, 'She is ill, and the deadline is today.', 'judith'],
        ['undecide', world.username, 'She is ill, and the deadline is today.', 'judith'],
        ['decide', world.username, 'As agreed by telephone.', 'judith'],
        ['cite', world.username, 'As agreed by telephone.', 'judith'],
        ['edit', 'jules', 'The letter of 2 March says so.', 'dora'],
      ],
    )
    await post(judith, `/work-products/${productId}/recall`, { why: 'A page was missed.' })
    for (const http of [dora, dan, jules]) {
      refused(await decide(http, 'denied'), 403, inReview)
      const begun = await http('POST', on('/work-products'), { body: { from: productId } })
      refused(begun, 403, /^“Adjudicator review” is held by judith: only they can begin the work product now/)
    }
    done(await decide(judith, 'denied'))
    done(await judith('POST', on('/work-products'), { body: { from: productId } }))
  })
})
