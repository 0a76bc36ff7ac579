import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PorticoEvent } from '@portico/contract/events'
import type { IssueList } from '@portico/contract/issues'
import type { NewOperation, OperationsApplied } from '@portico/contract/operations'
import type { TaskList } from '@portico/contract/tasks'
import type { Blockers, WorkProduct, WorkProductPreview } from '@portico/contract/work-products'
import { type Http, type Reply, startWorld, type World } from '../world.ts'

const opening = { part: 'opening' } as const

const paragraph = (id: string, text: string, ...pages: number[]) => ({
  type: 'paragraph' as const,
  id: `blk_${id}`,
  content: [
    { type: 'text' as const, text },
    ...pages.map((page) => ({ type: 'citation' as const, anchor: { page } })),
  ],
})

const typed = (id: string, at: number, text: string): NewOperation => ({
  type: 'replaceSpan',
  blockId: `blk_${id}`,
  span: { from: at, to: at },
  content: [{ type: 'text', text }],
})

describe('writing', () => {
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
    for (const { id } of await issuesNow())
      await put(drafter, `/issues/${id}/removal`, { how: 'withdrawn', why: 'Withdrawn in writing.' })
    for (const scope of ['knee', 'back']) {
      const added = await post(world.admin, '/issues', { issueType: 'serviceConnection', scope })
      assert.equal(added.status, 201, added.text)
    }
    issueIds = (await issuesNow()).map(({ id }) => id)
    const drafted = await post(drafter, '/work-products', {})
    assert.equal(drafted.status, 201, drafted.text)
    workProductId = (drafted.json as { workProduct: { id: string } }).workProduct.id
  })
  after(() => world.close())

  const on = (path: string) => `/cases/${world.caseId}${path}`
  const post = (http: Http, path: string, body?: unknown, headers = {}) =>
    http('POST', on(path), body === undefined ? { headers } : { body, headers })
  const put = (http: Http, path: string, body: unknown) => http('PUT', on(path), { body })
  const get = (http: Http, path: string) => http('GET', on(path))
  const issuesNow = async () => ((await get(drafter, '/issues')).json as IssueList).issues
  const product = async (http = drafter) =>
    ((await get(http, `/work-products/${workProductId}`)).json as { workProduct: WorkProduct }).workProduct
  const change = (http: Http, base: number, operations: unknown[], more = {}, headers = {}) =>
    post(http, `/work-products/${workProductId}/operations`, { base, operations, ...more }, headers)
  const applied = (reply: Reply) => {
    assert.equal(reply.status, 200, reply.text.slice(0, 500))
    return reply.json as OperationsApplied
  }
  const refused = (reply: Reply, status: number, sentence: RegExp) => {
    assert.equal(reply.status, status, reply.text.slice(0, 300))
    assert.match((reply.json as { error: string }).error, sentence)
  }
  const eventsSince = async (sequence: number) => {
    const { events } = (await get(world.admin, `/events?limit=1000`)).json as {
      events: PorticoEvent[]
    }
    // Deadlines pass by the clock, whatever is typed.
    return events.filter((event) => event.sequence > sequence && event.type !== 'timer.fired')
  }
  const lastSequence = async () => (await eventsSince(0)).at(-1)?.sequence ?? 0

  async function distribute() {
    const complete = async (type: string, body: unknown, by = world.admin) => {
      const { tasks } = (await get(by, '/tasks?open=true')).json as TaskList
      const task = tasks.find((one) => one.type === type)
      const reply = await post(by, `/tasks/${task?.id}/complete`, body)
      assert.equal(reply.status, 200, reply.text)
    }
    await post(world.admin, '/docket', { docket: 'directReview' })
    await complete('distribution', { outcome: 'distributed', assignee: { person: 'judith' } })
    await complete('assignment', { outcome: 'assigned', assignee: { person: 'dora' } }, judge)
  }

  it('changes blocks, names what comes without an ID, and completes citations', async () => {
    const { revision, version } = await product()
    const { id: _, ...nameless } = paragraph('x', 'It is at issue.', 2)
    const reply = applied(
      await change(drafter, revision, [
        { type: 'insertAfter', section: opening, after: null, block: paragraph('a', 'The veteran served.') },
        { type: 'insertAfter', section: opening, after: 'blk_a', block: nameless },
        {
          type: 'insertAfter',
          section: { part: 'issue', issueId: issueIds[0] },
          after: null,
          block: paragraph('k', 'The knee.'),
        },
      ]),
    )
    assert.deepEqual(
      [reply.revision, reply.version, reply.applied, reply.conflicts],
      [revision + 1, version, [0, 1, 2], []],
    )
    const { content, changed, version: still } = await product(judge)
    assert.equal(still, version)
    assert.equal(changed?.by.name, 'dora')
    assert.equal(content.opening[1]?.id, reply.ids['1'])
    const [, second] = content.opening
    const citation = second?.type === 'paragraph' && second.content.find(({ type }) => type === 'citation')
    assert.equal(citation && citation.type === 'citation' && citation.anchor.sha256.length, 64)
  })

  it('makes no event of what is typed, and a version when asked', async () => {
    const before = await lastSequence()
    for (const letter of ['He ', 'fell ', 'in ', '1998.']) {
      const { revision, content } = await product()
      const [block] = content.opening
      const length =
        block?.type === 'paragraph' && block.content[0]?.type === 'text' ? block.content[0].text.length : 0
      applied(await change(drafter, revision, [typed('a', length, letter)]))
    }
    assert.deepEqual(await eventsSince(before), [])
    const kept = await post(drafter, `/work-products/${workProductId}/versions`)
    assert.equal(kept.status, 200, kept.text)
    assert.deepEqual(
      (await eventsSince(before)).map(({ type }) => type),
      ['workProduct.saved'],
    )
    const { changed, version } = await product()
    assert.equal(changed, undefined)
    const again = await post(drafter, `/work-products/${workProductId}/versions`)
    assert.equal((again.json as { workProduct: { version: number } }).workProduct.version, version)
    assert.equal((await eventsSince(before)).length, 1)
  })

  it('gives back the words of both where two wrote in one block', async () => {
    const { revision } = await product()
    applied(await change(drafter, revision, [typed('a', 0, 'Once. ')]))
    const late = applied(
      await change(drafter, revision, [
        typed('a', 0, 'Twice. '),
        { type: 'insertAfter', section: opening, after: 'blk_a', block: paragraph('b', 'Beside it.') },
      ]),
    )
    assert.deepEqual(late.applied, [1])
    const [conflict] = late.conflicts
    assert.deepEqual([conflict?.blockId, conflict?.operations], ['blk_a', [0]])
    assert.match(JSON.stringify(conflict?.theirs), /Once\. The veteran/)
    assert.match(JSON.stringify(conflict?.yours), /Twice\. The veteran/)
    assert.match(JSON.stringify(conflict?.base), /"The veteran/)
  })

  it('gives back both titles where two changed it, and refuses a whole text that has the third', async () => {
    const { revision, version, title, content } = await product()
    const called = (title: string) => [{ type: 'setTitle', title }]
    applied(await change(drafter, revision, called('First')))
    const late = applied(await change(drafter, revision, called('Second')))
    assert.deepEqual(late.title, { operations: [0], base: title, theirs: 'First', yours: 'Second' })
    assert.deepEqual([late.applied, (await product()).title], [[], 'First'])
    const whole = { baseVersion: version, base: revision, title: 'Third', content }
    refused(await put(drafter, `/work-products/${workProductId}`, whole), 409, /\(the title\)/)
    assert.equal((await product()).title, 'First')
    applied(await change(drafter, late.revision, called(title)))
  })

  it('answers a retry as it answered before, also where the text has moved on', async () => {
    const { revision } = await product()
    const headers = { 'idempotency-key': 'typed-once' }
    const first = applied(await change(drafter, revision, [typed('b', 0, 'Again: ')], {}, headers))
    applied(await change(drafter, first.revision, [typed('b', 0, 'More. ')]))
    const second = applied(await change(drafter, revision, [typed('b', 0, 'Again: ')], {}, headers))
    assert.deepEqual(second, first)
    assert.equal(JSON.stringify((await product()).content).split('Again: ').length, 2)
    refused(await change(drafter, revision, [typed('b', 0, 'Other')], {}, headers), 409, /used before/)
  })

  it('refuses an unknown base, an unknown block, and what would not be a valid text, and loses nothing', async () => {
    const { revision, content } = await product()
    refused(await change(drafter, revision + 1, [typed('a', 0, 'x')]), 409, /base must be a revision/)
    refused(
      await change(drafter, revision, [typed('nowhere', 0, 'x')]),
      400,
      /operations\/0: There is no block blk_nowhere/,
    )
    const table = {
      type: 'table',
      id: 'blk_t',
      header: [{ content: [] }],
      rows: [{ cells: [{ content: [] }, { content: [] }] }],
    }
    const insert = (block: unknown, section: unknown = opening) => [
      { type: 'insertAfter', section, after: null, block },
    ]
    refused(await change(drafter, revision, insert(table)), 400, /as many cells/)
    refused(
      await change(drafter, revision, insert({ ...paragraph('p', 'x'), part: 'finding' })),
      400,
      /section of an issue/,
    )
    refused(await change(drafter, revision, insert(paragraph('p', 'x', 9999))), 400, /page/)
    refused(
      await change(drafter, revision, insert(paragraph('p', 'x'), { part: 'issue', issueId: 'issue_none' })),
      400,
      /issue of the case/,
    )
    const nowhere = { part: 'issue', issueId: 'issue_none' }
    refused(
      await change(drafter, revision, [{ type: 'move', blockId: 'blk_a', section: nowhere, after: null }]),
      400,
      /issue of the case/,
    )
    refused(
      await change(drafter, revision, insert({ ...paragraph('p', 'x'), colour: 'red' })),
      400,
      /operations/,
    )
    refused(await change(drafter, revision, [{ type: 'setTitle', title: ' ' }]), 400, /title/)
    const none = { ...content, issues: [...content.issues, { issueId: 'issue_none', content: [] }] }
    const { version } = await product()
    refused(
      await put(drafter, `/work-products/${workProductId}`, { baseVersion: version, content: none }),
      400,
      /section\.issueId must be the ID of an issue of the case: issue_none is not/,
    )
    refused(
      await post(drafter, '/work-products', { content: { opening: [], issues: none.issues, closing: [] } }),
      400,
      /section\.issueId must be the ID of an issue of the case: issue_none is not/,
    )
    const after = await product()
    assert.deepEqual([after.revision, after.content], [revision, content])
  })

  it('is for whoever holds the draft, and is not told to others', async () => {
    const { revision } = await product()
    refused(await change(otherDrafter, revision, [typed('a', 0, 'x')]), 403, /only they can change/)
    refused(await change(clerk, revision, [typed('a', 0, 'x')]), 403, /./)
    refused(await get(clerk, `/work-products/${workProductId}/operations`), 403, /./)
    refused(
      await post(drafter, '/work-products/product_none/operations', { base: 0, operations: [] }),
      404,
      /no such work product/,
    )
  })

  it('decides issues with the text, both or neither', async () => {
    const { revision } = await product()
    const before = await lastSequence()
    const dispositions = [{ issueId: issueIds[0], disposition: 'allowed' }]
    const both = applied(await change(drafter, revision, [typed('k', 0, 'Granted. ')], { dispositions }))
    assert.deepEqual(
      (await eventsSince(before)).map(({ type }) => type),
      ['issue.decided'],
    )
    refused(
      await change(drafter, both.revision, [typed('k', 0, 'Lost? ')], {
        dispositions: [{ issueId: issueIds[1], disposition: 'nonsense' }],
      }),
      400,
      /disposition/,
    )
    assert.equal((await product()).revision, both.revision)
    const contested = applied(
      await change(drafter, revision, [typed('k', 0, 'Denied. ')], {
        dispositions: [{ issueId: issueIds[1], disposition: 'denied' }],
      }),
    )
    assert.deepEqual([contested.applied, contested.conflicts.length], [[], 1])
    assert.equal((await issuesNow())[1]?.status, 'open')
  })

  it('shows blockers and preview of the text as it is typed', async () => {
    const { revision } = await product()
    const { shown } = (await get(judge, `/work-products/${workProductId}/blockers`)).json as Blockers
    const next = applied(await change(drafter, revision, [typed('k', 0, 'Typed just now. ')]))
    const preview = (await get(judge, `/work-products/${workProductId}/preview`)).json as WorkProductPreview
    assert.equal(preview.revision, next.revision)
    assert.match(JSON.stringify(preview.sections), /Typed just now/)
    assert.notEqual(preview.shown, shown)
  })

  it('keeps the section of an issue that is split, withdrawn or moved in the list', async () => {
    const { revision } = await product()
    const section = { part: 'issue', issueId: issueIds[1] }
    applied(
      await change(drafter, revision, [
        { type: 'insertAfter', section, after: null, block: paragraph('back', 'The back.') },
      ]),
    )
    const ordered = await put(world.admin, '/issue-order', { issueIds: issueIds.toReversed() })
    assert.equal(ordered.status, 200, ordered.text)
    assert.deepEqual(
      (await product()).outline.map(({ issueId, number }) => [issueId, number]),
      [
        [issueIds[1], 1],
        [issueIds[0], 2],
      ],
    )
    const split = await post(world.admin, `/issues/${issueIds[1]}/split`, {
      into: [
        { issueType: 'serviceConnection', scope: 'neck' },
        { issueType: 'serviceConnection', scope: 'spine' },
      ],
    })
    assert.equal(split.status, 201, split.text)
    const { outline, content } = await product()
    const parts = (await issuesNow()).map(({ id }) => id)
    assert.deepEqual(
      outline.map(({ issueId, number, status, isWritten }) => [issueId, number, status, isWritten]),
      [
        [issueIds[1], null, 'split', true],
        [parts[0], 1, 'open', false],
        [parts[1], 2, 'open', false],
        [issueIds[0], 3, 'decided', true],
      ],
    )
    assert.deepEqual(outline[0]?.into, parts.slice(0, 2))
    assert.match(JSON.stringify(content), /The back\./)
    const now = await product()
    const moved = applied(
      await change(drafter, now.revision, [
        { type: 'move', blockId: 'blk_back', section: { part: 'issue', issueId: parts[0] }, after: null },
      ]),
    )
    assert.deepEqual(moved.conflicts, [])
    issueIds = parts
  })

  it('lists what has changed after a revision', async () => {
    const { revision } = await product()
    applied(await change(drafter, revision, [typed('a', 0, 'Live. ')]))
    const reply = await get(judge, `/work-products/${workProductId}/operations?after=${revision}`)
    const { changes } = reply.json as {
      changes: { revision: number; by: { name: string }; operations: unknown[] }[]
    }
    assert.deepEqual(
      changes.map(({ revision, by }) => [revision, by.name]),
      [[revision + 1, 'dora']],
    )
    assert.deepEqual(changes[0]?.operations, [typed('a', 0, 'Live. ')])
  })

  it('merges a text that is saved as a whole with what was typed since, or says which blocks are contested', async () => {
    const { revision, version, content, title } = await product()
    applied(await change(drafter, revision, [typed('b', 0, 'Meanwhile. ')]))
    const opening = content.opening.map((block) =>
      block.id === 'blk_a' ? paragraph('a', 'Saved as a whole.') : block,
    )
    const whole = { baseVersion: version, base: revision, title, content: { ...content, opening } }
    const saved = await put(drafter, `/work-products/${workProductId}`, whole)
    assert.equal(saved.status, 200, saved.text)
    const words = JSON.stringify((await product()).content)
    assert.match(words, /Saved as a whole/)
    assert.match(words, /Meanwhile\. /)
    const next = await product()
    applied(await change(drafter, next.revision, [typed('a', 0, 'Mine: ')]))
    const contested = {
      ...whole,
      baseVersion: next.version,
      base: next.revision,
      content: {
        ...next.content,
        opening: next.content.opening.map((block) =>
          block.id === 'blk_a' ? paragraph('a', 'Theirs.') : block,
        ),
      },
    }
    refused(await put(drafter, `/work-products/${workProductId}`, contested), 409, /blk_a/)
  })

  it('becomes a version with the submission, and a signature is refused while words are in no version', async () => {
    const { revision, version } = await product()
    const before = await lastSequence()
    applied(await change(drafter, revision, [typed('a', 0, 'Last words. ')]))
    const submitted = await post(drafter, `/work-products/${workProductId}/submit`, { version })
    assert.equal(submitted.status, 200, submitted.text)
    const types = (await eventsSince(before))
      .map(({ type }) => type)
      .filter((type) => type.startsWith('workProduct.'))
    assert.deepEqual(types, ['workProduct.saved', 'workProduct.submitted'])
    const now = await product(judge)
    refused(await change(drafter, now.revision, [typed('a', 0, 'Too late. ')]), 422, /in review/)
    applied(await change(judge, now.revision, [typed('a', 0, 'The judge: ')]))
    refused(
      await post(judge, `/work-products/${workProductId}/sign`, { version: now.version }),
      409,
      /was changed since version/,
    )
    const returned = await post(judge, `/work-products/${workProductId}/return`, {
      version: now.version,
      reasons: ['See my words.'],
    })
    assert.equal(returned.status, 200, returned.text)
    const back = await product()
    assert.deepEqual([back.status, back.version, back.changed], ['draft', now.version + 1, undefined])
    assert.match(JSON.stringify(back.content), /The judge: /)
  })

  it('takes two authors at once, each in other blocks, and loses no word of either', async () => {
    const { revision } = await product()
    applied(
      await change(drafter, revision, [
        { type: 'insertAfter', section: opening, after: null, block: paragraph('one', '.') },
        { type: 'insertAfter', section: opening, after: null, block: paragraph('two', '.') },
      ]),
    )
    const write = async (http: Http, block: string) => {
      let { revision } = await product()
      for (let step = 0; step < 25; step += 1) {
        const answer = applied(await change(http, revision, [typed(block, 0, `${step} `)]))
        assert.deepEqual(answer.conflicts, [])
        revision = answer.revision
      }
    }
    const tag = async () => {
      for (let step = 0; step < 10; step += 1)
        await post(world.admin, '/issues', { issueType: 'serviceConnection', scope: `side ${step}` })
    }
    await Promise.all([write(drafter, 'one'), write(judge, 'two'), tag()])
    const { content } = await product()
    const expected = `${Array.from({ length: 25 }, (_, step) => `${24 - step} `).join('')}.`
    for (const id of ['blk_one', 'blk_two']) {
      const block = content.opening.find((one) => one.id === id)
      assert.deepEqual(block?.type === 'paragraph' && block.content, [{ type: 'text', text: expected }])
    }
  })
})
