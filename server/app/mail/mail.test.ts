import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { NewPiece, Piece, PieceToWork } from '@portico/contract/mail'
import { type Portico, PorticoClient, signIn } from '@portico/sdk'
import { testPdf } from '../../test/test-pdf.ts'
import { until } from '../../test/until.ts'
import { type Http, startWorld, type World } from '../../test/world.ts'

const person = { firstName: 'Maria', lastName: 'Lindqvist' }
const contact = {
  addresses: [{ lines: ['12 Harbor Street'], city: 'Salem', postalCode: '97301' }],
  emails: ['maria@example.org'],
}
const byPost = { name: 'Maria Lindqvist', address: '12 Harbor Street, Salem 97301' }

describe('mail that is taken in', () => {
  let world: World
  let client: Portico
  let clerk: Http
  before(async () => {
    world = await startWorld({ PORTICO_MODE: 'deployment' })
    const { baseUrl, username, password } = world
    client = new PorticoClient({ baseUrl, token: (await signIn({ baseUrl, username, password })).idToken })
    clerk = await world.member('clerk', ['mailClerk'])
    const { members } = world.service.identity
    await members.change((await members.find('clerk'))?.id ?? '', { clearance: 0 })
  })
  after(() => world.close())

  let count = 0
  async function openCase({ isDocketed = true } = {}) {
    const docketNumber = `260302-${9000 + ++count}`
    const opened = await client.cases.open({ veteran: person, receiptDate: '2026-03-02', docketNumber })
    const caseId = opened.case.id
    if (isDocketed) await client.cases.docket(caseId, { docket: 'directReview' })
    return { caseId, docketNumber }
  }

  async function send(
    given: Partial<NewPiece>,
    bytes?: Uint8Array<ArrayBuffer>,
    http = clerk,
  ): Promise<Piece> {
    const piece = { channel: 'mail', sender: {}, receiptDate: '2026-03-05', ...given }
    const file = bytes ?? new TextEncoder().encode(`A letter ${++count}.`)
    const form = new FormData()
    form.set('piece', JSON.stringify(piece))
    form.set('file', new Blob([file]), 'letter.txt')
    const { status, json, text } = await http('POST', '/correspondence', { body: form })
    assert.equal(status, 201, text)
    return (json as { piece: Piece }).piece
  }
  const get = async (id: string, http = clerk) =>
    (await http('GET', `/correspondence/${id}`)).json as PieceToWork
  const listed = async (http = clerk, query = '') => {
    const { json } = await http('GET', `/correspondence?limit=200${query}`)
    return (json as { pieces: Piece[] }).pieces.map(({ id }) => id)
  }
  const eventsOf = async (caseId: string) => (await Array.fromAsync(client.cases.events(caseId))).slice(1)

  it('is not dated ahead', async () => {
    const body = new FormData()
    body.set('piece', JSON.stringify({ channel: 'mail', sender: {}, receiptDate: '2999-03-05' }))
    body.set('file', new Blob(['A letter.']), 'letter.txt')
    const { status, text } = await clerk('POST', '/correspondence', { body })
    assert.deepEqual(
      [status, /receiptDate must not be in the future: it is 2999-03-05/.test(text)],
      [400, true],
    )
  })

  it('is not postmarked after it came, and whoever files it corrects both days', async () => {
    const body = new FormData()
    const days = { receiptDate: '2026-03-05', postmarkDate: '2026-03-06' }
    body.set('piece', JSON.stringify({ channel: 'mail', sender: {}, ...days }))
    body.set('file', new Blob(['A letter.']), 'letter.txt')
    const later = await clerk('POST', '/correspondence', { body })
    const sentence =
      'postmarkDate must not be after receiptDate: it is 2026-03-06, and the mail was received on 2026-03-05.'
    assert.deepEqual([later.status, (later.json as { error: string }).error], [400, sentence])

    const { caseId } = await openCase()
    const { id } = await send({ subject: 'No case is named here' })
    const match = (more: object) =>
      clerk('POST', `/correspondence/${id}/match`, {
        body: { caseId, mailType: 'evidenceOrArgument', why: 'The envelope.', ...more },
      })
    assert.match((await match({ receiptDate: '2999-01-01' })).text, /must not be in the future/)
    assert.match((await match({ postmarkDate: '2026-03-06' })).text, /must not be after receiptDate/)
    const { status, json } = await match({ receiptDate: '2026-03-04', postmarkDate: '2026-02-27' })
    const { piece } = json as { piece: Piece }
    assert.deepEqual(
      [status, piece.status, piece.receiptDate, piece.postmarkDate],
      [200, 'filed', '2026-03-04', '2026-02-27'],
    )
    const events = await eventsOf(caseId)
    const received = events.find(({ type }) => type === 'mail.received')?.data as typeof days
    const routed = events.find(({ type }) => type === 'mail.routed')?.data as typeof days
    for (const { receiptDate, postmarkDate } of [received, routed])
      assert.deepEqual([receiptDate, postmarkDate], ['2026-03-04', '2026-02-27'])
  })

  it('becomes a document and a routing task on the case that it names, in one go', async () => {
    const { caseId, docketNumber } = await openCase()
    const bytes = new Uint8Array(await testPdf(['I need more time.']))
    const subject = `Extension, ${docketNumber.replace('-', '–')}`
    const piece = await send({ subject, sender: byPost, mailType: 'extensionRequest' }, bytes)
    assert.deepEqual([piece.status, piece.caseId, piece.settledBy], ['filed', caseId, 'clerk'])
    assert.deepEqual(piece.reasons, [
      { by: 'docketNumber', where: 'subject', value: docketNumber },
      { by: 'name', where: 'sender', value: byPost.name },
    ])
    const [document] = (await client.documents.list(caseId)) ?? []
    assert.deepEqual([piece.documentIds, document?.id], [[document?.id], document?.id])
    const task = await client.tasks.get(caseId, piece.taskId ?? '')
    assert.deepEqual(
      [task.type, task.assignee?.id, task.about],
      ['extensionRequest', 'caseSupport', document?.id],
    )
    const distribution = (await client.tasks.list(caseId, { open: true })).find(
      ({ type }) => type === 'distribution',
    )
    assert.equal(distribution?.status, 'onHold', 'the row says that it blocks distribution')
    const events = await eventsOf(caseId)
    const filed = events.findIndex(({ type }) => type === 'document.filed')
    assert.deepEqual(
      events.slice(filed, filed + 4).map(({ type }) => type),
      ['document.filed', 'mail.received', 'mail.routed', 'task.opened'],
    )
    assert.equal(new Set(events.slice(filed).map(({ correlationId }) => correlationId)).size, 1)
    assert.ok(!(await listed()).includes(piece.id))
    assert.ok((await listed(clerk, '&status=filed')).includes(piece.id))
  })

  it('sent again under its id it is the same piece, and nothing happens twice', async () => {
    const { caseId, docketNumber } = await openCase()
    const given = { pieceId: 'scan-1', subject: docketNumber, mailType: 'statusInquiry' }
    const bytes = new TextEncoder().encode('The same letter.')
    const first = await send(given, bytes)
    const again = await send({ ...given, subject: 'Something else' }, bytes)
    assert.deepEqual([again.id, again.subject, again.taskId], [first.id, docketNumber, first.taskId])
    const tasks = await client.tasks.list(caseId)
    assert.equal(tasks.filter(({ type }) => type === 'statusInquiry').length, 1)
  })

  it('other bytes under the id of a known piece are refused, since they would be lost', async () => {
    const { docketNumber } = await openCase()
    const given = { pieceId: 'scan-2', subject: docketNumber, mailType: 'statusInquiry' }
    const { id } = await send(given, new TextEncoder().encode('The first letter.'))
    const form = new FormData()
    form.set('piece', JSON.stringify({ channel: 'mail', sender: {}, receiptDate: '2026-03-05', ...given }))
    form.set('file', new Blob(['Another letter.']), 'letter.txt')
    const { status, json } = await clerk('POST', '/correspondence', { body: form })
    assert.equal(status, 409)
    assert.deepEqual(json, {
      error:
        'The piece scan-2 came before with other files: these were not taken. Send them under another pieceId.',
    })
    assert.equal((await get(id)).piece.files.length, 1)
  })

  it('a pending hearing beats the plain route', async () => {
    const { caseId, docketNumber } = await openCase()
    await client.sessions.request(caseId, { kind: 'video' })
    const { taskId = '' } = await send({ case: { docketNumber }, mailType: 'changeOfAddress' })
    assert.equal((await client.tasks.get(caseId, taskId)).assignee?.id, 'hearings')
    const routed = (await eventsOf(caseId)).find(({ type }) => type === 'mail.routed')
    assert.deepEqual(routed?.data, {
      mailType: 'changeOfAddress',
      documentId: (await client.documents.list(caseId))[0]?.id,
      taskId,
      because: 'sessionPending',
      team: 'hearings',
      conditions: ['sessionPending'],
      receiptDate: '2026-03-05',
      channel: 'mail',
    })
  })

  it('waits in the queue if only a name fits, with the reasons, until somebody says where it belongs', async () => {
    const { caseId } = await openCase()
    await client.parties.write(caseId, 'party_maria', { role: 'appellant', person, contact })
    const { id, status, why, caseId: none } = await send({ sender: { name: 'Lindqvist, Maria' } })
    assert.deepEqual([status, none], ['unmatched', undefined])
    assert.match(why ?? '', /Only the name/)
    assert.ok((await listed(clerk, '&status=unmatched')).includes(id))
    const { candidates } = await get(id)
    const reasons = candidates.find((candidate) => candidate.caseId === caseId)?.reasons
    assert.deepEqual(reasons, [{ by: 'name', where: 'sender', value: 'Lindqvist, Maria' }])

    const match = (body: object) => clerk('POST', `/correspondence/${id}/match`, { body })
    const missing = await match({ caseId, why: 'The date of birth.' })
    assert.deepEqual([missing.status, /mailType must say/.test(missing.text)], [400, true])
    const unknown = await match({ caseId, mailType: 'withdrawl', why: 'w' })
    assert.match(unknown.text, /Did you mean withdrawal/)
    assert.equal((await match({ caseId, mailType: 'withdrawal', why: ' ' })).status, 400)
    assert.equal((await match({ caseId: 'case_none', mailType: 'withdrawal', why: 'w' })).status, 404)
    const { status: done, json } = await match({ caseId, mailType: 'withdrawal', why: 'The date of birth.' })
    const { piece } = json as { piece: Piece }
    assert.deepEqual([done, piece.status, piece.why], [200, 'filed', 'The date of birth.'])
    const received = (await eventsOf(caseId)).find(({ type }) => type === 'mail.received')
    const said = received?.data as { why: string; mailType: string } | undefined
    assert.deepEqual(
      [said?.why, said?.mailType, received?.actor.name],
      ['The date of birth.', 'withdrawal', 'clerk'],
    )
    assert.equal((await match({ caseId, mailType: 'withdrawal', why: 'Again.' })).status, 409)
  })

  it('is matched by the name and the address of a party together', async () => {
    const { caseId } = await openCase()
    const own = { addresses: [{ lines: ['7 Mill Lane'], postalCode: '97999' }] }
    await client.parties.write(caseId, 'party_zoe', {
      role: 'appellant',
      person: { firstName: 'Zoë', lastName: 'Ångström' },
      contact: own,
    })
    const sender = { name: 'Zoë ångström', address: '7 Mill Lane, 97999' }
    const piece = await send({ sender, mailType: 'statusInquiry' })
    assert.deepEqual([piece.status, piece.caseId], ['filed', caseId])
    const byEmail = await send({ sender: { address: 'maria@example.org' } })
    assert.deepEqual(
      (await get(byEmail.id)).candidates[0]?.reasons.map(({ by }) => by),
      ['address'],
    )
  })

  it('can be rejected with a reason, and is kept; what was rejected by mistake waits again', async () => {
    const { id } = await send({ subject: 'You have won', channel: 'fax' })
    const found = (query: string) => listed(clerk, `&status=rejected&newest=true&${query}`)
    const reject = () => clerk('POST', `/correspondence/${id}/reject`, { body: { why: 'An advertisement.' } })
    assert.equal((await reject()).status, 200)
    assert.equal((await reject()).status, 409)
    const { piece } = await get(id)
    assert.deepEqual([piece.status, piece.why, piece.settledBy], ['rejected', 'An advertisement.', 'clerk'])
    const { status, text } = await clerk('GET', `/correspondence/${id}/files/1`)
    assert.deepEqual([status, text.startsWith('A letter')], [200, true])
    assert.equal((await clerk('GET', `/correspondence/${id}/files/2`)).status, 404)

    assert.deepEqual(await found('channel=fax&text=HAVE%20won'), [id])
    assert.deepEqual(await found('channel=mail'), [])
    assert.deepEqual(await found('text=lost'), [])
    assert.deepEqual(await found(`after=${id}`), [])
    const reopen = () =>
      clerk('POST', `/correspondence/${id}/reopen`, { body: { why: 'It names a docket number.' } })
    assert.equal((await reopen()).status, 200)
    assert.equal((await reopen()).status, 409)
    const { piece: again } = await get(id)
    assert.deepEqual(
      [again.status, again.why, again.settledBy],
      ['unmatched', 'It names a docket number.', undefined],
    )
    assert.equal((await reject()).status, 200)
  })

  it('a file that cannot be read is kept with the piece, and the task says so', async () => {
    const { caseId, docketNumber } = await openCase()
    const zip = new Uint8Array([0x50, 0x4b, 3, 4, ...new Array(60).fill(0)])
    const piece = await send({ case: { docketNumber }, mailType: 'statusInquiry' }, zip)
    assert.deepEqual([piece.status, piece.documentIds, piece.files[0]?.pageCount], ['filed', [], undefined])
    const { instructions } = await client.tasks.get(caseId, piece.taskId ?? '')
    assert.match(
      instructions.map(({ text }) => text).join(),
      /“letter.txt” is no document: The file is .*kept with the piece/,
    )
    const bytes = await client.mail.content(piece.id, '1')
    assert.deepEqual(await bytes.bytes(), zip)
    const broken = new TextEncoder().encode('%PDF-1.7 and nothing else')
    const unread = await send({ case: { docketNumber }, mailType: 'statusInquiry' }, broken)
    assert.deepEqual([unread.status, unread.documentIds?.length], ['filed', 1])
    const empty = await send({ case: { docketNumber }, mailType: 'statusInquiry' }, new Uint8Array())
    assert.match(empty.files[0]?.why ?? '', /empty/)
  })

  it('of an unknown type, or of none, it waits for somebody who knows it', async () => {
    const { caseId, docketNumber } = await openCase()
    const unknown = await send({ case: { docketNumber }, mailType: 'postcard' })
    assert.deepEqual([unknown.status, unknown.caseId], ['held', caseId])
    assert.match(unknown.why ?? '', /There is no mail type postcard/)
    const none = await send({ case: { docketNumber } })
    assert.match(none.why ?? '', /Nothing says of which type/)
    assert.deepEqual(await client.documents.list(caseId), [])
    const suggested = await send({ case: { docketNumber }, documentType: 'withdrawal' })
    assert.deepEqual([suggested.status, suggested.mailType], ['filed', 'withdrawal'])
  })

  it('a closed case takes what its row allows; the rest waits with the reason', async () => {
    const { caseId, docketNumber } = await openCase({ isDocketed: false })
    await client.cases.refuseDocketing(caseId, [{ reason: 'wrongForum' }])
    const held = await send({ case: { docketNumber }, mailType: 'docketSwitch' })
    assert.deepEqual([held.status, held.caseId], ['held', caseId])
    assert.match(held.why ?? '', /“Docket switch” is not accepted on a closed case/)
    const body = { caseId, mailType: 'docketSwitch', why: 'w' }
    assert.equal((await clerk('POST', `/correspondence/${held.id}/match`, { body })).status, 422)
    assert.deepEqual(await client.documents.list(caseId), [])
    const taken = await send({ case: { docketNumber }, mailType: 'statusInquiry' })
    assert.equal(taken.status, 'filed')
  })

  it('repeats bytes that its case has: somebody files it anyway or drops it, and the reason is an event', async () => {
    const { caseId, docketNumber } = await openCase()
    const bytes = new TextEncoder().encode('The very same letter.')
    const given = { case: { docketNumber }, mailType: 'statusInquiry' }
    const first = await send(given, bytes)
    const second = await send({ ...given, channel: 'fax' }, bytes)
    assert.deepEqual([first.status, second.status], ['filed', 'held'])
    assert.match(second.why ?? '', /The case has this already, as “letter”: file it anyway, or drop it/)
    const [documentId = ''] = first.documentIds ?? []
    const { duplicates } = await get(second.id)
    const found = { caseId, documentId, name: 'letter', partId: '1', kind: 'exact', similarity: 1, pages: 1 }
    assert.deepEqual(duplicates, [found])
    const match = (id: string, body: object) =>
      clerk('POST', `/correspondence/${id}/match`, { body: { caseId, ...body } })
    assert.equal((await match(second.id, { why: 'w' })).status, 409)
    const why = 'It is signed this time.'
    assert.equal((await match(second.id, { why, evenIfDuplicate: true })).status, 200)
    const third = await send(given, bytes)
    const drop = (body: object) =>
      clerk('POST', `/correspondence/${third.id}/drop`, { body: { caseId, why: 'Sent twice.', ...body } })
    assert.equal((await drop({ documentId: 'doc_none' })).status, 404)
    const { status, json } = await drop({ documentId })
    assert.deepEqual([status, (json as { piece: Piece }).piece.status], [200, 'dropped'])
    assert.equal((await drop({ documentId })).status, 409)
    const events = await eventsOf(caseId)
    const [, filed] = events.filter(({ type }) => type === 'mail.received')
    const dropped = events.find(({ type }) => type === 'mail.dropped')
    type Said = { duplicateOf: string[] | string; why: string }
    const said = [filed, dropped].map((event) => event?.data as Said | undefined)
    assert.deepEqual(
      said.map((data) => [data?.duplicateOf, data?.why]),
      [
        [[documentId], why],
        [documentId, 'Sent twice.'],
      ],
    )
    assert.equal((await client.documents.list(caseId)).length, 2)
  })

  it('repeats the text of a document of a case that it may belong to, as far as the reader may see the case', async () => {
    const { caseId, docketNumber } = await openCase()
    const letter = (end: string) =>
      `I ask the Board to look again at the injury to my left knee, which gave way during training at the camp
       in the spring, and has hurt ever since when I climb stairs or stand for long at work. ${end}`
    const pdf = async (text: string) => new Uint8Array(await testPdf([text]))
    const first = await send(
      { case: { docketNumber }, mailType: 'statusInquiry' },
      await pdf(letter('Thank you.')),
    )
    assert.equal(first.status, 'filed')
    const sender = { name: 'Ines Holm' }
    const person = { firstName: 'Ines', lastName: 'Holm' }
    await client.parties.write(caseId, 'party_ines', { role: 'appellant', person })
    await until(async () => {
      const rows = await world.service.db.rows(`select from page_signatures where case_id = $1`, [caseId])
      return rows.length > 0
    })
    const again = await send({ sender, mailType: 'statusInquiry' }, await pdf(letter('Thanks.')))
    assert.equal(again.status, 'unmatched')
    const { duplicates } = await get(again.id)
    assert.deepEqual(
      duplicates.map(({ documentId, kind, pages }) => [documentId, kind, pages]),
      [[first.documentIds?.[0], 'near', 1]],
    )
    // However many other cases fit as well or better.
    for (let other = 0; other < 6; other += 1) {
      const { caseId: likelier } = await openCase()
      const emails = ['ines@example.org']
      const of = { role: 'appellant', person, contact: { emails } }
      await client.parties.write(likelier, `party_ines_${other}`, of)
    }
    const last = await send({ sender: { ...sender, address: 'ines@example.org' } }, await pdf(letter('Bye.')))
    const { candidates, ...found } = await get(last.id)
    assert.deepEqual([candidates.length, candidates.at(-1)?.caseId], [7, caseId])
    assert.deepEqual([found.duplicates[0]?.documentId, found.notCompared], [first.documentIds?.[0], []])
    // Also where it is not among the twenty that are listed.
    for (const table of [
      'public.case_streams',
      'projections.cases',
      'projections.case_work',
      'projections.parties',
    ]) {
      const [written] = await world.service.db.rows<{ columns: string }>(
        `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      )
      await world.service.db.rows(
        `insert into ${table} (${written?.columns}) select ${written?.columns} from (
           select (jsonb_populate_record(t, jsonb_build_object('case_id', 'case_00' || n))).*
           from ${table} t, generate_series(10, 34) as n
           where case_id = (select max(case_id) from projections.parties where party_id = 'party_ines_5')) copies`,
      )
    }
    const beyond = await get(last.id)
    assert.deepEqual([beyond.candidates.length, beyond.candidates.at(-1)?.caseId], [21, caseId])
    assert.deepEqual(
      [beyond.duplicates[0]?.documentId, beyond.notCompared],
      [
        first.documentIds?.[0],
        ['The 21 likeliest cases are listed; 11 more fit as little or less: match it to one by its ID.'],
      ],
    )
    for (const table of [
      'public.case_streams',
      'projections.cases',
      'projections.case_work',
      'projections.parties',
    ])
      await world.service.db.rows(`delete from ${table} where case_id like 'case_00__'`)
    const held = await send({ case: { docketNumber }, mailType: 'statusInquiry' }, await pdf(letter('Soon.')))
    assert.match(held.why ?? '', /“letter” \(\d+ % of its words\)/)
    await client.custody.setSensitivity(caseId, { level: 3, why: 'A colleague.' })
    const unseen = await get(again.id)
    assert.deepEqual(
      [unseen.candidates.some((candidate) => candidate.caseId === caseId), unseen.duplicates],
      [false, []],
    )
    assert.equal((await get(again.id, world.admin)).duplicates.length, 1)
  })

  it('a changed table is replayed over it, and nothing moves', async () => {
    const { caseId, docketNumber } = await openCase()
    const { taskId = '' } = await send({ case: { docketNumber }, mailType: 'controlledCorrespondence' })
    const { profile } = await client.profile.get()
    const mailTypes = profile.mailTypes.map((row) =>
      row.name === 'controlledCorrespondence' ? { ...row, routes: [{ team: 'clerk' }] } : row,
    )
    const replayed = await client.mail.replay({ mailTypes })
    assert.ok(replayed.looked > 1)
    assert.deepEqual(
      [replayed.moved, replayed.byMove],
      [1, { 'controlledCorrespondence: litigation → clerk': 1 }],
    )
    const [one] = replayed.first
    assert.deepEqual([one?.caseId, one?.taskId, one?.from, one?.to], [caseId, taskId, 'litigation', 'clerk'])
    assert.equal((await client.tasks.get(caseId, taskId)).assignee?.id, 'litigation')
    assert.deepEqual((await client.mail.replay({ mailTypes, to: '2020-01-01' })).looked, 0)
    await assert.rejects(
      client.mail.replay({ mailTypes, from: '2026-02-01', to: '2026-01-01' }),
      /from must not be after to: 2026-02-01 is after 2026-01-01\./,
    )
    const broken = { mailTypes: mailTypes.map((row) => ({ ...row, routes: [{ team: 'nobody' }] })) }
    await assert.rejects(client.mail.replay(broken), /team/)
    assert.equal((await clerk('POST', '/correspondence/replay', { body: { mailTypes } })).status, 403)
  })

  it('is seen by those who work mail, and with a case by those who may see the case', async () => {
    const { caseId, docketNumber } = await openCase()
    const { id } = await send({ subject: 'Whose?' })
    const held = await send({ case: { docketNumber } })
    const drafter = await world.member('dora', ['drafter'])
    assert.equal((await drafter('GET', '/correspondence')).status, 403)
    assert.equal((await drafter('GET', `/correspondence/${id}`)).status, 403)
    const scanner = await world.member('scanner', ['integrationDocumentsIn'], 'integration')
    assert.equal((await scanner('GET', '/correspondence')).status, 403)
    const brought = await send({ subject: 'Scanned', sender: { name: 'Not Known' } }, undefined, scanner)
    assert.deepEqual(
      [brought.status, brought.sender],
      ['unmatched', undefined],
      'what is for staff is not for it',
    )

    await client.custody.setSensitivity(caseId, { level: 3, why: 'A colleague.' })
    const seen = await listed()
    assert.deepEqual([seen.includes(id), seen.includes(held.id)], [true, false])
    assert.equal((await clerk('GET', `/correspondence/${held.id}`)).status, 404)
    assert.equal((await clerk('GET', `/correspondence/${held.id}/files/1`)).status, 404)
    const body = { caseId, mailType: 'statusInquiry', why: 'w' }
    for (const one of [held.id, id])
      assert.equal((await clerk('POST', `/correspondence/${one}/match`, { body })).status, 404)
    const named = await send({ subject: `${docketNumber} and 991231-1`, case: { caseId: 'none' } })
    assert.deepEqual((await get(named.id)).candidates, [])
    assert.equal((await get(named.id, world.admin)).candidates.length, 1)
  })

  it('a case that whoever brings it may not see is as if it did not exist', async () => {
    const { caseId, docketNumber } = await openCase()
    const { docketNumber: seenNumber, caseId: seenId } = await openCase()
    await client.custody.setSensitivity(caseId, { level: 3, why: 'A colleague.' })
    const absent = { docketNumber: '991231-9' }
    const given = { pieceId: 'hidden', mailType: 'statusInquiry' }
    const answered = ({ id: _, pieceId: __, receivedAt: ___, files, ...piece }: Piece) => ({
      ...piece,
      files: files.map(({ status }) => status),
    })
    const bytes = new TextEncoder().encode('To a hidden case.')
    const hidden = await send({ ...given, case: { docketNumber } }, bytes)
    const missing = await send({ ...given, pieceId: 'missing', case: absent })
    assert.deepEqual(answered(hidden), answered(missing))
    const worked = async (id: string) => {
      const { piece, ...rest } = await get(id)
      return { ...rest, piece: answered(piece) }
    }
    assert.deepEqual(await worked(hidden.id), await worked(missing.id))
    assert.deepEqual(await client.documents.list(caseId), [], 'nothing is written there in their name')
    const both = await send({ mailType: 'statusInquiry', subject: `${seenNumber}, ${docketNumber}` })
    assert.deepEqual([both.status, both.caseId], ['filed', seenId])

    // Somebody who may see the case files it; to whoever brought it, it still waits.
    const { candidates } = await get(hidden.id, world.admin)
    assert.deepEqual([candidates[0]?.caseId, candidates.length], [caseId, 1])
    const body = { caseId, why: 'It names it.' }
    assert.equal((await world.admin('POST', `/correspondence/${hidden.id}/match`, { body })).status, 200)
    assert.deepEqual(answered(await send({ ...given, case: { docketNumber } }, bytes)), answered(missing))

    // A binding brings mail for every case; what is said of it to all names no case that not all see.
    const { service } = world
    const broughtBy = { id: 'binding_test', name: 'test', kind: 'integration' as const }
    const facts = { channel: 'fax' as const, sender: {}, receiptDate: '2026-03-05' }
    await service.db.transaction((tx) =>
      service.portico.mail.keep(tx, {
        externalId: 'two',
        broughtBy,
        facts: { ...facts, subject: `${seenNumber}, ${docketNumber}` },
        files: [],
      }),
    )
    const [waiting = ''] = await service.portico.mail.toRoute()
    await service.portico.mail.route(waiting)
    const { piece } = await get(waiting)
    assert.deepEqual(
      [piece.status, piece.why],
      ['unmatched', 'Somebody has to say to which case it belongs.'],
    )
  })

  it('of a purged case it goes with the case if it was filed, and waits again if it was not', async () => {
    const { caseId, docketNumber } = await openCase({ isDocketed: false })
    await client.cases.refuseDocketing(caseId, [{ reason: 'wrongForum' }])
    const filed = await send({ case: { docketNumber }, mailType: 'statusInquiry' })
    const held = await send({ case: { docketNumber }, mailType: 'docketSwitch' })
    await assert.rejects(
      client.custody.purge(caseId, { order: { why: 'A court order.' } }),
      /mail is still open/,
    )
    const inquiry = (await client.tasks.list(caseId)).find(({ type }) => type === 'statusInquiry')
    await client.tasks.complete(caseId, inquiry?.id ?? '')
    await client.custody.purge(caseId, { order: { why: 'A court order.' } })
    assert.equal((await clerk('GET', `/correspondence/${filed.id}`)).status, 404)
    assert.deepEqual((await get(held.id)).candidates, [])
    assert.ok((await listed()).includes(held.id))
    const other = await openCase()
    const body = { caseId: other.caseId, mailType: 'docketSwitch', why: 'It was misdirected.' }
    assert.equal((await clerk('POST', `/correspondence/${held.id}/match`, { body })).status, 200)
    assert.equal((await clerk('GET', `/correspondence/${held.id}/files/1`)).status, 200)
    const late = await send({ case: { caseId }, mailType: 'statusInquiry' })
    assert.deepEqual(
      [late.status, late.why],
      ['unmatched', 'No case has the identifiers that the piece names.'],
    )
  })

  it('what was kept and not routed is routed by the next process', async () => {
    const { caseId, docketNumber } = await openCase()
    const { service } = world
    const facts = { channel: 'fax' as const, sender: {}, receiptDate: '2026-03-05', case: { docketNumber } }
    const broughtBy = { id: 'binding_test', name: 'test', kind: 'integration' as const }
    await service.db.transaction((tx) =>
      service.portico.mail.keep(tx, {
        externalId: 'p1',
        broughtBy,
        facts: { ...facts, mailType: 'statusInquiry' },
        files: [],
      }),
    )
    const [waiting = ''] = await service.portico.mail.toRoute()
    await service.portico.mail.route(waiting)
    await service.portico.mail.route(waiting)
    assert.deepEqual(await service.portico.mail.toRoute(), [])
    const tasks = await client.tasks.list(caseId)
    assert.equal(tasks.filter(({ type }) => type === 'statusInquiry').length, 1)
  })

  it('says what is wrong with what it is sent', async () => {
    const post = (body: object) => clerk('POST', '/correspondence', { body })
    const piece = { channel: 'mail', sender: {}, receiptDate: '2026-03-05' }
    assert.match((await post(piece)).text, /The file is missing/)
    assert.match((await post({ ...piece, channel: 'pigeon' })).text, /channel/)
    assert.match((await post({ ...piece, uploadIds: ['upl_none'] })).text, /upload/)
    assert.equal((await post({ ...piece, receiptDate: '2026-02-31' })).status, 400)
  })
})
