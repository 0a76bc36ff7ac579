import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { signedHeaders } from '@portico/contract/ports/signature'
import type { Profile } from '@portico/contract/profile'
import type { TaskList } from '@portico/contract/tasks'
import type { WorkProduct } from '@portico/contract/work-products'
import { PorticoClient, signIn } from '@portico/sdk'
import { assignForDrafting, type Drafting, memberOf, outsideEditor } from '../../test/outside-editor.ts'
import { testPdf } from '../../test/test-pdf.ts'
import { until } from '../../test/until.ts'
import { type Http, startWorld, type World } from '../../test/world.ts'

type Waiting = { id: string; status: string; fact?: unknown; caseId?: string; reason?: string }

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const now = () => new Date().toISOString()
const says = (text: string) => ({
  type: 'paragraph' as const,
  content: [{ type: 'text' as const, text }],
})
const pdf = async (...pages: string[]) => new Blob([new Uint8Array(await testPdf(pages))])

describe('the authoring port, while a case changes under a draft', () => {
  const editor = outsideEditor()
  let world: World
  let drafting: Drafting
  let client: PorticoClient
  let workProductId: string
  before(async () => {
    world = await startWorld(
      { PORTICO_MODE: 'deployment', EDITOR_SECRET: secret },
      { ports: { authoring: { adapter: editor.adapter, secret: { env: 'EDITOR_SECRET' } } } },
    )
    const { baseUrl, username, password } = world
    client = new PorticoClient({ baseUrl, token: (await signIn({ baseUrl, username, password })).idToken })
    const [caseId, documentId] = await opened('Ada')
    await opened('Grace')
    world = { ...world, caseId, documentId }
  })
  after(() => world.close())

  const opened = async (firstName: string): Promise<[string, string]> => {
    const veteran = { firstName, lastName: 'Byron' }
    const made = await client.cases.open({ veteran, receiptDate: '2026-03-02' }, await pdf('It rained.'))
    const { id } = made.case
    await client.parties.write(id, `party_of_${id}`, { role: 'appellant', person: veteran })
    await client.issues.add(id, { issueType: 'serviceConnection' })
    return [id, made.documents[0]?.id ?? '']
  }
  const put = (profile: Profile) => world.admin('PUT', '/profile', { body: { profile, why: 'It is tried.' } })
  const product = async (http = drafting.judge) => {
    const place = `/cases/${world.caseId}/work-products/${workProductId}`
    return ((await http('GET', place)).json as { workProduct: WorkProduct }).workProduct
  }
  const written = () => ({ workProductId, author: drafting.author, at: now() })
  const draftingTask = async () => {
    const { json } = await world.admin('GET', `/cases/${world.caseId}/tasks?open=true`)
    const found = (json as TaskList).tasks.find(({ type }) => type === 'drafting')
    assert.ok(found)
    return found
  }
  const send = (path: string, fact: object, id: string) => {
    const body = JSON.stringify(fact)
    const signed = signedHeaders(id, new Date(), body, secret)
    return world.anonymous('POST', path, {
      body,
      headers: { 'content-type': 'application/json', ...signed },
    })
  }

  it('a task that needs no drafting cannot count as drafting, and one that is not there cannot either', async () => {
    const { profile } = (await world.admin('GET', '/profile')).json as { profile: Profile }
    const withTasks = (tasks: string[]) => ({
      ...profile,
      workProducts: { ...profile.workProducts, drafting: { tasks } },
    })
    const wrong = await put(withTasks(['drafting', 'distribution']))
    assert.equal(wrong.status, 400, wrong.text)
    const sentence = 'workProducts.drafting.tasks[1] must need the action draft: distribution needs another.'
    assert.ok(wrong.text.includes(sentence), wrong.text)
    const unknown = await put(withTasks(['unheardOf']))
    assert.equal(unknown.status, 400, unknown.text)
    assert.match(unknown.text, /workProducts\.drafting\.tasks\[0\]/)
    assert.equal((await put(withTasks(['drafting']))).status, 200)
  })

  it('where the service begins drafts, the editor is opened with one, in the name of its author', async () => {
    const { profile } = (await world.admin('GET', '/profile')).json as { profile: Profile }
    const begun = { ...profile.workProducts.drafting, begunBy: 'service' as const }
    const saved = await put({ ...profile, workProducts: { ...profile.workProducts, drafting: begun } })
    assert.equal(saved.status, 200, saved.text)
    drafting = await assignForDrafting(world)
    const opened = await editor.next('openEditor', ({ draft }) => draft !== undefined)
    assert.deepEqual(opened.author, drafting.author)
    workProductId = opened.draft?.workProductId ?? ''
    const { drafted, status, version } = await product()
    assert.deepEqual([drafted.by.id, status, version], [drafting.author.id, 'draft', 1])
    const path = `/cases/${world.caseId}/work-products`
    const again = await drafting.drafter('POST', path, { body: {} })
    assert.equal(again.status, 422, 'there is one')
  })

  it('is told of a document that arrives, is named anew, revised, divided, removed and taken in again', async () => {
    const { caseId } = world
    let sequence = 0
    const told = async (documentId: string, what: (name?: string, version?: number) => boolean) => {
      const call = await editor.next(
        'documentChanged',
        (one) =>
          one.documentId === documentId &&
          one.sequence > sequence &&
          what(one.document?.name, one.document?.version),
      )
      sequence = call.sequence
      return call
    }
    const { id } = await client.documents.add(caseId, { name: 'Letter' }, await pdf('One.', 'Two.', 'Three.'))
    const arrived = await told(id, (name) => name === 'Letter')
    const { evidence } = (await (await fetch(arrived.evidence.url)).json()) as {
      evidence: { documents: { id: string; sha256: string; content: string }[] }
    }
    const listed = evidence.documents.find((document) => document.id === id)
    assert.equal(listed?.sha256, arrived.document?.sha256)
    assert.equal((await fetch(listed?.content ?? '')).status, 200)

    await client.documents.edit(caseId, id, { name: 'Letter of 1998' })
    await told(id, (name) => name === 'Letter of 1998')
    await client.documents.revise(caseId, id, await pdf('One.', 'Two.', 'Three.', 'Four.'))
    const revised = await told(id, (_, version) => version === 2)
    assert.notEqual(revised.document?.sha256, arrived.document?.sha256)
    const parts = [
      { name: 'First', pageCount: 2 },
      { name: 'Second', pageCount: 2 },
    ]
    const file = await pdf('Five.', 'Six.', 'Seven.', 'Eight.')
    const { id: bundle } = await client.documents.add(caseId, { name: 'Bundle' }, file)
    await told(bundle, (name) => name === 'Bundle')
    await client.documents.divide(caseId, bundle, parts)
    const part = (await told(bundle, (name) => name === 'First')).document
    assert.equal(part?.endPage, (part?.startPage ?? 0) + 1, 'it has the first two pages')
    await editor.next('documentChanged', ({ document }) => document?.name === 'Second')
    await client.documents.setStatus(caseId, bundle, { status: 'removed', why: 'Filed in error.' })
    const removed = await told(bundle, (name) => name === undefined)
    assert.equal(removed.document, undefined)
    const after = (await (await fetch(removed.evidence.url)).json()) as { evidence: typeof evidence }
    assert.ok(after.evidence.documents.every((document) => document.id !== bundle))
    await client.documents.setStatus(caseId, bundle, { status: 'current', why: 'It was filed rightly.' })
    await told(bundle, (name) => name === 'First')
  })

  it('takes a draft of 3 MB over HTTP, and no other fact of that size', async () => {
    const path = '/ports/authoring/main/inbound'
    const text = 'The veteran served from 1966 to 1968. '.repeat(80_000)
    assert.ok(text.length > 3_000_000)
    const paragraphs = Array.from({ length: 400 }, (_, index) =>
      says(text.slice((index * text.length) / 400, ((index + 1) * text.length) / 400)),
    )
    const content = { opening: paragraphs, issues: [{ issueId: drafting.issueId, content: [] }], closing: [] }
    const fact = { ...written(), baseVersion: (await product()).version, content }
    const sent = await send(`${path}/draftSaved`, fact, 'large-1')
    assert.equal(sent.status, 202, sent.text)
    const saved = await editor.next('draftChanged', ({ fact }) => fact === 'large-1')
    const words = saved.draft.content.opening
      .flatMap((block) => (block.type === 'paragraph' ? block.content : []))
      .map((run) => (run.type === 'text' ? run.text : ''))
    assert.equal(words.join(''), text)
    const comment = await send(`${path}/commented`, { ...written(), text }, 'large-2')
    assert.equal(comment.status, 413, comment.text)
    assert.match(comment.text, /A fact may have at most 1 MB/)
    const twice = says(text)
    const tooLarge = { ...fact, content: { ...content, closing: [twice] } }
    assert.equal((await send(`${path}/draftSaved`, tooLarge, 'large-3')).status, 413)
    const small = { ...written(), baseVersion: (await product()).version }
    await editor.tell(world, 'draftSaved', {
      ...small,
      content: { opening: [says('Short again.')], issues: [], closing: [] },
    })
  })

  it('is closed for whoever wrote and opened for whoever writes, when the case is reassigned', async () => {
    const dirk = await world.member('dirk', ['drafter'])
    const { url } = editor.ofCall('openEditor').at(-1)?.evidence ?? { url: '' }
    assert.equal((await fetch(url)).status, 200)
    const calls = editor.ofCall('openEditor').length
    const task = await draftingTask()
    const body = { assignee: { person: 'dirk' }, why: 'Dora is away.' }
    const place = `/cases/${world.caseId}/tasks/${task.id}/assignee`
    const assigned = await drafting.judge('PUT', place, { body })
    assert.ok(assigned.status < 300, assigned.text)
    const author = await memberOf(world, 'dirk')
    const closed = await editor.next('closeEditor', ({ why }) => why === 'reassigned')
    assert.deepEqual(closed.author, author)
    const opened = await until(() =>
      editor
        .ofCall('openEditor')
        .slice(calls)
        .find((one) => one.author.id === author.id),
    )
    assert.equal(opened.draft?.workProductId, workProductId)
    assert.equal((await fetch(url)).status, 403, 'what the one before read with has ended')
    assert.equal((await fetch(opened.evidence.url)).status, 200)
    const link = `/cases/${world.caseId}/work-products/${workProductId}/editor-link`
    assert.equal((await drafting.drafter('POST', link)).status, 403)
    assert.equal((await dirk('POST', link)).status, 200)
    const content = { opening: [says('By whoever wrote before.')], issues: [], closing: [] }
    const { version } = await product()
    const late = await editor.tell(world, 'draftSaved', { ...written(), baseVersion: version, content })
    assert.equal(late.status, 'refused', late.reason ?? '')
    const theirs = { ...written(), author, baseVersion: version, content }
    assert.equal((await editor.tell(world, 'draftSaved', theirs)).status, 'applied')
    assert.equal((await product()).saved?.by.id, author.id)
    drafting = { ...drafting, drafter: dirk, author }
  })

  it('takes a message once, and none of hostile text, of another case, or with the proof of another draft', async () => {
    const path = '/ports/authoring/main/inbound'
    const before = await product()
    const content = (text: string) => ({ opening: [says(text)], issues: [], closing: [] })
    const fact = { ...written(), baseVersion: before.version, content: content('Once.') }
    for (const _ of [1, 2, 3]) assert.equal((await send(`${path}/draftSaved`, fact, 'once')).status, 202)
    await editor.next('draftChanged', ({ fact }) => fact === 'once')
    assert.equal((await product()).version, before.version + 1)
    for (const text of ['\u0000', '\ud800'])
      assert.equal((await send(`${path}/draftSaved`, { ...fact, content: content(text) }, 'bad')).status, 400)
    const markup = '<script>alert(1)</script> \u202e{{veteran}} \u200b'
    const kept = { ...fact, baseVersion: before.version + 1, content: content(markup) }
    assert.equal((await editor.tell(world, 'draftSaved', kept)).status, 'applied')
    assert.deepEqual((await product()).content.opening[0]?.type, 'paragraph')
    assert.ok(JSON.stringify((await product()).content.opening).includes('<script>alert(1)</script>'))

    const { appeals } = (await world.admin('GET', '/appeals')).json as { appeals: { id: string }[] }
    const other = appeals.find(({ id }) => id !== world.caseId)
    const elsewhere = `/cases/${other?.id}/work-products/${workProductId}`
    assert.equal((await world.admin('POST', `${elsewhere}/editor-link`)).status, 404)
    const asked = { body: { version: 1 } }
    assert.equal((await world.admin('POST', `${elsewhere}/signing-proof`, asked)).status, 404)
    const began = { caseId: other?.id ?? '', author: drafting.author, at: now() }
    const begun = await editor.tell(world, 'draftBegun', began)
    assert.equal(begun.status, 'unmatched')
    assert.match(begun.reason ?? '', /was not given this case/)

    const judith = await memberOf(world, 'judith')
    const { version } = await product()
    const { signingProofs } = world.service.portico
    const signing = { caseId: world.caseId, workProductId, version, memberId: judith.id }
    const sign = async (of: typeof signing) => {
      const { proof } = signingProofs.give(of, new Date())
      return editor.tell(world, 'authorSigned', { ...written(), author: judith, version, proof })
    }
    for (const of of [
      { ...signing, workProductId: 'product_other' },
      { ...signing, caseId: other?.id ?? '' },
    ]) {
      const { status, reason } = await sign(of)
      assert.equal(status, 'unmatched')
      assert.match(reason ?? '', /of another work product/)
    }
    const early = await sign(signing)
    assert.equal(early.status, 'refused', 'a draft is not signed, with whatever proof')
    assert.equal((await product()).status, 'draft')
  })

  it('what waits shows others than who reads the drafts of the case only whose it is, and its proof to nobody', async () => {
    const waiting = async (http: Http, id: string) => {
      const { facts } = (await http('GET', '/inbox?port=authoring&limit=200')).json as { facts: Waiting[] }
      return facts.find((fact) => fact.id === id)
    }
    const idOf = async (messageId: string) => {
      const [row] = await world.service.db.rows<{ id: string }>(
        `select id from inbound_facts where message_id = $1`,
        [messageId],
      )
      return row?.id ?? ''
    }
    const operator = await world.member('olga', ['operator'])
    const content = { opening: [says('For few eyes.')], issues: [], closing: [] }
    const stale = { ...written(), baseVersion: 1, content }
    const { id: message, status } = await editor.tell(world, 'draftSaved', stale)
    assert.equal(status, 'refused')
    const id = await idOf(message)
    const { fact, caseId, reason } = (await waiting(world.admin, id)) ?? {}
    assert.deepEqual(fact, stale)
    assert.deepEqual([caseId, typeof reason], [world.caseId, 'string'])
    const shown = await waiting(operator, id)
    const { content: _, ...whose } = stale
    assert.deepEqual(shown?.fact, whose)
    assert.deepEqual([shown?.caseId, shown?.reason, shown?.status], [undefined, undefined, 'refused'])
    const nobodys = { ...stale, workProductId: 'product_of_nobody' }
    const unknown = await idOf((await editor.tell(world, 'draftSaved', nobodys)).id)
    for (const http of [operator, world.admin]) {
      const { fact: told, reason: why } = (await waiting(http, unknown)) ?? {}
      assert.deepEqual(told, { ...whose, workProductId: 'product_of_nobody' })
      assert.match(why ?? '', /no work product/)
    }

    const { appeals } = (await world.admin('GET', '/appeals')).json as { appeals: { id: string }[] }
    const other = appeals.find((appeal) => appeal.id !== world.caseId)
    const match = (of: string, caseId: string | undefined) =>
      world.admin('POST', `/inbox/${of}/match`, { body: { caseId } })
    const elsewhere = await match(id, other?.id)
    assert.equal(elsewhere.status, 404, elsewhere.text)
    assert.match(elsewhere.text, /is not in this case/)
    assert.equal((await waiting(world.admin, id))?.status, 'refused', 'it waits as it did')

    const judith = await memberOf(world, 'judith')
    const { version } = await product()
    const signing = { caseId: world.caseId, workProductId, version, memberId: judith.id }
    const { proof } = world.service.portico.signingProofs.give(signing, new Date())
    const sign = { ...written(), author: judith, version, proof }
    const signature = await idOf((await editor.tell(world, 'authorSigned', sign)).id)
    const seen = await waiting(world.admin, signature)
    assert.deepEqual(
      [seen?.status, (seen?.fact as { proof?: string } | undefined)?.proof],
      ['refused', undefined],
    )
    const byHand = (await match(signature, world.caseId)).json as { fact: Waiting }
    assert.deepEqual(
      [byHand.fact.status, byHand.fact.reason],
      ['unmatched', 'A signature is not matched by hand: whoever signs gets a new proof and signs again.'],
    )
  })

  it('an author who may not see the case any more reads and writes nothing there', async () => {
    const { url } = await lastEvidence()
    const { caseId } = world
    const closes = Math.max(...editor.ofCall('closeEditor').map(({ sequence }) => sequence))
    await client.members.change(drafting.author.id, { clearance: 0 })
    await client.custody.setSensitivity(caseId, { level: 9, why: 'A threat was made.' })
    assert.equal((await fetch(url)).status, 403)
    const { version } = await product(world.admin)
    const content = { opening: [says('Not seen.')], issues: [], closing: [] }
    const late = await editor.tell(world, 'draftSaved', { ...written(), baseVersion: version, content })
    assert.equal(late.status, 'unmatched')
    assert.match(late.reason ?? '', /who sees this case/)
    const { documentId } = world
    const calls = editor.ofCall('documentChanged').length
    const said = editor.said.length
    await client.documents.edit(caseId, documentId, { name: 'For few' })
    await client.workProducts.comment(caseId, workProductId, { text: 'Said to few.' })
    const { revision: base } = await product(world.admin)
    await client.workProducts.propose(caseId, workProductId, {
      base,
      operations: [{ type: 'setTitle', title: 'Proposed to few' }],
    })
    await until(async () => {
      const [waiting] = await world.service.db.rows(
        `select from obligations where case_id = $1 and status in ('waiting', 'sending')`,
        [caseId],
      )
      return !waiting
    })
    assert.doesNotMatch(
      JSON.stringify(editor.said.slice(said)),
      /to few/,
      'nor is its editor told of the draft',
    )
    await client.custody.setSensitivity(caseId, { level: 0, why: 'It was none.' })
    const again = await editor.next('closeEditor', ({ sequence }) => sequence > closes)
    assert.equal(again.author, undefined, 'the task went back to its team')
    const task = await draftingTask()
    const place = `/cases/${caseId}/tasks/${task.id}/assignee`
    const body = { assignee: { person: 'dirk' }, why: 'He may see it again.' }
    const assigned = await world.admin('PUT', place, { body })
    assert.ok(assigned.status < 300, assigned.text)
    assert.equal((await fetch(url)).status, 200, 'it goes on where they may')
    await client.documents.edit(caseId, documentId, { name: 'For all' })
    await editor.next('documentChanged', ({ document }) => document?.name === 'For all')
    const names = editor
      .ofCall('documentChanged')
      .slice(calls)
      .map(({ document }) => document?.name)
    assert.ok(!names.includes('For few'), names.join())
  })

  it('is closed with the case, after which nothing is read or written there', async () => {
    const { url } = await lastEvidence()
    const before = await product()
    const mail = await client.tasks.routeMail(world.caseId, { mailType: 'withdrawal' })
    const changes = { scope: 'case' as const }
    const completing = { taskId: mail.id, changes }
    const ending = await client.cases.endings(world.caseId, { completeTask: completing })
    assert.equal(ending.case?.reason, 'withdrawn')
    await client.tasks.complete(world.caseId, mail.id, { changes, ends: ending.hash })
    const closed = await editor.next('closeEditor', ({ why }) => why === 'caseClosed')
    assert.equal(closed.author, undefined)
    await editor.next('draftMoved', ({ change }) => change === 'discarded')
    assert.equal((await fetch(url)).status, 403)
    const content = { opening: [says('Too late.')], issues: [], closing: [] }
    const base = { ...written(), baseVersion: before.version, content }
    const late = await editor.tell(world, 'draftSaved', base)
    assert.equal(late.status, 'refused', late.reason ?? '')
    const anew = await editor.tell(world, 'draftBegun', {
      caseId: world.caseId,
      author: drafting.author,
      at: now(),
    })
    assert.equal(anew.status, 'refused', anew.reason ?? '')
    assert.equal((await product()).version, before.version)
  })

  it('nothing of a purged case waits', async () => {
    const { db } = world.service
    const texts = () =>
      db.rows<{ fact: unknown }>(
        `select fact from inbound_facts where fact is not null and fact::text like $1`,
        [`%${workProductId}%`],
      )
    assert.ok((await texts()).length > 0)
    const order = { body: { order: { why: 'Order 12.' } } }
    const purged = await world.admin('POST', `/cases/${world.caseId}/purge`, order)
    assert.equal(purged.status, 200, purged.text)
    assert.deepEqual(await texts(), [])
    const content = { opening: [says('After it all.')], issues: [], closing: [] }
    const begun = { caseId: world.caseId, author: drafting.author, content, at: now() }
    assert.equal((await editor.tell(world, 'draftBegun', begun)).status, 'dropped')
    const [left] = await db.rows<{ count: number }>(
      `select count(*)::int as count from inbound_facts where fact::text like '%After it all%'`,
    )
    assert.equal(left?.count, 0)
  })

  const lastEvidence = async () => {
    const { editorAccess } = world.service.portico
    const { grant } = editorAccess.give(world.caseId, drafting.author.id)
    const url = `${world.baseUrl}/editor-evidence/${grant}`
    assert.equal((await fetch(url)).status, 200)
    return { url }
  }
})
