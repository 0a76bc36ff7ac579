import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PorticoEvent } from '@portico/contract/events'
import type { IssueList } from '@portico/contract/issues'
import type { NewOperation, OperationsApplied, TextChange } from '@portico/contract/operations'
import type { Proposal, ProposalsAccepted } from '@portico/contract/proposals'
import type { TaskList } from '@portico/contract/tasks'
import type { Blockers, WorkProduct } from '@portico/contract/work-products'
import { type Http, type Reply, startWorld, type World } from '../world.ts'

const opening = { part: 'opening' } as const

const paragraph = (id: string, text: string) => ({
  type: 'paragraph' as const,
  id: `blk_${id}`,
  content: [{ type: 'text' as const, text }],
})

const insert = (id: string, text: string, after: string | null = null, section: object = opening) => ({
  type: 'insertAfter' as const,
  section: section as typeof opening,
  after: after && `blk_${after}`,
  block: paragraph(id, text),
})

const span = (id: string, from: number, to: number, text: string): NewOperation => ({
  type: 'replaceSpan',
  blockId: `blk_${id}`,
  span: { from, to },
  content: text === '' ? [] : [{ type: 'text', text }],
})

describe('proposals', () => {
  let world: World
  let drafter: Http
  let judge: Http
  let otherDrafter: Http
  let clerk: Http
  let workProductId: string
  let issueIds: string[]
  before(async () => {
    world = await startWorld()
    drafter = await world.member('dora', ['drafter'])
    otherDrafter = await world.member('dan', ['drafter'])
    judge = await world.member('judith', ['adjudicator'])
    clerk = await world.member('mia', ['mailClerk'])
    await distribute()
    issueIds = (await issuesNow()).map(({ id }) => id)
    const drafted = await post(drafter, '/work-products', {})
    assert.equal(drafted.status, 201, drafted.text)
    workProductId = (drafted.json as { workProduct: { id: string } }).workProduct.id
    await write(
      insert('a', 'The knee gave way in service.'),
      insert('b', 'It hurts since 1998.', 'a'),
      insert('c', 'It is granted.', null, { part: 'issue', issueId: issueIds[0] }),
    )
  })
  after(() => world.close())

  const on = (path: string) => `/cases/${world.caseId}${path}`
  const ofProduct = (path: string) => `/work-products/${workProductId}${path}`
  const post = (http: Http, path: string, body?: unknown, headers = {}) =>
    http('POST', on(path), body === undefined ? { headers } : { body, headers })
  const get = (http: Http, path: string) => http('GET', on(path))
  const issuesNow = async () => ((await get(drafter, '/issues')).json as IssueList).issues
  const product = async (http = drafter) =>
    ((await get(http, ofProduct(''))).json as { workProduct: WorkProduct }).workProduct
  const refused = (reply: Reply, status: number, sentence: RegExp) => {
    assert.equal(reply.status, status, reply.text.slice(0, 300))
    assert.match((reply.json as { error: string }).error, sentence)
  }
  const write = async (...operations: NewOperation[]) => {
    const { revision } = await product()
    const reply = await post(drafter, ofProduct('/operations'), { base: revision, operations })
    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual((reply.json as OperationsApplied).conflicts, [])
    return (reply.json as OperationsApplied).revision
  }
  const propose = async (http: Http, operations: NewOperation[], more = {}) => {
    const { revision: base } = await product()
    const reply = await post(http, ofProduct('/proposals'), { base, operations, ...more })
    assert.equal(reply.status, 201, reply.text)
    return (reply.json as { proposal: Proposal }).proposal
  }
  const accept = (http: Http, ids: string[], headers = {}) =>
    post(http, ofProduct('/proposals/accept'), { proposals: ids }, headers)
  const accepted = (reply: Reply) => {
    assert.equal(reply.status, 200, reply.text)
    return reply.json as ProposalsAccepted
  }
  const reject = (http: Http, ids: string[], why?: string) =>
    post(http, ofProduct('/proposals/reject'), { proposals: ids, why })
  const withdraw = (http: Http, ids: string[]) =>
    post(http, ofProduct('/proposals/withdraw'), { proposals: ids })
  const proposals = async (http = drafter, query = '') =>
    ((await get(http, ofProduct(`/proposals${query}`))).json as { proposals: Proposal[] }).proposals
  const one = async (id: string) => (await proposals()).find((proposal) => proposal.id === id) as Proposal
  const words = async () => JSON.stringify((await product()).content)
  const events = async () =>
    ((await get(world.admin, '/events?limit=1000')).json as { events: PorticoEvent[] }).events

  async function distribute() {
    const complete = async (type: string, body: unknown, by = world.admin) => {
      const { tasks } = (await get(by, '/tasks?open=true')).json as TaskList
      const task = tasks.find((each) => each.type === type)
      const reply = await post(by, `/tasks/${task?.id}/complete`, body)
      assert.equal(reply.status, 200, reply.text)
    }
    await post(world.admin, '/docket', { docket: 'directReview' })
    await complete('distribution', { outcome: 'distributed', assignee: { person: 'judith' } })
    await complete('assignment', { outcome: 'assigned', assignee: { person: 'dora' } }, judge)
  }

  it('wait for whoever writes, and then are changes of the text by them, with the name of the proposer', async () => {
    const before = await product()
    const made = await propose(judge, [span('a', 4, 8, 'left knee')], { reason: 'Which knee?' })
    assert.deepEqual(
      [made.status, made.state, made.by.name, made.reason],
      ['open', 'holds', 'judith', 'Which knee?'],
    )
    assert.equal((await product()).revision, before.revision)
    assert.doesNotMatch(await words(), /left knee/)

    const answer = accepted(await accept(drafter, [made.id]))
    assert.deepEqual([answer.accepted, answer.open, answer.revision], [[made.id], [], before.revision + 1])
    assert.match(await words(), /The left knee gave way/)
    const { changes } = (await get(judge, ofProduct(`/operations?after=${before.revision}`))).json as {
      changes: TextChange[]
    }
    assert.deepEqual(
      changes.map(({ by, proposal }) => [by.name, proposal?.id, proposal?.by.name]),
      [['dora', made.id, 'judith']],
    )
    const { status, answered } = await one(made.id)
    assert.deepEqual([status, answered?.by.name, answered?.revision], ['accepted', 'dora', answer.revision])
  })

  it('are not in events by their words', async () => {
    const told = (await events()).filter(({ type }) => /^workProduct\.propos/.test(type))
    assert.deepEqual(
      told.map(({ type }) => type),
      ['workProduct.proposed', 'workProduct.proposalAccepted'],
    )
    assert.doesNotMatch(JSON.stringify(told), /knee/)
  })

  it('are accepted once, whoever asks twice, and answered twice alike', async () => {
    const { id } = await propose(judge, [span('b', 0, 0, 'Truly: ')])
    const headers = { 'idempotency-key': 'accept-once' }
    const [first, again] = [
      accepted(await accept(drafter, [id], headers)),
      await accept(drafter, [id], headers),
    ]
    assert.deepEqual(accepted(again), first)
    const both = await Promise.all([accept(drafter, [id]), accept(judge, [id])])
    for (const reply of both) assert.deepEqual(accepted(reply).accepted, [id])
    assert.equal((await words()).split('Truly: ').length, 2)
    refused(await reject(drafter, [id]), 409, /was accepted: it can no longer be rejected/)
    refused(await withdraw(judge, [id]), 409, /was accepted/)
  })

  it('at one moment from two, each lose nothing', async () => {
    const ids = await Promise.all(
      [insert('x', 'First.', 'a'), insert('y', 'Second.', 'b')].map(async (operation) => {
        const { id } = await propose(judge, [operation])
        return id
      }),
    )
    const replies = await Promise.all([
      accept(drafter, ids),
      accept(judge, ids.toReversed()),
      accept(drafter, ids.slice(0, 1)),
    ])
    for (const reply of replies) assert.deepEqual(accepted(reply).open, [])
    const text = await words()
    for (const sentence of ['First.', 'Second.']) assert.equal(text.split(sentence).length, 2, sentence)
  })

  it('are accepted while the author types beside them', async () => {
    const { id } = await propose(judge, [span('a', 28, 34, 'the navy')])
    await write(span('a', 0, 3, 'His'))
    const before = await one(id)
    assert.equal(before.state, 'changed')
    const typing = (async () => {
      for (let step = 0; step < 10; step += 1) await write(insert(`t${step}`, `Typed ${step}.`, 'b'))
    })()
    const [answer] = await Promise.all([accept(drafter, [id]), typing])
    accepted(answer)
    const text = await words()
    for (let step = 0; step < 10; step += 1) assert.match(text, new RegExp(`Typed ${step}\\.`))
    assert.match(text, /His left knee/)
  })

  it('stay open where the same words were changed, with the words of all, and the others are accepted', async () => {
    const base = await write(insert('d', 'One two three.', 'b'))
    const propose = async (operations: NewOperation[]) => {
      const reply = await post(judge, ofProduct('/proposals'), { base, operations })
      return (reply.json as { proposal: Proposal }).proposal.id
    }
    const ids = [
      await propose([span('d', 0, 3, 'Uno')]),
      await propose([span('d', 0, 3, 'Eins')]),
      await propose([span('d', 8, 13, 'drei')]),
    ]
    const answer = accepted(await accept(drafter, ids))
    assert.deepEqual(answer.accepted, [ids[0], ids[2]])
    const [open] = answer.open
    assert.deepEqual([open?.proposalId, open?.why], [ids[1], 'Somebody has changed the same words since.'])
    assert.match(JSON.stringify(open?.conflicts[0]?.base), /One two three/)
    assert.match(JSON.stringify(open?.conflicts[0]?.yours), /Eins two three/)
    assert.match(await words(), /Uno two drei/)
    const left = await one(ids[1] as string)
    assert.deepEqual([left.status, left.state], ['open', 'contested'])
    assert.match(JSON.stringify(left.blocks[0]?.theirs), /Uno two drei/)
    await withdraw(judge, [ids[1] as string])
  })

  it('are made on a text of before, and refused on one that never was', async () => {
    const { revision } = await product()
    await write(span('b', 0, 0, 'Later. '))
    const stale = await post(judge, ofProduct('/proposals'), {
      base: revision,
      operations: [span('a', 0, 0, 'Older. ')],
    })
    const { proposal } = stale.json as { proposal: Proposal }
    assert.deepEqual([stale.status, proposal.state, proposal.base], [201, 'holds', revision])
    refused(
      await post(judge, ofProduct('/proposals'), { base: revision + 9, operations: [span('a', 0, 0, 'x')] }),
      409,
      /base must be a revision/,
    )
    await withdraw(judge, [proposal.id])
  })

  it('are refused where they fit nothing, change nothing or would make no valid text', async () => {
    const { revision: base } = await product()
    const asked = (operations: unknown[], more = {}) =>
      post(judge, ofProduct('/proposals'), { base, operations, ...more })
    refused(await asked([]), 400, /operations/)
    refused(await asked([span('nowhere', 0, 0, 'x')]), 400, /no block blk_nowhere/)
    refused(await asked([span('a', 0, 0, '')]), 400, /change nothing/)
    refused(
      await asked([insert('z', 'x', null, { part: 'issue', issueId: 'issue_none' })]),
      400,
      /issue of the case/,
    )
    refused(await asked([insert('a', 'x')]), 400, /twice/)
    refused(await asked([span('a', 0, 0, 'x')], { reason: ' ' }), 400, /reason/)
    const block = { type: 'boilerplate' as const, entryId: 'introduction', version: 1, values: { none: 'x' } }
    refused(
      await asked([{ type: 'insertAfter', section: opening, after: null, block }]),
      400,
      /values\.none must be left out/,
    )
    refused(await asked([span('a', 0, 0, 'x')], { colour: 'red' }), 400, /colour/)
    const many = Array.from({ length: 1001 }, () => span('a', 0, 0, 'x'))
    refused(await asked(many), 400, /operations/)
    refused(await accept(drafter, ['proposal_none']), 404, /no proposal proposal_none/)
    refused(await accept(drafter, []), 400, /proposals/)
  })

  it('keep hostile words as they are', async () => {
    const hostile = `<script>alert(1)</script> {{ x }} '; drop table events; -- \u202e 😀 ${'x'.repeat(4000)}`
    const { id, reason } = await propose(judge, [insert('h', hostile, 'b')], {
      reason: hostile.slice(0, 4000),
    })
    assert.equal(reason, hostile.slice(0, 4000))
    accepted(await accept(drafter, [id]))
    const block = (await product()).content.opening.find((each) => each.id === 'blk_h')
    assert.deepEqual(block, paragraph('h', hostile))
    const nul = await post(judge, ofProduct('/proposals'), {
      base: (await product()).revision,
      operations: [insert('n', 'a\u0000b', 'b')],
    })
    assert.ok([201, 400].includes(nul.status), nul.text)
    if (nul.status === 201) await withdraw(judge, [(nul.json as { proposal: Proposal }).proposal.id])
    assert.equal((await get(drafter, ofProduct('/proposals'))).status, 200)
  })

  it('are answered by those who may write the draft now, and withdrawn by whoever made them', async () => {
    const { id } = await propose(judge, [span('a', 0, 0, 'Mine. ')])
    refused(await accept(otherDrafter, [id]), 403, /only they can change/)
    refused(await reject(otherDrafter, [id]), 403, /only they can change/)
    refused(await withdraw(drafter, [id]), 403, /withdrawn only by its author/)
    for (const http of [clerk, await world.member('pat', ['representative'])]) {
      for (const reply of [
        await get(http, ofProduct('/proposals')),
        await accept(http, [id]),
        await post(http, ofProduct('/proposals'), { base: 0, operations: [span('a', 0, 0, 'x')] }),
      ])
        assert.ok([403, 404].includes(reply.status), reply.text)
    }
    const { proposals: all } = (await withdraw(judge, [id])).json as { proposals: Proposal[] }
    assert.equal(all.find((each) => each.id === id)?.status, 'withdrawn')
    refused(await accept(drafter, [id]), 409, /was withdrawn/)
    assert.doesNotMatch(await words(), /Mine\. /)
  })

  it('are rejected with a reason, one or many, and the text stays as it is', async () => {
    const ids = [
      (await propose(judge, [span('a', 0, 0, 'No. ')])).id,
      (await propose(judge, [span('b', 0, 0, 'Never. ')])).id,
    ]
    const { revision } = await product()
    const reply = await reject(drafter, ids, 'The record says otherwise.')
    assert.equal(reply.status, 200, reply.text)
    const { status, answered } = await one(ids[1] as string)
    assert.deepEqual(
      [status, answered?.why, answered?.by.name],
      ['rejected', 'The record says otherwise.', 'dora'],
    )
    assert.equal((await product()).revision, revision)
    assert.deepEqual(await proposals(drafter, '?status=open'), [])
  })

  it('follow the section of an issue that is split, and say when their block is gone', async () => {
    const change = await propose(judge, [span('c', 6, 13, 'denied')])
    const addition = await propose(judge, [
      insert('e', 'For these reasons.', 'c', { part: 'issue', issueId: issueIds[0] }),
    ])
    const split = await post(world.admin, `/issues/${issueIds[0]}/split`, {
      into: [
        { issueType: 'serviceConnection', scope: 'left knee' },
        { issueType: 'serviceConnection', scope: 'right knee' },
      ],
    })
    assert.equal(split.status, 201, split.text)
    const [part] = (await issuesNow()).map(({ id }) => id)
    await write({
      type: 'move',
      blockId: 'blk_c',
      section: { part: 'issue', issueId: part as string },
      after: null,
    })
    assert.deepEqual([(await one(change.id)).state, (await one(addition.id)).state], ['changed', 'changed'])
    accepted(await accept(drafter, [change.id, addition.id]))
    const section = (await product()).content.issues.find(({ issueId }) => issueId === part)
    assert.deepEqual(section?.content, [
      paragraph('c', 'It is denied.'),
      paragraph('e', 'For these reasons.'),
    ])
    const lost = await propose(judge, [span('e', 0, 3, 'On')])
    await write({ type: 'remove', blockId: 'blk_e' })
    assert.equal((await one(lost.id)).state, 'gone')
    await withdraw(judge, [lost.id])
  })

  it('many at once are one request', async () => {
    const ids: string[] = []
    for (let index = 0; index < 40; index += 1)
      ids.push((await propose(index % 2 ? judge : drafter, [insert(`m${index}`, `Many ${index}.`, 'b')])).id)
    const { revision } = await product()
    const answer = accepted(await accept(drafter, ids))
    assert.deepEqual([answer.accepted.length, answer.open, answer.revision], [40, [], revision + 40])
    const text = await words()
    for (let index = 0; index < 40; index += 1) assert.match(text, new RegExp(`Many ${index}\\.`))
  })

  it('live through submission and return, block the signature while open, and close with the draft', async () => {
    const { id } = await propose(drafter, [span('a', 0, 0, 'Before review. ')])
    const { version } = await product()
    const submitted = await post(drafter, ofProduct('/submit'), { version })
    assert.equal(submitted.status, 200, submitted.text)
    const { blockers } = (await get(judge, ofProduct('/blockers'))).json as Blockers
    assert.deepEqual(
      blockers.filter(({ code }) => code === 'proposalsOpen').map(({ sentence }) => sentence),
      ['A proposal is open: accept or reject it.'],
    )
    assert.equal((await product()).openProposals, 1)
    refused(await accept(drafter, [id]), 422, /in review/)
    const now = await product(judge)
    const returned = await post(judge, ofProduct('/return'), {
      version: now.version,
      reasons: ['See there.'],
    })
    assert.equal(returned.status, 200, returned.text)
    assert.equal((await one(id)).status, 'open')
    const discarded = await post(drafter, ofProduct('/discard'), { why: 'Begun anew.' })
    assert.equal(discarded.status, 200, discarded.text)
    assert.deepEqual([(await one(id)).status, (await one(id)).state], ['closed', undefined])
    refused(await accept(drafter, [id]), 422, /discarded: it can no longer be changed/)
    const late = { base: 999_999, operations: [span('a', 0, 0, 'x')] }
    refused(await post(drafter, ofProduct('/proposals'), late), 422, /discarded: it can no longer be changed/)
  })

  it('come in pages, oldest first, of one status too', async () => {
    const all = await proposals()
    const walked: string[] = []
    let after = ''
    do {
      const { json } = await get(judge, ofProduct(`/proposals?limit=3${after && `&after=${after}`}`))
      const page = json as { proposals: Proposal[]; next?: string }
      assert.ok(page.proposals.length === 3 || page.next === undefined)
      walked.push(...page.proposals.map(({ id }) => id))
      after = page.next ?? ''
    } while (after !== '')
    assert.ok(all.length > 6)
    assert.deepEqual(
      walked,
      all.map(({ id }) => id),
    )
    const statuses = [...new Set(all.map(({ status }) => status))]
    assert.ok(statuses.length > 1)
    for (const status of statuses) {
      const meant = all.filter((each) => each.status === status)
      const [first] = await proposals(judge, `?status=${status}&limit=1`)
      assert.equal(first?.id, meant[0]?.id)
      const rest = await proposals(judge, `?status=${status}&after=${first?.id}`)
      assert.deepEqual(
        rest.map(({ id }) => id),
        meant.slice(1).map(({ id }) => id),
      )
    }
    const unknown = 'proposal_01kbr2n4f3h5k7n9q1s3v5x7z9'
    refused(
      await get(judge, ofProduct(`/proposals?after=${unknown}`)),
      400,
      /after must be the next of a page/,
    )
  })
})
