import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { LetterPreview, SentLetter } from '@portico/contract/letters'
import { correspondence } from '@portico/contract/ports/correspondence'
import { defineAdapter, type Host, type InputOf, PortError } from '@portico/contract/ports/kit'
import type { TaskList } from '@portico/contract/tasks'
import Type from '@portico/contract/type'
import { createFireTimers } from '../../app/work/fire-timers.ts'
import { releaseSmallDecision } from '../../test/released-decision.ts'
import { until } from '../../test/until.ts'
import { type Http, startWorld, type World } from '../../test/world.ts'
import { outbound } from './outbound.ts'

type Sent = InputOf<typeof correspondence, 'send'>

/** Keeps what it is given, with its bytes; refuses whoever lives in Nowhere, and receipts for Later follow as facts. */
function mailroom() {
  const letters: (Sent & { pdf: Buffer })[] = []
  let host: Host<typeof correspondence> | undefined
  const adapter = defineAdapter({
    port: correspondence,
    name: 'mailroom',
    does: 'Keeps what it is given.',
    options: Type.Object({}),
    open(_, given) {
      host = given
      return {
        supports: ['distribution', 'receipts'],
        calls: {
          async send(input, { open }) {
            const city = input.recipient.contact?.addresses?.[0]?.city
            if (city === 'Nowhere') throw new PortError('refused', 'There is no such place.')
            const [file] = input.files
            const chunks = file ? await Array.fromAsync(await open(file)) : []
            letters.push({ ...input, pdf: Buffer.concat(chunks) })
            if (city === 'Later') return {}
            return { receipt: { channel: 'mail', destination: city ?? '', sentAt: new Date().toISOString() } }
          },
        },
        start: async () => {},
      }
    },
  })
  return { adapter, letters, host: () => until(() => host) }
}

const living = (lastName: string, city?: string) => ({
  role: 'appellant',
  person: { firstName: 'Ada', lastName },
  ...(city === undefined ? {} : { contact: { addresses: [{ lines: ['1 Main Street'], city }] } }),
})

describe('letters', () => {
  const room = mailroom()
  let world: World
  let other: string
  before(async () => {
    world = await startWorld({}, { ports: { correspondence: { adapter: room.adapter } } })
    const { json } = await world.admin('GET', '/cases')
    other = (json as { cases: { id: string }[] }).cases.find(({ id }) => id !== world.caseId)?.id ?? ''
  })
  after(() => world.close())

  const on = (place: string, caseId = world.caseId) => `/cases/${caseId}${place}`
  const listed = async (caseId?: string) =>
    ((await world.admin('GET', on('/letters', caseId))).json as { letters: SentLetter[] }).letters
  const done = async (http: Http, method: string, path: string, body?: unknown) => {
    const reply = await http(method, path, body === undefined ? {} : { body })
    assert.ok(reply.status < 300, reply.text)
    return reply.json
  }
  const openTasks = async (type: string, caseId?: string) =>
    ((await world.admin('GET', on('/tasks?open=true', caseId))).json as TaskList).tasks.filter(
      (task) => task.type === type,
    )
  const events = async (type: string, caseId?: string) =>
    (
      (await world.admin('GET', on(`/events?types=${type}`, caseId))).json as {
        events: { data: Record<string, string> }[]
      }
    ).events
  const ended = (id: string, status: SentLetter['status'], caseId?: string) =>
    until(async () => (await listed(caseId)).find((one) => one.id === id && one.status === status))
  const write = async (body: object, caseId = other) =>
    ((await done(world.admin, 'POST', on('/letters', caseId), body)) as { letter: SentLetter }).letter

  it('a signed outcome raises a notice for each claimant: composed, filed, sent, and receipted', async () => {
    await done(world.admin, 'POST', on('/parties/party_ada'), living('King', 'Salem'))
    await done(world.admin, 'POST', on('/parties/party_nowhere'), living('Nowhere'))
    const { workProductId } = await releaseSmallDecision(world)
    const notice = await until(async () =>
      (await listed()).find(({ partyId, status }) => partyId === 'party_ada' && status === 'receipted'),
    )
    assert.deepEqual([notice.letter, notice.kind, notice.channel], ['decisionNotice', 'notice', 'mail'])
    const owed = (await events('letter.owed')).filter(({ data }) => data.partyId === 'party_ada')
    assert.equal(owed.length, 1)
    assert.equal(owed[0]?.data.workProductId, workProductId)
    const sent = room.letters.filter(({ letterId }) => letterId === notice.id)
    assert.equal(sent.length, 1)
    const [letter] = sent
    assert.match(letter?.pdf.toString('latin1').slice(0, 8) ?? '', /^%PDF-1/)
    assert.equal(letter?.recipient.name, 'Ada King')
    const { document } = (await done(
      world.admin,
      'GET',
      on(`/documents/${notice.documentId}`).replace('/cases/', '/appeals/'),
    )) as { document: { name: string } }
    assert.equal(document.name, notice.subject)
    const filed = (await events('document.filed')).find(({ data }) => data.documentId === notice.documentId)
    assert.equal(filed?.data.madeAs, 'sentLetter')
    const receipts = await events('letter.receipted')
    assert.equal(receipts.filter(({ data }) => data.partyId === 'party_ada').length, 1)
  })

  it('a claimant who cannot be written to is a task that says so', async () => {
    const task = await until(async () => (await openTasks('letterFailed'))[0])
    const [failed] = await events('letter.failed')
    assert.equal(failed?.data.cause, 'notMailable')
    assert.match(failed?.data.why ?? '', /has neither a postal address nor an email address/)
    const { json } = await world.admin('GET', on(`/tasks/${task.id}`))
    assert.match(JSON.stringify(json), /neither a postal address/)
  })

  it('is composed again as the letter of its event once that is put right, and the task is done', async () => {
    const failed = (await listed()).find(({ partyId }) => partyId === 'party_nowhere')
    const retry = on(`/letters/${failed?.id}/retry`)
    const still = (await done(world.admin, 'POST', retry)) as { letter: SentLetter }
    assert.equal(still.letter.status, 'owed')
    await ended(failed?.id ?? '', 'failed')
    assert.equal((await openTasks('letterFailed')).length, 1, 'the first is done, and there is another')
    const address = { addresses: [{ lines: ['2 Main Street'], city: 'Salem' }] }
    await done(world.admin, 'POST', on('/parties/party_nowhere'), { ...living('Nowhere'), contact: address })
    await done(world.admin, 'POST', retry)
    const sent = await ended(failed?.id ?? '', 'receipted')
    assert.deepEqual([sent.kind, sent.eventId, sent.owedAt], ['notice', failed?.eventId, failed?.owedAt])
    assert.equal((await openTasks('letterFailed')).length, 0)
    const again = await world.admin('POST', retry)
    assert.equal(again.status, 422, again.text)
    assert.match(again.text, /redrive its delivery/)
  })

  it('a task routes a status letter, and a deadline rule sends a reminder to the representative', async () => {
    await done(world.admin, 'POST', on('/parties/party_bea', other), living('Bea', 'Salem'))
    await done(world.admin, 'POST', on('/parties/party_law', other), {
      ...living('Law', 'Salem'),
      role: 'attorney',
    })
    const [filed] = (
      (await done(world.admin, 'GET', on('/documents', other).replace('/cases', '/appeals'))) as {
        documents: { id: string }[]
      }
    ).documents
    const powerOfAttorney = { start: '2026-01-01', scope: 'all', documentId: filed?.id }
    const representation = { representativeId: 'party_law', powerOfAttorney }
    await done(world.admin, 'PUT', on('/parties/party_bea/representation', other), representation)
    await done(world.admin, 'POST', on('/docket', other), { docket: 'directReview' })
    const [parent] = await openTasks('distribution', other)
    const task = { type: 'representativeArgument', parentId: parent?.id }
    await done(world.admin, 'POST', on('/tasks', other), task)
    const sentTo = (letter: string, partyId: string) =>
      until(async () =>
        (await listed(other)).find(
          (one) => one.letter === letter && one.partyId === partyId && one.status === 'receipted',
        ),
      )
    const status = await sentTo('statusOfAppeal', 'party_bea')
    assert.equal(status.kind, 'statusLetter')
    const { db, portico } = world.service
    const clock = () => new Date(Date.now() + 44 * 86_400_000)
    await createFireTimers({ db, execute: portico.execute, clock })()
    const reminder = await sentTo('argumentReminder', 'party_law')
    assert.equal(reminder.kind, 'deadlineReminder')
    await createFireTimers({ db, execute: portico.execute, clock })()
    const reminders = (await listed(other)).filter(
      ({ letter, partyId }) => letter === 'argumentReminder' && partyId === 'party_law',
    )
    assert.equal(reminders.length, 1)
  })

  it('people who may write letters do, and a receipt that follows as a fact completes them', async () => {
    await done(world.admin, 'POST', on('/parties/party_later', other), living('Late', 'Later'))
    const { id } = await write({ letter: 'general', partyId: 'party_later', reason: 'Send <b>records</b>.' })
    await ended(id, 'composed', other)
    await until(() => room.letters.some(({ letterId }) => letterId === id))
    const sentAt = new Date().toISOString()
    const nothing = { obligationOf: async () => undefined, subjectOf: async () => undefined }
    const stranger = { ...world.service, ...nothing, binding: 'stranger' }
    assert.deepEqual(
      await outbound.heard.receipt({ letterId: id, channel: 'mail', sentAt }, stranger as never),
      { unmatched: 'There is no letter with this letterId.' },
      'what another binding sends, a binding has no receipt of',
    )
    const bounce = { letterId: id, channel: 'mail' as const, why: 'Unknown.', failedAt: sentAt }
    const back = await outbound.heard.bounce(bounce as never, stranger as never)
    assert.ok('commands' in back, 'what comes back arrives where mail does')
    const host = await room.host()
    await host.tell(
      'receipt',
      { letterId: id, channel: 'mail', sentAt: new Date().toISOString() },
      { id: 'r1' },
    )
    await ended(id, 'receipted', other)
    const reader = await world.member('reader', ['drafter'])
    const refused = await reader('POST', on('/letters', other), {
      body: { letter: 'general', partyId: 'party_later' },
    })
    assert.equal(refused.status, 403)
    const unknown = await world.admin('POST', on('/letters', other), {
      body: { letter: 'generol', partyId: 'party_later' },
    })
    assert.equal(unknown.status, 400)
    assert.match(unknown.text, /general/)
  })

  it('a bounce opens the task of returned mail, and one that names no letter waits in the inbox', async () => {
    const { id } = await write({ letter: 'preDocketing', partyId: 'party_bea' })
    await ended(id, 'receipted', other)
    const host = await room.host()
    const failedAt = new Date().toISOString()
    await host.tell('bounce', { letterId: id, why: 'Moved, no forwarding address.', failedAt }, { id: 'b1' })
    await host.tell('bounce', { letterId: 'ltr_none', why: 'Nobody there.', failedAt }, { id: 'b2' })
    const back = await ended(id, 'failed', other)
    assert.deepEqual([back.cause, back.why], ['returned', 'Moved, no forwarding address.'])
    assert.equal((await openTasks('returnedMail', other)).length, 1)
    await host.tell('bounce', { letterId: id, why: 'Moved, no forwarding address.', failedAt }, { id: 'b3' })
    const byKey = await write({ letter: 'preDocketing', partyId: 'party_bea' })
    const { obligationId } = await until(async () => {
      const receipts = await events('letter.receipted', other)
      return receipts.find(({ data }) => data.letterId === byKey.id)?.data as { obligationId: string }
    })
    await host.tell('bounce', { letterId: obligationId, why: 'By its Message-ID.', failedAt }, { id: 'b4' })
    assert.equal((await ended(byKey.id, 'failed', other)).why, 'By its Message-ID.')
    const inbox = await until(async () => {
      const { facts } = (await world.admin('GET', '/inbox')).json as { facts: { why?: string }[] }
      return facts.length > 0 && JSON.stringify(facts)
    })
    assert.match(inbox, /There is no letter with this letterId/)
    const told = (await events('letter.failed', other)).filter(({ data }) => data.letterId === id)
    assert.equal(told.length, 1)
  })

  it('are found over all cases that one may see', async () => {
    const { letters } = (await done(world.admin, 'GET', '/letters?status=receipted&limit=500')) as {
      letters: { caseId: string; letter: SentLetter }[]
    }
    assert.deepEqual(new Set(letters.map(({ caseId }) => caseId)), new Set([world.caseId, other]))
    const page = (await done(world.admin, 'GET', '/letters?limit=1')) as { letters: unknown[]; next?: string }
    assert.equal(page.letters.length, 1)
    const rest = (await done(world.admin, 'GET', `/letters?limit=500&after=${page.next}`)) as {
      letters: { letter: SentLetter }[]
    }
    assert.ok(rest.letters.length > 1 && rest.letters.every(({ letter }) => letter.id > (page.next ?? '')))
  })

  it('what the other side refuses for good is a task, and a letter of it is not lost', async () => {
    await done(world.admin, 'POST', on('/parties/party_no', other), living('No', 'Nowhere'))
    const before = (await openTasks('letterFailed', other)).length
    const { id } = await write({ letter: 'preDocketing', partyId: 'party_no' })
    const failed = await ended(id, 'failed', other)
    assert.equal(failed.cause, 'notSent')
    assert.match(failed.why ?? '', /no such place/)
    assert.ok(failed.documentId)
    assert.equal((await openTasks('letterFailed', other)).length, before + 1)
    const sentAt = new Date().toISOString()
    const ahead = new Date(Date.now() + 86_400_000).toISOString()
    for (const [what, body] of [
      ['receipt', { channel: 'courier', sentAt: ahead }],
      ['failure', { why: 'Moved.', failedAt: ahead }],
    ] as const)
      assert.match(
        (await world.admin('PUT', on(`/letters/${id}/${what}`, other), { body })).text,
        /must not be in the future/,
      )
    await done(world.admin, 'PUT', on(`/letters/${id}/receipt`, other), { channel: 'courier', sentAt })
    assert.equal((await openTasks('letterFailed', other)).length, before)
  })

  it('a letter that names a field without a value is a task with the sentence', async () => {
    const { id } = await write({ letter: 'clarification', partyId: 'party_bea' })
    const failed = await ended(id, 'failed', other)
    assert.equal(failed.cause, 'notComposed')
    assert.equal(
      failed.why,
      'The body of the letter clarification names the field reason, which has no value on this case.',
    )
  })

  it('nothing goes to the deceased, nor to whoever has opted out of such letters', async () => {
    const dead = living('Gone', 'Salem')
    await done(world.admin, 'POST', on('/parties/party_dead', other), {
      ...dead,
      person: { ...dead.person, deathDate: '2026-01-01' },
    })
    const { id } = await write({ letter: 'preDocketing', partyId: 'party_dead' })
    assert.equal((await ended(id, 'withdrawn', other)).why, 'The recipient has died.')
    await done(world.admin, 'PUT', on('/parties/party_later/notices', other), { optedOut: ['letter'] })
    const status = await write({ letter: 'statusOfAppeal', partyId: 'party_later' })
    const withdrawn = await ended(status.id, 'withdrawn', other)
    assert.equal(withdrawn.why, 'The recipient has opted out of letters.')
    assert.ok(!room.letters.some(({ letterId }) => [id, status.id].includes(letterId)))
  })

  it('go with the purge of their case, words and all, and what is told of them later belongs to nobody', async () => {
    const person = { firstName: 'Eve', lastName: 'Purged' }
    const body = { veteran: person, receiptDate: '2026-03-02' }
    const opened = (await done(world.admin, 'POST', '/cases', body)) as { case: { id: string } }
    const caseId = opened.case.id
    await done(world.admin, 'POST', on('/parties/party_eve', caseId), living('Purged', 'Salem'))
    const reason = 'What nobody may know any more.'
    const { id } = await write({ letter: 'general', partyId: 'party_eve', reason }, caseId)
    await ended(id, 'receipted', caseId)
    const { id: failed } = await write({ letter: 'clarification', partyId: 'party_eve' }, caseId)
    await ended(failed, 'failed', caseId)
    await done(world.admin, 'POST', on('/docket-refusal', caseId), {
      findings: [{ reason: 'wrongForum' }],
    })
    await done(world.admin, 'POST', on('/purge', caseId), { order: { why: 'A court order.' } })
    const { db, portico } = world.service
    assert.deepEqual(await db.rows(`select from letters where case_id = $1`, [caseId]), [])
    const { letters } = (await done(world.admin, 'GET', '/letters?limit=500')) as {
      letters: { caseId: string }[]
    }
    assert.ok(!letters.some((letter) => letter.caseId === caseId))
    for (const table of ['events', 'obligations', 'inbound_facts', 'snapshots']) {
      const rows = await db.rows<{ row: string }>(`select t::text as row from ${table} t`)
      for (const word of [reason, 'Purged'])
        assert.ok(!rows.some(({ row }) => row.includes(word)), `${word} in ${table}`)
    }
    const retry = await world.admin('POST', on(`/letters/${failed}/retry`, caseId))
    assert.ok([404, 410].includes(retry.status), retry.text)
    assert.deepEqual(await portico.letters.toSend(id), { why: 'The letter is gone.' })
    const host = await room.host()
    await host.tell(
      'bounce',
      { letterId: id, why: 'Late.', failedAt: new Date().toISOString() },
      { id: 'late' },
    )
    await until(async () => (await world.admin('GET', '/inbox')).text.includes('Late.'))
  })

  it('is tried on a case before anybody saves it: the PDF and the fields that it used, or the sentence', async () => {
    const draft = { subject: 'About {{ case.docketNumber }}', body: 'Dear {{ recipient.name }}:\n\nHello.' }
    const tried = (await done(world.admin, 'POST', on('/letters/preview', other), {
      draft,
      partyId: 'party_bea',
    })) as LetterPreview
    assert.deepEqual(
      tried.fields.map(({ name }) => name),
      ['case.docketNumber', 'recipient.name'],
    )
    assert.equal(tried.text, 'Dear Ada Bea:\n\nHello.')
    assert.match(Buffer.from(tried.pdf, 'base64').toString('latin1'), /^%PDF-1[\s\S]*pdfuaid:part/)
    const refused = async (body: object) =>
      (await world.admin('POST', on('/letters/preview', other), { body })).text
    const { letters } = world.service.portico
    const several = Array.from({ length: 12 }, (_, at) =>
      letters.preview(other, { draft }, { id: at < 4 ? 'ann' : `mem_${at}`, displayName: 'Ann' }),
    )
    const failed = (await Promise.allSettled(several)).flatMap((one) =>
      one.status === 'rejected' ? [String(one.reason)] : [],
    )
    assert.equal(failed.length, 2, 'three of one person, and ten of all, are tried at once')
    assert.match(failed[0] ?? '', /You are trying several letters already/)
    assert.match(failed[1] ?? '', /Too many letters are being tried right now/)
    const unknown = { ...draft, body: 'On {{ session.day }}' }
    assert.match(await refused({ draft: unknown }), /names the field session\.day, which does not exist/)
    const missing = { ...draft, body: 'On {{ session.date }}' }
    assert.match(await refused({ draft: missing }), /session\.date, which has no value on this case/)
    assert.match(await refused({ draft: { ...draft, body: '{% for' } }), /cannot be read as a template/)
    assert.match(
      await refused({ draft: { ...draft, body: '{{ recipient | json }}' } }),
      /the field recipient,/,
    )
    assert.match(
      await refused({ draft: { ...draft, body: 'x\n\n'.repeat(1001) } }),
      /has more than 2,000 lines here/,
    )
    assert.match(await refused({}), /Either letter or draft/)
    assert.match(await refused({ letter: 'general', partyId: 'nobody' }), /no such party/)
  })
})
