import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { EditorEvidence, EditorLink } from '@portico/contract/editors'
import type { WorkProduct } from '@portico/contract/work-products'
import { assignForDrafting, type Drafting, memberOf, outsideEditor } from '../../test/outside-editor.ts'
import { until } from '../../test/until.ts'
import { type Http, startWorld, type World } from '../../test/world.ts'

const now = () => new Date().toISOString()
const says = (text: string, id?: string) => ({
  type: 'paragraph' as const,
  ...(id === undefined ? {} : { id }),
  content: [{ type: 'text' as const, text }],
})

const cites = (text: string, page: number) => ({
  type: 'paragraph' as const,
  content: [
    { type: 'text' as const, text },
    { type: 'citation' as const, anchor: { page } },
  ],
})

describe('the authoring port, from the assignment to the signature', () => {
  const editor = outsideEditor()
  let world: World
  let drafting: Drafting
  let on: (place: string) => string
  let workProductId: string
  before(async () => {
    world = await startWorld({}, { ports: { authoring: { adapter: editor.adapter } } })
    on = (place) => `/cases/${world.caseId}${place}`
    drafting = await assignForDrafting(world)
  })
  after(() => world.close())

  const done = async (http: Http, method: string, place: string, body?: unknown) => {
    const reply = await http(method, on(place), body === undefined ? {} : { body })
    assert.ok(reply.status < 300, reply.text)
    return reply.json
  }
  const product = async (http = drafting.drafter) =>
    ((await done(http, 'GET', `/work-products/${workProductId}`)) as { workProduct: WorkProduct }).workProduct
  const eventsOf = async (type: string) =>
    ((await done(world.admin, 'GET', `/events?types=${type}`)) as { events: AnyEvent[] }).events
  type AnyEvent = {
    id: string
    actor: { id: string }
    onBehalfOf?: { id: string }
    data: Record<string, unknown>
  }
  const written = () => ({ workProductId, author: drafting.author, at: now() })

  it('opens the editor when the case is assigned for drafting, with evidence, issues and boilerplate, and without a draft', async () => {
    const opened = await editor.next('openEditor')
    assert.deepEqual(opened.author, drafting.author)
    assert.equal(opened.case.caseId, world.caseId)
    assert.equal(opened.draft, undefined)
    const { documents } = (await done(drafting.drafter, 'GET', '/documents')) as {
      documents: { id: string }[]
    }
    assert.deepEqual(
      opened.documents.map(({ documentId }) => documentId),
      documents.map(({ id }) => id),
    )
    assert.ok(opened.boilerplate.length > 0)
    await editor.next('issuesChanged', ({ issues }) =>
      issues.some((issue) => issue.issueId === drafting.issueId),
    )
  })

  it('is told of the library, entry by entry', async () => {
    const library = world.service.portico.profiles.inForce().boilerplate
    await until(() => editor.ofCall('updateBoilerplate').length === library.length)
    assert.deepEqual(
      editor.ofCall('updateBoilerplate').map(({ entry }) => entry),
      library,
    )
    const { json } = await world.admin('GET', '/profile')
    const { profile } = json as { profile: { boilerplate: { name: string; label: string }[] } }
    const [first, ...others] = profile.boilerplate
    const changed = { ...profile, boilerplate: [{ ...first, label: 'Said anew' }, ...others] }
    const reply = await world.admin('PUT', '/profile', { body: { profile: changed, why: 'A label.' } })
    assert.ok(reply.status < 300, reply.text)
    await until(() => editor.ofCall('updateBoilerplate').length === library.length + 1)
    assert.equal(editor.ofCall('updateBoilerplate').at(-1)?.entry.label, 'Said anew')
  })

  it('takes a draft that its author begins there', async () => {
    const fact = { caseId: world.caseId, title: 'Decision', author: drafting.author, at: now() }
    assert.equal((await editor.tell(world, 'draftBegun', fact)).status, 'applied')
    const opened = await editor.next('openEditor', ({ draft }) => draft !== undefined)
    workProductId = opened.draft?.workProductId ?? ''
    assert.equal(opened.draft?.version, 1)
    const [drafted] = await eventsOf('workProduct.drafted')
    assert.equal(drafted?.actor.id, 'binding_authoring_main')
    assert.equal(drafted?.onBehalfOf?.id, drafting.author.id)
    assert.equal((await product()).drafted.by.id, drafting.author.id, 'it is theirs')
  })

  it('the API says who writes and where', async () => {
    const { writtenIn } = await until(async () => {
      const found = await product()
      return found.writtenIn && found
    })
    assert.equal(writtenIn?.binding, 'main')
    assert.equal(writtenIn?.by.name, 'dora')
    assert.ok(writtenIn?.since && writtenIn.changedAt)
  })

  it('gives the author, and nobody else, the page of the editor', async () => {
    const place = `/work-products/${workProductId}/editor-link`
    const { editor: link } = (await done(drafting.drafter, 'POST', place)) as EditorLink
    assert.deepEqual(link, { binding: 'main', url: 'https://editor.example/d/1' })
    const asked = editor.ofCall('editorLink').at(-1)
    assert.deepEqual(asked?.author, drafting.author)
    const other = await world.member('dirk', ['drafter'])
    assert.equal((await other('POST', on(place))).status, 403)
    for (const script of ['javascript:alert(1)', 'data:text/html,hello', 'not a page']) {
      editor.setPage(script)
      const refused = await drafting.drafter('POST', on(place))
      assert.equal(refused.status, 422, refused.text)
    }
    editor.setPage('https://editor.example/d/1')
  })

  it('lets the editor read bytes and text in the name of the author, and says so in the access log', async () => {
    const { url } = (await editor.next('openEditor')).evidence
    const listed = await fetch(url)
    assert.equal(listed.status, 200, url)
    const { evidence } = (await listed.json()) as EditorEvidence
    const [first] = evidence.documents
    assert.ok(first)
    const pdf = Buffer.from(await (await fetch(first.content)).arrayBuffer())
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
    const { text } = (await (await fetch(first.text)).json()) as { text: { pages: { page: number }[] } }
    assert.equal(text.pages[0]?.page, first.startPage)
    assert.equal((await fetch(evidence.next.url)).status, 200, 'it goes on')
    await until(async () => {
      const { entries } = (await done(world.admin, 'GET', '/access-log')) as {
        entries: { member: { id: string }; kind: string; what: { of: string } }[]
      }
      const theirs = entries
        .filter(({ member }) => member.id === drafting.author.id)
        .map(({ kind, what }) => `${kind} ${what.of}`)
      return ['view caseFile', 'view document', 'download document'].every((one) => theirs.includes(one))
    })
    const [body = '', mac = ''] = new URL(url).pathname.split('/').at(-1)?.split('.') ?? []
    const forged = JSON.parse(Buffer.from(body, 'base64url').toString())
    const other = Buffer.from(JSON.stringify({ ...forged, caseId: 'case_other' })).toString('base64url')
    assert.equal((await world.anonymous('GET', `/editor-evidence/${other}.${mac}`)).status, 403)
  })

  it('saves a draft as the next version, and tells the editor which of its messages made it', async () => {
    const page = editor.ofCall('openEditor')[0]?.documents[0]?.startPage ?? 0
    const content = {
      opening: [says('This is before the board.')],
      issues: [{ issueId: drafting.issueId, content: [cites('Granted.', page)] }],
      closing: [],
    }
    const { id, status, reason } = await editor.tell(world, 'draftSaved', {
      ...written(),
      baseVersion: 1,
      content,
      dispositions: [{ issueId: drafting.issueId, disposition: 'allowed' }],
    })
    assert.equal(status, 'applied', reason ?? '')
    const saved = await editor.next('draftChanged', ({ draft }) => draft.version === 2)
    assert.deepEqual(saved.by, drafting.author)
    const [decided] = await eventsOf('issue.decided')
    assert.equal(decided?.onBehalfOf?.id, drafting.author.id)
    const { issues } = (await done(drafting.judge, 'GET', '/issues')) as {
      issues: { id: string; decision?: { by: string } }[]
    }
    assert.equal(issues.find((issue) => issue.id === drafting.issueId)?.decision?.by, 'dora')
    const stale = await editor.tell(world, 'draftSaved', { ...written(), baseVersion: 1, content })
    assert.equal(stale.status, 'refused')
    assert.match(stale.reason ?? '', /at version 2, not 1/)
    assert.notEqual(stale.id, id)
  })

  it('takes operations, and nothing of those on blocks that somebody else has changed', async () => {
    const { content, revision } = await product()
    const [block] = content.opening
    assert.ok(block)
    const replace = (text: string, base = revision) => ({
      ...written(),
      base,
      operations: [{ type: 'replace' as const, blockId: block.id, block: says(text) }],
    })
    const { id, status } = await editor.tell(world, 'textChanged', {
      ...replace('Changed there.'),
      isVersion: true,
    })
    assert.equal(status, 'applied')
    const changed = await editor.next('draftChanged', ({ draft }) => draft.version === 3)
    assert.equal(changed.fact, id)
    const late = await editor.tell(world, 'textChanged', replace('Changed there on what was before.'))
    assert.equal(late.status, 'applied', late.reason ?? '')
    const { proposals } = await editor.next('proposalsChanged')
    assert.deepEqual(
      proposals.map(({ by, status, state }) => [by.name, status, state]),
      [['dora', 'open', 'contested']],
    )
    assert.deepEqual((await product()).content.opening, [{ ...says('Changed there.'), id: block.id }])
  })

  it('tells of what a colleague saves, of comments, annotations and issues', async () => {
    const { version, content } = await product()
    const place = `/work-products/${workProductId}`
    const closing = [says('Signed below.')]
    await done(drafting.drafter, 'PUT', place, { baseVersion: version, content: { ...content, closing } })
    const saved = await editor.next('draftChanged', ({ draft }) => draft.version === version + 1)
    assert.equal(saved.fact, undefined, 'it was not told there')
    await done(drafting.judge, 'POST', `${place}/comments`, { text: 'Please cite the examination.' })
    const { comments } = await editor.next('commentsChanged')
    assert.equal(comments[0]?.by.name, 'judith')

    const { documents } = (await done(drafting.drafter, 'GET', '/documents')) as {
      documents: { id: string }[]
    }
    const documentId = documents[0]?.id ?? ''
    const { json } = await drafting.drafter('GET', `/appeals/${world.caseId}/documents/${documentId}`)
    const { document } = json as { document: { startPage: number } }
    const annotated = await drafting.drafter(
      'POST',
      `/appeals/${world.caseId}/documents/${documentId}/annotations`,
      {
        body: { page: document.startPage, x: 0.25, y: 0.5, comment: 'The onset.' },
      },
    )
    assert.equal(annotated.status, 201, annotated.text)
    const { annotation } = await editor.next('annotationChanged', (one) => one.documentId === documentId)
    assert.deepEqual([annotation?.page, annotation?.x, annotation?.y], [document.startPage, 0.25, 0.5])
    const secret = await drafting.judge(
      'POST',
      `/appeals/${world.caseId}/documents/${documentId}/annotations`,
      {
        body: { page: document.startPage, comment: 'For me alone.', visibility: 'private' },
      },
    )
    assert.equal(secret.status, 201)

    await done(drafting.drafter, 'POST', '/issues', { issueType: 'serviceConnection', description: 'Back' })
    const told = await editor.next('issuesChanged', ({ issues }) =>
      issues.some((issue) => issue.description === 'Back'),
    )
    assert.equal(told.issues.find(({ issueId }) => issueId === drafting.issueId)?.disposition, 'allowed')
    const back = told.issues.find(({ description }) => description === 'Back')?.issueId ?? ''
    await done(drafting.drafter, 'PUT', `/issues/${back}/removal`, { how: 'withdrawn', why: 'Withdrawn.' })
    await editor.next(
      'issuesChanged',
      ({ sequence, issues }) => sequence > told.sequence && issues.length === told.issues.length - 1,
    )
    assert.ok(editor.ofCall('annotationChanged').every((one) => one.annotation?.comment !== 'For me alone.'))
  })

  it('takes proposals, and what becomes of them', async () => {
    const { revision } = await product()
    const judith = await memberOf(world, 'judith')
    const titled = (title: string) => [{ type: 'setTitle' as const, title }]
    const proposed = { ...written(), author: judith, base: revision, reason: 'It orders a payment.' }
    const told = async (
      ...[name, fact]: Parameters<typeof editor.tell> extends [unknown, ...infer Rest] ? Rest : never
    ) => {
      const { status, reason } = await editor.tell(world, name, fact)
      assert.equal(status, 'applied', reason ?? '')
    }
    for (const title of ['Decision and order', 'Order', 'Decree'])
      await told('proposed', { ...proposed, operations: titled(title) })
    const list = async (status: string) => {
      const place = `/work-products/${workProductId}/proposals?status=${status}`
      return (
        (await done(drafting.drafter, 'GET', place)) as { proposals: { id: string; reason?: string }[] }
      ).proposals
    }
    const [contested, first, second, third] = (await list('open')).map(({ id }) => id)
    assert.ok(contested && first && second && third)
    await told('proposalsAccepted', { ...written(), proposals: [first] })
    const accepted = await editor.next('proposalsChanged', ({ draft }) => draft !== undefined)
    assert.equal(accepted.draft?.title, 'Decision and order')
    await told('proposalsRejected', { ...written(), proposals: [contested, second], why: 'No.' })
    await told('proposalsWithdrawn', { ...written(), author: judith, proposals: [third] })
    assert.deepEqual(
      [(await list('accepted')).length, (await list('rejected')).length, (await list('withdrawn')).length],
      [1, 2, 1],
    )
    await done(drafting.drafter, 'POST', `/work-products/${workProductId}/versions`)
  })

  it('takes comments, and refuses what the member may not do', async () => {
    const judith = await memberOf(world, 'judith')
    const commented = { ...written(), text: 'See the letter.', place: { part: 'opening' as const } }
    assert.equal((await editor.tell(world, 'commented', commented)).status, 'applied')
    const { comments } = (await done(drafting.judge, 'GET', `/work-products/${workProductId}/comments`)) as {
      comments: { id: string; by: { name: string }; text: string }[]
    }
    const made = comments.find(({ text }) => text === 'See the letter.')
    assert.equal(made?.by.name, 'dora')
    const telling = { ...written(), text: 'Is that so?', mentions: [judith.id] }
    assert.equal((await editor.tell(world, 'commented', telling)).status, 'applied')
    const [told] = (await eventsOf('workProduct.commented')).slice(-1)
    assert.deepEqual(told?.data.mentions, [judith.id])
    const settled = { ...written(), author: judith, commentId: made?.id ?? '', resolved: true }
    assert.equal((await editor.tell(world, 'commentSettled', settled)).status, 'applied')

    const clerk = await world.member('mia', ['mailClerk'])
    assert.ok(clerk)
    const toClerk = { ...written(), text: 'And you?', mentions: [(await memberOf(world, 'mia')).id] }
    assert.equal((await editor.tell(world, 'commented', toClerk)).status, 'refused')
    const byClerk = { ...written(), author: await memberOf(world, 'mia'), version: 1 }
    const refused = await editor.tell(world, 'submitted', byClerk)
    assert.equal(refused.status, 'refused')
    assert.match(refused.reason ?? '', /`draft`/)
    const { issueId } = drafting
    const dispositions = [
      { issueId, disposition: 'allowed' },
      { issueId, disposition: 'denied' },
    ]
    const twice = await editor.tell(world, 'issuesDecided', { ...written(), dispositions })
    assert.equal(twice.status, 'refused')
    assert.match(twice.reason ?? '', /must name each issue once/)
    const nobody = { ...written(), author: { id: drafting.author.id, username: 'somebody' }, version: 1 }
    assert.equal((await editor.tell(world, 'submitted', nobody)).status, 'unmatched')
  })

  it('is told of submission and return, and is closed and opened with them', async () => {
    const { version } = await product()
    const { url } = editor.ofCall('openEditor').at(-1)?.evidence ?? { url: '' }
    assert.equal((await editor.tell(world, 'submitted', { ...written(), version })).status, 'applied')
    const moved = await editor.next('draftMoved', ({ change }) => change === 'submitted')
    assert.equal(moved.status, 'inReview')
    await editor.next('closeEditor', ({ why }) => why === 'completed')
    assert.equal((await fetch(url)).status, 403, 'it ended with the assignment')
    const before = editor.ofCall('openEditor').length
    const place = `/work-products/${workProductId}/return`
    await done(drafting.judge, 'POST', place, { version, reasons: ['Say why.'] })
    const returned = await editor.next('draftMoved', ({ change }) => change === 'returned')
    assert.deepEqual(returned.reasons, ['Say why.'])
    assert.deepEqual([returned.status, returned.by.username], ['draft', 'judith'])
    await until(() => editor.ofCall('openEditor').length > before)
    assert.equal((await editor.tell(world, 'submitted', { ...written(), version })).status, 'applied')
  })

  it('a signature without a proof, or with one that is not for it, waits in the inbox', async () => {
    const judith = await memberOf(world, 'judith')
    const { version } = await product(drafting.judge)
    const place = `/work-products/${workProductId}/signing-proof`
    const { proof } = (await done(drafting.judge, 'POST', place, { version })) as { proof: string }
    assert.equal((await drafting.drafter('POST', on(place), { body: { version } })).status, 403)
    assert.equal((await drafting.judge('POST', on(place), { body: { version: version + 1 } })).status, 409)
    const sign = { ...written(), author: judith, version }
    const waits = async (fact: Parameters<typeof editor.tell<'authorSigned'>>[2], why: RegExp) => {
      const { status, reason } = await editor.tell(world, 'authorSigned', fact)
      assert.equal(status, 'unmatched')
      assert.match(reason ?? '', why)
    }
    await waits(sign, /no proof/)
    await waits({ ...sign, author: drafting.author, proof }, /another member/)
    await waits({ ...sign, version: version - 1, proof }, /of version/)
    const [body = '', mac = ''] = proof.split('.')
    const forged = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), until: Date.now() + 1e9 }
    await waits(
      { ...sign, proof: `${Buffer.from(JSON.stringify(forged)).toString('base64url')}.${mac}` },
      /not issued/,
    )
    const expired = world.service.portico.signingProofs.give(
      { caseId: world.caseId, workProductId, version, memberId: judith.id },
      new Date(Date.now() - 11 * 60_000),
    )
    await waits({ ...sign, proof: expired.proof }, /expired/)

    const { facts } = (await world.admin('GET', '/inbox?port=authoring')).json as {
      facts: { id: string; name: string }[]
    }
    const waiting = facts.find(({ name }) => name === 'authorSigned')
    const matched = await world.admin('POST', `/inbox/${waiting?.id}/match`, {
      body: { caseId: world.caseId },
    })
    assert.equal(
      (matched.json as { fact: { status: string } }).fact.status,
      'unmatched',
      'nobody signs for another',
    )
    assert.equal((await product(drafting.judge)).status, 'inReview')

    const signed = await editor.tell(world, 'authorSigned', { ...sign, proof })
    assert.equal(signed.status, 'applied', signed.reason ?? '')
    const [event] = await eventsOf('workProduct.signed')
    assert.equal(event?.onBehalfOf?.id, judith.id)
    const { signed: done_ } = await product(drafting.judge)
    assert.equal(done_?.by.id, judith.id)
    await waits({ ...sign, proof }, /was used/)
    await editor.next('draftMoved', ({ change }) => change === 'signed')
  })

  it('is told of a recall', async () => {
    await until(async () => (await eventsOf('workProduct.released')).length > 0)
    await done(world.admin, 'POST', `/work-products/${workProductId}/recall`, { why: 'A page was missed.' })
    const recalled = await editor.next('draftMoved', ({ change }) => change === 'recalled')
    assert.deepEqual(recalled.reasons, ['A page was missed.'])
  })
})
