import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { DecisionPackageDetail } from '@portico/contract/decision-package'
import type { IssueList } from '@portico/contract/issues'
import type { TaskDetail as TaskDetailSchema, TaskList } from '@portico/contract/tasks'
import type { Static } from '@portico/contract/type'
import type {
  Blockers,
  Comment,
  WorkProduct,
  WorkProductChanged,
  WorkProductContent,
  WorkProductPreview,
  WorkProductVersion,
} from '@portico/contract/work-products'
import { canonicalJson } from '../../core/kernel/chain.ts'
import { conforms } from '../conforms.ts'
import { until } from '../until.ts'
import { type Http, type Reply, startWorld, type World } from '../world.ts'

type TaskDetail = Static<typeof TaskDetailSchema>
type Detail = { workProduct: WorkProduct }

const says = (text: string, ...pages: number[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text }, ...pages.map((page) => ({ type: 'citation', anchor: { page } }))],
})

describe('a work product', () => {
  let world: World
  let drafter: Http
  let judge: Http
  let otherJudge: Http
  let clerk: Http
  let support: Http
  before(async () => {
    world = await startWorld()
    drafter = await world.member('dora', ['drafter'])
    judge = await world.member('judith', ['adjudicator'])
    otherJudge = await world.member('jules', ['adjudicator'])
    clerk = await world.member('mia', ['mailClerk'])
    support = await world.member('sue', ['caseSupport'])
    await distribute()
    await withdrawIssues()
  })
  after(() => world.close())

  const on = (path: string) => `/cases/${world.caseId}${path}`
  const refused = (reply: Reply, status: number, sentence: RegExp) => {
    assert.equal(reply.status, status, reply.text.slice(0, 300))
    assert.deepEqual(Object.keys(reply.json as object), ['error'])
    assert.match((reply.json as { error: string }).error, sentence)
  }
  const post = (http: Http, path: string, body?: unknown) =>
    http('POST', on(path), body === undefined ? {} : { body })
  const put = (http: Http, path: string, body: unknown) => http('PUT', on(path), { body })
  const get = (http: Http, path: string) => http('GET', on(path))

  /** From intake to a drafter and an adjudicator who has the review. */
  async function distribute() {
    const complete = async (type: string, body: unknown, by = world.admin) => {
      const { tasks } = (await get(by, '/tasks?open=true')).json as TaskList
      const task = tasks.find((one) => one.type === type)
      const reply = await post(by, `/tasks/${task?.id}/complete`, body)
      assert.equal(reply.status, 200, reply.text)
    }
    const docketed = await post(world.admin, '/docket', { docket: 'directReview' })
    assert.equal(docketed.status, 200, docketed.text)
    await complete('distribution', { outcome: 'distributed', assignee: { person: 'judith' } })
    await complete('assignment', { outcome: 'assigned', assignee: { person: 'dora' } }, judge)
  }

  /** Those that the synthetic case came with. */
  async function withdrawIssues() {
    const { issues } = (await get(drafter, '/issues')).json as IssueList
    for (const { id } of issues)
      await put(drafter, `/issues/${id}/removal`, { how: 'withdrawn', why: 'Withdrawn in writing.' })
  }

  async function addIssue(description: string): Promise<string> {
    const reply = await post(drafter, '/issues', { issueType: 'serviceConnection', description })
    return (reply.json as { issue: { id: string } }).issue.id
  }
  const decide = (issueId: string, decision: unknown = { disposition: 'allowed' }) =>
    drafter('PUT', on(`/issues/${issueId}/decision`), { body: decision })

  let issueIds: string[]
  let productId: string
  const at = (path = '') => `/work-products/${productId}${path}`

  it('has no package before a signature', async () => {
    refused(await get(judge, '/decision-package'), 404, /No decision has been signed/)
  })

  it('begins with a section for each issue that is decided', async () => {
    issueIds = [await addIssue('Tinnitus'), await addIssue('Left knee'), await addIssue('Back')]
    assert.equal((await decide(issueIds[0]!)).status, 200)
    const drafted = await post(drafter, '/work-products', {})
    const { workProduct } = conforms<WorkProductChanged>('draftWorkProduct', drafted)
    productId = workProduct.id
    const read = conforms<Detail>('getWorkProduct', await get(judge, at()))
    assert.deepEqual(read.workProduct.content, {
      opening: [],
      issues: [{ issueId: issueIds[0], content: [] }],
      closing: [],
    })
    conforms('listWorkProducts', await get(judge, '/work-products'))
    refused(await post(drafter, '/work-products', {}), 422, /already has an unfinished work product/)
  })

  it('cites pages, and keeps them with the version and the hash of their document', async () => {
    const content = {
      opening: [{ type: 'boilerplate', entryId: 'nowhere', version: 1 }],
      issues: [{ issueId: issueIds[0], content: [says('Granted.', 2, 3)] }],
      closing: [],
    }
    const saved = await put(drafter, at(), { baseVersion: 1, content })
    assert.equal(conforms<WorkProductChanged>('saveWorkProduct', saved).workProduct.version, 2)
    const { workProduct } = (await get(drafter, at())).json as {
      workProduct: { content: WorkProductContent }
    }
    const [block] = workProduct.content.issues[0]!.content
    assert.ok(block?.type === 'paragraph' && block.content[1]?.type === 'citation')
    const { anchor } = block.content[1]
    assert.deepEqual([anchor.page, anchor.version], [2, 1])
    assert.match(anchor.sha256, /^[0-9a-f]{64}$/)

    const again = await put(drafter, at(), { baseVersion: 2, title: 'Order', content: workProduct.content })
    assert.equal((again.json as WorkProductChanged).workProduct.version, 3)
    refused(await put(drafter, at(), { baseVersion: 2, content }), 409, /at version 3, not 2/)
  })

  const textOf = async () =>
    ((await get(drafter, at())).json as { workProduct: { content: WorkProductContent; version: number } })
      .workProduct

  it('says what is wrong with a text', async () => {
    const save = (opening: unknown[], issues: unknown[] = []) =>
      put(drafter, at(), { baseVersion: 3, content: { opening, issues, closing: [] } })
    refused(await save([says('A', 9999)]), 400, /no page 9999/)
    const cell = { content: [{ type: 'text', text: 'A' }] }
    const uneven = { type: 'table', header: [cell, cell], rows: [{ cells: [cell, cell] }, { cells: [cell] }] }
    refused(await save([uneven]), 400, /^Row 2 of a table must have as many cells as its header, 2: it has 1/)
    const twice = [says('A'), says('B')].map((block) => ({ ...block, id: 'blk_1' }))
    refused(await save(twice), 400, /two blocks of the same ID: blk_1 is in it twice/)
    refused(await save([{ ...says('A'), id: '<b>' }]), 400, /opening\.0\.id must be written like blk_/)
    const nested = { type: 'footnote', content: [{ type: 'footnote', content: [] }] }
    refused(await save([{ type: 'paragraph', content: [nested] }]), 400, /content\.opening\.0/)
    refused(await save([{ type: 'paragraph', content: 'A' }]), 400, /opening\.0\.content must be an array/)
    refused(
      await save(
        [],
        [1, 2].map(() => ({ issueId: 'x', content: [] })),
      ),
      400,
      /one section per issue: x has two/,
    )
    refused(await put(drafter, at(), { baseVersion: 3 }), 400, /must have content/)
  })

  it('has versions that stay readable', async () => {
    const listed = conforms<{ versions: WorkProductVersion[]; next?: string }>(
      'listWorkProductVersions',
      await get(judge, at('/versions?limit=2')),
    )
    assert.deepEqual(
      listed.versions.map(({ version, title }) => [version, title]),
      [
        [3, 'Order'],
        [2, 'Decision'],
      ],
    )
    assert.equal(listed.next, '2')
    const first = conforms<{ version: { content: WorkProductContent } }>(
      'getWorkProductVersion',
      await get(judge, at('/versions/1')),
    )
    assert.deepEqual(first.version.content.opening, [])
    refused(await get(judge, at('/versions/9')), 404, /no such version/)
    refused(await get(judge, '/work-products/product_x/versions'), 404, /no such work product/)
  })

  it('is commented on in threads, whose text is in no event', async () => {
    const made = await post(judge, at('/comments'), {
      text: 'Is that so?',
      place: { part: 'issue', issueId: issueIds[0], block: 0 },
    })
    const { comment } = conforms<{ comment: Comment }>('addComment', made)
    const [block] = (await textOf()).content.issues[0]!.content
    const place = { part: 'issue', issueId: issueIds[0], blockId: block?.id }
    assert.deepEqual(comment.place, { ...place, block: 0 })
    const on = (more: object) => post(judge, at('/comments'), { text: 'A', place: { ...place, ...more } })
    refused(await on({ blockId: 'blk_9' }), 400, /place\.blockId must be the ID of a block in its section/)
    refused(
      await on({ part: 'opening', issueId: undefined }),
      400,
      /place\.blockId must be the ID of a block/,
    )
    refused(await on({ block: 7 }), 400, /must name the same block; place\.block may be left out/)
    await post(drafter, at('/comments'), { text: 'It is.', inReplyTo: comment.id })
    const listed = conforms<{ comments: Comment[] }>('listComments', await get(drafter, at('/comments')))
    assert.deepEqual(
      listed.comments.map(({ text, inReplyTo }) => [text, inReplyTo]),
      [
        ['Is that so?', undefined],
        ['It is.', comment.id],
      ],
    )
    const path = at(`/comments/${comment.id}/resolved`)
    assert.equal((await put(drafter, path, { resolved: true })).status, 204)
    const { comments } = (await get(drafter, at('/comments'))).json as { comments: Comment[] }
    assert.ok(comments[0]?.resolved)
    const events = await get(judge, '/events?limit=1000')
    assert.doesNotMatch(events.text, /Is that so|Granted\./)
    assert.match(events.text, /workProduct\.commented/)
  })

  it('lists what stands in the way, and is not signed while anything does', async () => {
    const found = conforms<Blockers>('getBlockers', await get(judge, at('/blockers')))
    assert.equal(found.maySign, false)
    assert.deepEqual(
      found.blockers.map(({ code }) => code),
      ['issueUndecided', 'issueUndecided', 'boilerplateGone'],
    )
    assert.ok(found.warnings.some(({ code }) => code === 'documentsUnread'))
    refused(await post(judge, at('/sign'), { version: 3 }), 422, /submit it for review/)
    conforms('submitWorkProduct', await post(drafter, at('/submit'), { version: 3 }))
    refused(
      await post(judge, at('/sign'), { version: 3 }),
      422,
      /^Issue 2, “Left knee”, is not decided\. There are 2 more blockers\.$/,
    )
    refused(await get(judge, '/decision-package'), 404, /No decision has been signed/)
  })

  it('shows how it would read if it were signed now', async () => {
    const { sections, citations, dispositions, recipients, deliveredBy } = conforms<WorkProductPreview>(
      'previewWorkProduct',
      await get(drafter, at('/preview')),
    )
    assert.deepEqual(
      dispositions.map(({ description, disposition }) => [description, disposition.label]),
      [['Tinnitus', 'Allowed']],
    )
    assert.ok(recipients.some(({ role, name }) => role && name))
    assert.deepEqual(deliveredBy, [])
    assert.deepEqual(
      sections.map(({ heading, content }) => [heading, content.length]),
      [
        [undefined, 1],
        ['Tinnitus', 1],
        ['Left knee', 0],
        ['Back', 0],
        [undefined, 0],
      ],
    )
    assert.deepEqual(
      citations.map(({ number, anchor }) => [number, anchor.page]),
      [
        [1, 2],
        [2, 3],
      ],
    )
  })

  it('is drawn as the PDF that it would be, and says what each may do with it', async () => {
    const drawn = await get(judge, at('/preview/file'))
    assert.equal(drawn.status, 200, drawn.text)
    assert.equal(drawn.headers.get('content-type'), 'application/pdf')
    assert.match(drawn.text, /^%PDF-/)
    refused(await get(clerk, at('/preview/file')), 403, /not allow/)
    const mayOf = async (http: Http) =>
      conforms<Detail>('getWorkProduct', await get(http, at())).workProduct.actions.may.join(' ')
    assert.equal(await mayOf(drafter), 'comment')
    assert.equal(await mayOf(judge), 'save comment return discard sign')
  })

  it('is returned with reasons, which the drafter reads', async () => {
    const reasons = ['The knee is missing.', 'Cite the examination.']
    conforms('returnWorkProduct', await post(judge, at('/return'), { version: 3, reasons }))
    const { workProduct } = (await get(drafter, at())).json as Detail
    assert.deepEqual([workProduct.status, workProduct.returned?.reasons], ['draft', reasons])
    refused(await post(judge, at('/return'), { version: 3, reasons }), 422, /not in review/)
  })

  it('is saved in review by a reviewer alone', async () => {
    await decide(issueIds[1]!, {
      disposition: 'remanded',
      reasons: [{ reason: 'inadequateExamination', timing: 'beforeCertification' }],
    })
    const gone = { how: 'withdrawn', why: 'Withdrawn in writing.' }
    assert.equal((await put(drafter, `/issues/${issueIds[2]}/removal`, gone)).status, 200)
    const content = {
      opening: [],
      issues: [
        { issueId: issueIds[1], content: [says('Remanded.', 4)] },
        { issueId: issueIds[0], content: [says('Granted.', 2, 3)] },
      ],
      closing: [says('It is so ordered.')],
    }
    await put(drafter, at(), { baseVersion: 3, content })
    await post(drafter, at('/submit'), { version: 4 })
    refused(await put(drafter, at(), { baseVersion: 4, content }), 422, /only by its reviewer/)
    content.closing = [says('So ordered.')]
    assert.equal((await put(judge, at(), { baseVersion: 4, content })).status, 200)
    refused(await post(judge, at('/sign'), { version: 4 }), 409, /at version 5/)
  })

  it('is signed by one of two who sign at once, and the package is there with the event', async () => {
    const cited = await judge('POST', on(`/issues/${issueIds[0]}/evidence`), { body: { page: 5 } })
    assert.equal(cited.status, 201)
    await world.admin('POST', on('/parties/party_ada'), {
      body: { role: 'appellant', person: { firstName: 'Ada', lastName: 'Byron' } },
    })
    await judge('PUT', `/appeals/${world.caseId}/documents/${world.documentId}/read-state`, {
      body: { read: true },
    })
    const { task } = (await post(world.admin, '/mail', { mailType: 'withdrawal' })).json as TaskDetail
    const stopped =
      /^Issue 1, “Tinnitus”, is decided as Allowed, but “Withdrawal of appeal” is open\. It can be signed as Withdrawn or /
    refused(await post(judge, at('/sign'), { version: 5 }), 422, stopped)
    const { blockers } = conforms<Blockers>('getBlockers', await get(judge, at('/blockers')))
    assert.deepEqual(
      blockers.map(({ code, issueId, taskId }) => [code, issueId, taskId]),
      [0, 1].map((index) => ['mailOpen', issueIds[index], task.id]),
    )
    const taken = await post(world.admin, `/tasks/${task.id}/complete`, {
      changes: { scope: 'none', why: 'They took it back.' },
    })
    assert.equal(taken.status, 200, taken.text)
    const notTheirs = /^“Adjudicator review” is held by judith: only the member who holds it can sign\./
    refused(await post(otherJudge, at('/sign'), { version: 5 }), 403, notTheirs)
    refused(await post(otherJudge, at('/sign'), { version: 5, override: 'So.' }), 403, notTheirs)
    refused(await post(otherJudge, at('/return'), { version: 5, reasons: ['So.'] }), 403, /held by judith/)
    const { actions } = ((await get(otherJudge, at())).json as Detail).workProduct
    assert.deepEqual([actions.may, actions.override, actions.heldBy?.name], [['comment'], [], 'judith'])
    const mine = ((await get(judge, at())).json as Detail).workProduct.actions
    assert.deepEqual(mine.may, ['save', 'comment', 'return', 'discard', 'sign'])
    const replies = await Promise.all(
      [judge, judge, judge, judge].map((http) => post(http, at('/sign'), { version: 5 })),
    )
    const won = replies.filter(({ status }) => status === 200)
    assert.equal(won.length, 1, replies.map(({ text }) => text).join('\n'))
    for (const reply of replies) if (reply.status !== 200) refused(reply, 409, /already signed/)
    const { workProduct } = conforms<WorkProductChanged>('signWorkProduct', won[0]!)
    assert.equal(workProduct.status, 'signed')

    const reply = await get(judge, '/decision-package')
    const detail = conforms<DecisionPackageDetail>('getDecisionPackage', reply)
    assert.equal(detail.sha256, workProduct.packageSha256)
    assert.equal(hash('sha256', canonicalJson(detail.package)), detail.sha256)
    assert.deepEqual(
      detail.package.sections.map(({ part, heading }) => [part, heading]),
      [
        ['opening', undefined],
        ['issue', 'Tinnitus'],
        ['issue', 'Left knee'],
        ['closing', undefined],
      ],
    )
    assert.deepEqual(
      detail.package.dispositions.map(({ disposition, evidence }) => [disposition.name, evidence]),
      [
        ['allowed', [1, 2, 4]],
        ['remanded', [3]],
      ],
    )
    assert.deepEqual(
      detail.package.citations.map(({ anchor }) => anchor.page),
      [2, 3, 4, 5],
    )
    const read = detail.package.manifest.find(({ documentId }) => documentId === world.documentId)
    assert.deepEqual(
      read?.readBy.map(({ name }) => name),
      ['judith'],
    )

    const { json } = await get(world.admin, '/events?limit=1000')
    const { events } = json as {
      events: {
        type: string
        position: number
        sequence: number
        hash: string
        data: { packageSha256?: string }
      }[]
    }
    const signed = events.filter(({ type }) => type === 'workProduct.signed')
    assert.equal(signed.length, 1)
    assert.equal(signed[0]?.position, detail.position)
    assert.equal(signed[0]?.data.packageSha256, detail.sha256)
    const before = events.find(({ sequence }) => sequence === signed[0]!.sequence - 1)
    assert.deepEqual(
      [detail.package.case.version, detail.package.case.hash],
      [before?.sequence, before?.hash],
    )
  })

  it('does not change any more, nor do the issues it decided', async () => {
    const content = { opening: [], issues: [], closing: [] }
    refused(await put(judge, at(), { baseVersion: 5, content }), 422, /can no longer be changed/)
    refused(await post(judge, at('/comments'), { text: 'Late.' }), 422, /can no longer be changed/)
    refused(await post(drafter, at('/discard'), { why: 'late' }), 422, /can no longer be changed/)
    refused(await get(judge, at('/blockers')), 422, /is not being written/)
    assert.equal((await decide(issueIds[0]!, { disposition: 'denied' })).status, 422)
    refused(await post(drafter, '/work-products', {}), 422, /recall it before/)
    conforms('releaseWorkProduct', await post(world.admin, at('/release')))
  })

  it('is recalled with a reason: the package says so, and another begins where it left off', async () => {
    refused(await post(judge, at('/recall'), { why: ' ' }), 400, /why/)
    conforms('recallWorkProduct', await post(judge, at('/recall'), { why: 'A page was missed.' }))
    const detail = conforms<DecisionPackageDetail>(
      'getDecisionPackage',
      await get(judge, '/decision-package'),
    )
    assert.deepEqual([detail.status, detail.recalled?.why], ['recalled', 'A page was missed.'])
    const theirs = /^“Adjudicator review” is held by judith: only /
    const recalledId = productId
    refused(await decide(issueIds[0]!, { disposition: 'denied' }), 403, theirs)
    refused(await post(drafter, '/work-products', { from: recalledId }), 403, theirs)
    await giveBackToDrafter()
    assert.equal((await decide(issueIds[0]!, { disposition: 'denied' })).status, 200)
    const drafted = await post(drafter, '/work-products', { from: recalledId })
    productId = (drafted.json as { workProduct: { id: string } }).workProduct.id
    const { workProduct } = (await get(drafter, at())).json as {
      workProduct: { content: WorkProductContent }
    }
    assert.equal(workProduct.content.issues.length, 2)
    await post(drafter, at('/submit'), { version: 1 })
    const inHerPlace = { version: 1, override: 'Judith is on leave.' }
    refused(await post(world.admin, at('/sign'), { version: 1 }), 403, /give a reason in override/)
    await isBarredByDeath(inHerPlace)
    const signed = await post(world.admin, at('/sign'), inHerPlace)
    assert.equal(signed.status, 200, signed.text)
    const anew = (await get(judge, '/decision-package')).json as DecisionPackageDetail
    assert.equal(anew.package.dispositions[0]?.disposition.name, 'dismissedDeath')
    assert.equal(anew.package.override?.why, 'Judith is on leave.')
    assert.equal(anew.package.override?.holder?.name, 'judith')
    assert.equal(hash('sha256', canonicalJson(anew.package)), anew.sha256)
    const used = (await get(judge, '/events?types=override.used')).json as {
      events: { data: { action: string; why: string } }[]
    }
    assert.deepEqual(
      used.events.map(({ data }) => [data.action, data.why]),
      [['sign', 'Judith is on leave.']],
    )
    const old = (await get(judge, `/decision-package?workProductId=${recalledId}`))
      .json as DecisionPackageDetail
    assert.equal(old.sha256, detail.sha256)
    refused(await get(judge, '/decision-package?workProductId=product_x'), 404, /No decision has been signed/)
  })

  async function giveBackToDrafter() {
    const { tasks } = (await get(judge, '/tasks?open=true')).json as TaskList
    const parentId = tasks.find(({ type }) => type === 'review')?.id
    const opened = await post(judge, '/tasks', { parentId, type: 'drafting', assignee: { person: 'dora' } })
    assert.equal(opened.status, 201, opened.text)
  }

  /** Case support records that the claimant has died; what remains is decided, and bars nothing any more. */
  async function isBarredByDeath(signature: { version: number; override: string }) {
    const person = { firstName: 'Ada', lastName: 'Byron', deathDate: '2026-01-05' }
    const recorded = await post(support, '/parties/party_ada', { role: 'appellant', person })
    assert.equal(recorded.status, 200, recorded.text)
    const dead =
      /^Issue 1, “Tinnitus”, is decided as Denied, but Ada Byron has died\. It can be signed as Dismissed, death or /
    refused(await post(world.admin, at('/sign'), signature), 422, dead)
    const found = async () => conforms<Blockers>('getBlockers', await get(judge, at('/blockers'))).blockers
    const remaining = ['dismissedDeath', 'dismissedMatterOfLaw', 'withdrawn']
    assert.deepEqual(
      (await found()).map(({ code, issueId, partyId, dispositions }) => [
        code,
        issueId,
        partyId,
        dispositions,
      ]),
      [0, 1].map((index) => ['claimantDeceased', issueIds[index], 'party_ada', remaining]),
    )
    for (const issueId of issueIds.slice(0, 2)) {
      const decided = await put(judge, `/issues/${issueId}/decision`, { disposition: 'dismissedDeath' })
      assert.equal(decided.status, 200, decided.text)
    }
    assert.deepEqual(await found(), [])
  }

  it('is for those whose roles allow it', async () => {
    const content = { opening: [], issues: [], closing: [] }
    for (const reply of [
      await post(clerk, '/work-products', {}),
      await post(clerk, at('/comments'), { text: 'no' }),
      await put(clerk, at(), { baseVersion: 1, content }),
      await post(drafter, at('/return'), { version: 1, reasons: ['no'] }),
      await post(drafter, at('/sign'), { version: 1 }),
      await post(drafter, at('/release')),
      await post(drafter, at('/recall'), { why: 'no' }),
    ]) {
      refused(reply, 403, /roles do not allow/)
    }
    conforms('releaseWorkProduct', await post(world.admin, at('/release')))
    const isReleased = async () => {
      const { json } = await get(judge, at())
      return (json as WorkProductChanged).workProduct.status === 'released'
    }
    // What is cleared is released once it is sealed, in the background; whoever does not deliberate sees it then.
    await until(isReleased)
    assert.equal((await get(clerk, '/decision-package')).status, 200)
  })

  it('that is repeated under its key is answered as before', async () => {
    await post(judge, at('/recall'), { why: 'Once more.' })
    await giveBackToDrafter()
    const headers = { 'idempotency-key': 'draft-once' }
    const once = await drafter('POST', on('/work-products'), { body: {}, headers })
    const twice = await drafter('POST', on('/work-products'), { body: {}, headers })
    assert.equal(once.status, 201)
    assert.deepEqual(twice.json, once.json)
    productId = (once.json as { workProduct: { id: string } }).workProduct.id
    conforms('discardWorkProduct', await post(drafter, at('/discard'), { why: 'A trial.' }))
  })
})
