import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Ending } from '@portico/contract/endings'
import type { TaskList } from '@portico/contract/tasks'
import type { WorkProduct, WorkProductSummary } from '@portico/contract/work-products'
import { assignForDrafting, type Drafting, memberOf, outsideEditor } from '../../test/outside-editor.ts'
import { until } from '../../test/until.ts'
import { type Http, startWorld, type World } from '../../test/world.ts'

const now = () => new Date().toISOString()
const says = (text: string) => ({ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] })
const cites = (text: string, page: number) => ({
  type: 'paragraph' as const,
  content: [
    { type: 'text' as const, text },
    { type: 'citation' as const, anchor: { page } },
  ],
})

describe('the authoring port, in hard moments of a case', () => {
  const editor = outsideEditor()
  let world: World
  let drafting: Drafting
  let workProductId: string
  before(async () => {
    world = await startWorld({}, { ports: { authoring: { adapter: editor.adapter } } })
    drafting = await assignForDrafting(world)
    workProductId = await begun(world.caseId)
  })
  after(() => world.close())

  const done = async <Json>(http: Http, method: string, path: string, body?: unknown): Promise<Json> => {
    const reply = await http(method, path, body === undefined ? {} : { body })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
    return reply.json as Json
  }
  const on = (place: string) => `/cases/${world.caseId}${place}`
  const written = (author = drafting.author, of = workProductId) => ({ workProductId: of, author, at: now() })
  const product = async () => {
    const place = on(`/work-products/${workProductId}`)
    return (await done<{ workProduct: WorkProduct }>(drafting.judge, 'GET', place)).workProduct
  }
  async function begun(caseId: string): Promise<string> {
    const opened = (of: boolean) =>
      editor.next('openEditor', (one) => one.case.caseId === caseId && (one.draft !== undefined) === of)
    await opened(false)
    const { status, reason } = await editor.tell(world, 'draftBegun', {
      caseId,
      author: drafting.author,
      at: now(),
    })
    assert.equal(status, 'applied', reason ?? '')
    return (await opened(true)).draft?.workProductId ?? ''
  }
  const signedEvents = async () =>
    (await done<{ events: unknown[] }>(world.admin, 'GET', on('/events?types=workProduct.signed'))).events
      .length

  it('an editor that was away is told in order of what it missed, as it is by then', async () => {
    const from = editor.said.length
    editor.setDown(true)
    const { id: issueId } = (
      await done<{ issue: { id: string } }>(drafting.drafter, 'POST', on('/issues'), {
        issueType: 'serviceConnection',
        description: 'While it was away',
      })
    ).issue
    const { startPage } = (
      await done<{ document: { startPage: number } }>(
        drafting.drafter,
        'GET',
        `/appeals/${world.caseId}/documents/${world.documentId}`,
      )
    ).document
    const annotations = `/appeals/${world.caseId}/documents/${world.documentId}/annotations`
    await done(drafting.drafter, 'POST', annotations, {
      page: startPage,
      x: 0.5,
      y: 0.5,
      comment: 'Seen late.',
    })
    const content = { opening: [says('While it was away.')], issues: [], closing: [] }
    const place = on(`/work-products/${workProductId}`)
    await done(drafting.drafter, 'PUT', place, { baseVersion: 1, content })
    await done(drafting.judge, 'POST', `${place}/comments`, { text: 'And this.' })
    const removal = { how: 'withdrawn', why: 'Withdrawn in writing.' }
    await done(drafting.drafter, 'PUT', on(`/issues/${issueId}/removal`), removal)
    await until(async () => {
      const { port } = await done<{ port: { bindings: { lastError?: string }[] } }>(
        world.admin,
        'GET',
        '/ports/authoring',
      )
      return /is down/.test(port.bindings[0]?.lastError ?? '')
    })
    assert.equal(editor.said.length, from)
    editor.setDown(false)
    await editor.next('commentsChanged', ({ comments }) => comments.some(({ text }) => text === 'And this.'))
    await editor.next(
      'issuesChanged',
      ({ sequence }) => sequence > Math.max(...editor.ofCall('commentsChanged').map((one) => one.sequence)),
    )
    const told = editor.said.slice(from).filter(({ call }) => call !== 'updateBoilerplate')
    const sequences = told.map(({ input }) => (input as { sequence: number }).sequence)
    assert.deepEqual(
      sequences,
      sequences.toSorted((a, b) => a - b),
    )
    assert.deepEqual([...new Set(told.map(({ call }) => call))].toSorted(), [
      'annotationChanged',
      'commentsChanged',
      'draftChanged',
      'issuesChanged',
    ])
    assert.ok(
      editor
        .ofCall('issuesChanged')
        .at(-1)
        ?.issues.every((issue) => issue.issueId !== issueId),
    )
    assert.deepEqual(editor.ofCall('draftChanged').at(-1)?.draft.version, 2)
  })

  it('a proof signs once, however often it is sent at once, and never for who has lost the role', async () => {
    const { documents } = await done<{ documents: { startPage: number }[] }>(
      drafting.drafter,
      'GET',
      on('/documents'),
    )
    const content = {
      opening: [says('This is before the board.')],
      issues: [{ issueId: drafting.issueId, content: [cites('Granted.', documents[0]?.startPage ?? 0)] }],
      closing: [],
    }
    const dispositions = [{ issueId: drafting.issueId, disposition: 'allowed' }]
    const saved = { ...written(), baseVersion: (await product()).version, content, dispositions }
    const { id: message, status } = await editor.tell(world, 'draftSaved', saved)
    assert.equal(status, 'applied')
    const { version } = (await editor.next('draftChanged', ({ fact }) => fact === message)).draft
    assert.equal((await editor.tell(world, 'submitted', { ...written(), version })).status, 'applied')
    const judith = await memberOf(world, 'judith')
    const place = on(`/work-products/${workProductId}/signing-proof`)
    const { proof } = await done<{ proof: string }>(drafting.judge, 'POST', place, { version })
    const sign = { ...written(judith), version, proof }

    const member = `/members/${judith.id}`
    await done(world.admin, 'PATCH', member, { roles: ['drafter'] })
    const powerless = await editor.tell(world, 'authorSigned', sign)
    assert.equal(powerless.status, 'refused')
    assert.match(powerless.reason ?? '', /`signDecisions`/)
    await done(world.admin, 'PATCH', member, { roles: ['adjudicator'] })
    const { tasks } = await done<TaskList>(world.admin, 'GET', on('/tasks?open=true'))
    const review = tasks.find(({ label }) => label === 'Adjudicator review')
    assert.equal(review?.assignee?.kind, 'team', 'it went back')
    const back = { assignee: { person: 'judith' }, why: 'She may again.' }
    assert.equal((await editor.tell(world, 'authorSigned', sign)).status, 'refused', 'it is not with her')
    await done(world.admin, 'PUT', on(`/tasks/${review?.id}/assignee`), back)
    assert.equal(await signedEvents(), 0)

    const all = await Promise.all(Array.from({ length: 5 }, () => editor.tell(world, 'authorSigned', sign)))
    const applied = all.filter(({ status }) => status === 'applied')
    assert.equal(applied.length, 1, all.map(({ reason }) => reason).join())
    assert.equal(await signedEvents(), 1)
  })

  it('after a substitution what is reported of the old case is refused, and the draft goes on in the new one', async () => {
    const { admin } = world
    const person = { firstName: 'Ada', lastName: 'Byron' }
    const opened = await done<{ case: { id: string } }>(admin, 'POST', '/cases', {
      veteran: person,
      receiptDate: '2026-03-02',
    })
    const { id } = opened.case
    await done(admin, 'POST', `/cases/${id}/parties/ada-${id}`, { role: 'appellant', person })
    const eve = { role: 'witness', person: { firstName: 'Eve', lastName: 'Byron' } }
    await done(admin, 'POST', `/cases/${id}/parties/eve-${id}`, eve)
    const before = { ...world, caseId: id, member: async (name: string) => signedIn(name) }
    drafting = await assignForDrafting(before)
    const old = await begun(id)
    const content = (text: string) => ({ opening: [says(text)], issues: [], closing: [] })
    const save = (of: string, baseVersion: number, text: string) =>
      editor.tell(world, 'draftSaved', {
        ...written(drafting.author, old),
        workProductId: of,
        baseVersion,
        content: content(text),
      })
    assert.equal((await save(old, 1, 'Carried over.')).status, 'applied')
    const { url } = editor.ofCall('openEditor').at(-1)?.evidence ?? { url: '' }
    assert.equal((await fetch(url)).status, 200)

    await done(admin, 'POST', `/cases/${id}/parties/ada-${id}`, {
      role: 'appellant',
      person: { ...person, deathDate: '2026-01-05' },
    })
    const asked = {
      ...{ kind: 'substitution', issueIds: [drafting.issueId], why: 'The widow asks to be substituted.' },
      substitute: { for: `ada-${id}`, by: `eve-${id}` },
    }
    const { ending } = await done<{ ending: Ending }>(admin, 'POST', `/cases/${id}/endings`, {
      linkCase: asked,
    })
    const { link } = await done<{ link: { caseId: string } }>(admin, 'POST', `/cases/${id}/links`, {
      ...asked,
      ends: ending.hash,
    })
    const closed = await editor.next(
      'closeEditor',
      ({ why, case: of }) => why === 'caseClosed' && of.caseId === id,
    )
    assert.equal(closed.author, undefined)
    await editor.next('draftMoved', ({ change, case: of }) => change === 'discarded' && of.caseId === id)
    assert.equal((await fetch(url)).status, 403)
    assert.equal((await save(old, 2, 'Too late.')).status, 'refused')
    const anew = { caseId: id, author: drafting.author, at: now() }
    assert.equal((await editor.tell(world, 'draftBegun', anew)).status, 'refused')
    const { workProducts } = await done<{ workProducts: WorkProductSummary[] }>(
      admin,
      'GET',
      `/cases/${link.caseId}/work-products`,
    )
    const [draft] = workProducts
    assert.ok(draft && draft.id !== old)
    const early = await save(draft.id, draft.version, 'Before it is given.')
    assert.equal(early.status, 'unmatched', early.reason ?? '')
    assert.match(early.reason ?? '', /was not given this case/)
  })

  async function signedIn(username: string): Promise<Http> {
    const { json } = await world.anonymous('POST', '/auth/token', {
      body: { username, password: world.password },
    })
    return world.as((json as { token: string }).token)
  }
})
