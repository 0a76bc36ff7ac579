import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { AlertList } from '@portico/contract/alerts'
import type { PorticoEvent } from '@portico/contract/events'
import type { NewOperation } from '@portico/contract/operations'
import type { Proposal } from '@portico/contract/proposals'
import type { TaskList } from '@portico/contract/tasks'
import type { Comment, WorkProduct } from '@portico/contract/work-products'
import { until } from '../until.ts'
import { type Http, type Reply, startWorld, type World } from '../world.ts'

const opening = { part: 'opening' } as const
const paragraph = (id: string, text: string) => ({
  type: 'paragraph' as const,
  id: `blk_${id}`,
  content: [{ type: 'text' as const, text }],
})
const span = (id: string, from: number, to: number, text: string): NewOperation => ({
  type: 'replaceSpan',
  blockId: `blk_${id}`,
  span: { from, to },
  content: text === '' ? [] : [{ type: 'text', text }],
})

describe('comments on a draft', () => {
  let world: World
  let drafter: Http
  let judge: Http
  let clerk: Http
  let dan: Http
  let workProductId: string
  const ids: Record<string, string> = {}
  before(async () => {
    world = await startWorld()
    drafter = await world.member('dora', ['drafter'])
    judge = await world.member('judith', ['adjudicator'])
    clerk = await world.member('mia', ['mailClerk'])
    dan = await world.member('dan', ['drafter'])
    for (const name of ['dora', 'judith', 'mia', 'dan'])
      ids[name] = (await world.service.identity.members.find(name))?.id ?? ''
    const complete = async (type: string, body: unknown, by = world.admin) => {
      const { tasks } = (await get(by, '/tasks?open=true')).json as TaskList
      const task = tasks.find((one) => one.type === type)
      const reply = await post(by, `/tasks/${task?.id}/complete`, body)
      assert.equal(reply.status, 200, reply.text)
    }
    await post(world.admin, '/docket', { docket: 'directReview' })
    await complete('distribution', { outcome: 'distributed', assignee: { person: 'judith' } })
    await complete('assignment', { outcome: 'assigned', assignee: { person: 'dora' } }, judge)
    const drafted = await post(drafter, '/work-products', {})
    assert.equal(drafted.status, 201, drafted.text)
    workProductId = (drafted.json as { workProduct: { id: string } }).workProduct.id
    const block = paragraph('a', 'The knee gave way in service, and the knee hurts.')
    await write({ type: 'insertAfter', section: opening, after: null, block })
  })
  after(() => world.close())

  const on = (path: string) => `/cases/${world.caseId}${path}`
  const ofProduct = (path: string) => `/work-products/${workProductId}${path}`
  const post = (http: Http, path: string, body: unknown) => http('POST', on(path), { body })
  const get = (http: Http, path: string) => http('GET', on(path))
  const product = async () =>
    ((await get(judge, ofProduct(''))).json as { workProduct: WorkProduct }).workProduct
  const write = async (...operations: NewOperation[]) => {
    const { revision } = workProductId ? await product() : { revision: 0 }
    const reply = await post(drafter, ofProduct('/operations'), { base: revision, operations })
    assert.equal(reply.status, 200, reply.text)
  }
  const comment = async (http: Http, body: object) => {
    const reply = await post(http, ofProduct('/comments'), body)
    assert.equal(reply.status, 201, reply.text)
    return (reply.json as { comment: Comment }).comment
  }
  const stored = async (id: string) =>
    ((await get(drafter, ofProduct('/comments'))).json as { comments: Comment[] }).comments.find(
      (one) => one.id === id,
    ) as Comment
  const refused = (reply: Reply, status: number, sentence: RegExp) => {
    assert.equal(reply.status, status, reply.text)
    assert.match((reply.json as { error: string }).error, sentence)
  }
  const inbox = async (http: Http) => ((await http('GET', '/alerts?limit=100')).json as AlertList).alerts
  const alertsOf = async (http: Http, type: string) =>
    (await inbox(http)).filter(({ event }) => event.type === type).map(({ notification }) => notification)
  const isTold = (http: Http, type: string, notification: string) =>
    until(async () => (await alertsOf(http, type)).includes(notification))
  const countOf = async (http: Http, notification: string) =>
    (await inbox(http)).filter((one) => one.notification === notification).length
  const onWords = { ...opening, blockId: 'blk_a', quote: { exact: 'the knee', prefix: 'and ' } }

  it('follow the words that they quote, and say when these are gone', async () => {
    const made = await comment(judge, { text: 'Which one?', place: onWords })
    assert.deepEqual([made.state, made.now?.from, made.place?.block], ['holds', 34, 0])
    assert.deepEqual(await stored(made.id), made)
    await write(span('a', 0, 0, 'Truly: '))
    assert.deepEqual([(await stored(made.id)).state, (await stored(made.id)).now?.from], ['holds', 41])
    const before = await stored(made.id)
    assert.equal(before.place?.quote?.exact, 'the knee')
    await write({ type: 'move', blockId: 'blk_a', section: { part: 'closing' }, after: null })
    assert.deepEqual([(await stored(made.id)).state, (await stored(made.id)).now?.part], ['moved', 'closing'])
    await write({ type: 'move', blockId: 'blk_a', section: opening, after: null })
    await write(span('a', 45, 49, 'ankle'))
    assert.equal((await stored(made.id)).state, 'changed')
    await write(span('a', 36, 56, ''))
    assert.deepEqual([(await stored(made.id)).state, (await stored(made.id)).now?.blockId], ['gone', 'blk_a'])
    refused(
      await post(judge, ofProduct('/comments'), { text: 'x', place: onWords }),
      400,
      /must be words of the current text of its block/,
    )
  })

  it('are not in events by their words, nor are the words that they are on', async () => {
    const { events } = (await get(world.admin, '/events?limit=1000')).json as { events: PorticoEvent[] }
    const told = events.filter(({ type }) => type === 'workProduct.commented')
    assert.equal(told.length, 1)
    assert.doesNotMatch(JSON.stringify(told), /knee|Which/)
    assert.match(JSON.stringify(told), /"placeSha256":"[0-9a-f]{64}"/)
  })

  it('name those who see the drafts of the case, and nobody else', async () => {
    const text = 'See page 2, @dora, and write to mia@example.org. @mia @nobody @dan.'
    const made = await comment(judge, { text })
    assert.deepEqual(made.mentions?.map(({ name }) => name).sort(), ['dan', 'dora'])
    assert.deepEqual((await stored(made.id)).mentions, made.mentions)
    const named = await comment(judge, { text: 'For you.', mentions: [ids.dan] })
    assert.deepEqual(named.mentions, [{ id: ids.dan, name: 'dan' }])
    for (const stranger of [ids.mia, 'mem_none'])
      refused(
        await post(judge, ofProduct('/comments'), { text: 'x', mentions: [stranger] }),
        400,
        /members who see the drafts of the case/,
      )
  })

  it('alert those who are named, those in the thread and the author, each once and never themselves', async () => {
    await isTold(drafter, 'workProduct.commented', 'mentioned')
    const first = await comment(drafter, { text: 'I ask @dora and @judith.' })
    await until(async () => (await countOf(judge, 'mentioned')) === 1)
    await comment(judge, { text: 'I answer.', inReplyTo: first.id })
    await isTold(drafter, 'workProduct.commented', 'commentAnswered')
    const alerts = (await inbox(drafter)).map(({ event }) => event.id)
    assert.equal(new Set(alerts).size, alerts.length)
    assert.equal(await countOf(drafter, 'mentioned'), 1)
    assert.deepEqual(await inbox(clerk), [])
  })

  it('and proposals and returns are told to whoever they are for', async () => {
    const { revision: base } = await product()
    const propose = async (http: Http) => {
      const reply = await post(http, ofProduct('/proposals'), {
        base,
        operations: [span('a', 0, 0, 'Now. ')],
      })
      assert.equal(reply.status, 201, reply.text)
      return (reply.json as { proposal: Proposal }).proposal.id
    }
    const mine = await propose(judge)
    await isTold(drafter, 'workProduct.proposed', 'changeProposed')
    const own = await propose(drafter)
    await post(drafter, ofProduct('/proposals/reject'), { proposals: [own, mine] })
    await isTold(judge, 'workProduct.proposalRejected', 'proposalRejected')
    await post(drafter, ofProduct('/proposals/accept'), { proposals: [await propose(judge)] })
    await isTold(judge, 'workProduct.proposalAccepted', 'proposalAccepted')
    assert.deepEqual(await alertsOf(drafter, 'workProduct.proposalRejected'), [])
    assert.equal(await countOf(drafter, 'changeProposed'), 2)
    const { version } = await product()
    assert.equal((await post(drafter, ofProduct('/submit'), { version })).status, 200)
    const now = await product()
    const returned = await post(judge, ofProduct('/return'), {
      version: now.version,
      reasons: ['See there.'],
    })
    assert.equal(returned.status, 200, returned.text)
    await isTold(drafter, 'workProduct.returned', 'draftReturned')
  })

  it('alert nobody who has opted out, and nobody who may not read drafts any more', async () => {
    const optOuts = ['mentioned', 'draftCommented'].map((notification) => ({ notification }))
    const subscribed = await drafter('PUT', '/subscriptions', { body: { optOuts } })
    assert.ok(subscribed.status < 300, subscribed.text)
    const before = (await inbox(drafter)).length
    const had = await countOf(dan, 'mentioned')
    const made = await comment(judge, { text: '@dora @dan' })
    assert.equal(made.mentions?.length, 2)
    await until(async () => (await countOf(dan, 'mentioned')) === had + 1)
    assert.equal((await inbox(drafter)).length, before)

    const { revision: base } = await product()
    const propose = async (http: Http, words: string) => {
      const reply = await post(http, ofProduct('/proposals'), { base, operations: [span('a', 0, 0, words)] })
      assert.equal(reply.status, 201, reply.text)
      return (reply.json as { proposal: Proposal }).proposal.id
    }
    const ofBoth = [await propose(dan, 'By dan. '), await propose(judge, 'By judith. ')]
    const changed = await world.admin('PATCH', `/members/${ids.dan}`, { body: { roles: ['mailClerk'] } })
    assert.ok(changed.status < 300, changed.text)
    const countBefore = await countOf(judge, 'proposalRejected')
    await post(drafter, ofProduct('/proposals/reject'), { proposals: ofBoth })
    await until(async () => (await countOf(judge, 'proposalRejected')) > countBefore)
    const again = await world.anonymous('POST', '/auth/token', {
      body: { username: 'dan', password: world.password },
    })
    const danNow = world.as((again.json as { token: string }).token)
    assert.equal(await countOf(danNow, 'proposalRejected'), 0)
    assert.equal((await comment(judge, { text: '@dan once more' })).mentions, undefined)
    refused(await post(judge, ofProduct('/comments'), { text: 'x', mentions: [ids.dan] }), 400, /mentions/)
  })
})
