import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type DecideIssue, PorticoClient, signIn, type Task } from '@portico/sdk'
import { testPdf } from '../test-pdf.ts'
import { startWorld, type World } from '../world.ts'

const staff = {
  ina: 'intake',
  sue: 'caseSupport',
  judith: 'adjudicator',
  jules: 'adjudicator',
  dora: 'drafter',
  dan: 'dispatch',
  rita: 'representative',
} as const
type Person = keyof typeof staff

const remanded: DecideIssue = {
  disposition: 'remanded',
  reasons: [
    { reason: 'inadequateExamination', timing: 'beforeCertification' },
    { reason: 'serviceTreatmentRecords', timing: 'afterCertification' },
  ],
  instructions: [
    {
      text: 'Obtain an opinion on whether the hearing loss began in service.',
      reason: 'inadequateExamination',
    },
    { text: 'Then decide the issue again.' },
  ],
}
const opinion = 'It is at least as likely as not that it began in service'

describe('what is sent back for more work', () => {
  let world: World
  let people: Record<Person | 'admin', PorticoClient>
  let representativeId: string

  before(async () => {
    world = await startWorld({ PORTICO_MODE: 'deployment' })
    const { baseUrl, password } = world
    const signedIn = async (username: string) => {
      const { idToken } = await signIn({ baseUrl, username, password })
      return new PorticoClient({ baseUrl, token: idToken })
    }
    const clients: [string, PorticoClient][] = [['admin', await signedIn(world.username)]]
    for (const [name, role] of Object.entries(staff)) {
      await world.member(name, [role])
      clients.push([name, await signedIn(name)])
    }
    people = Object.fromEntries(clients) as typeof people
    representativeId = (await world.service.identity.members.find('rita'))?.id ?? ''
    const { profile } = await people.admin.profile.get()
    for (const { when } of profile.workflows.flatMap(({ rules }) => rules)) {
      if (when?.samplePercent !== undefined) when.samplePercent = 0
      if (when?.notSampled !== undefined) when.notSampled = 0
    }
    await people.admin.profile.save(profile, 'No decision is sampled.')
  })
  after(() => world?.close())

  const openTask = async (caseId: string, type: string): Promise<Task | undefined> =>
    (await people.sue.tasks.list(caseId, { open: true })).find((task) => task.type === type)
  const complete = async (person: Person, caseId: string, type: string, given = {}) => {
    const task = await openTask(caseId, type)
    assert.ok(task, `no open ${type}`)
    return people[person].tasks.complete(caseId, task.id, given)
  }
  const statusOf = async (caseId: string) => (await people.sue.cases.state(caseId)).status
  const file = async (...pages: string[]) => new Blob([new Uint8Array(await testPdf(pages))])

  async function openCase(issueCount = 2) {
    const opened = await people.ina.cases.open(
      {
        veteran: { firstName: 'Ada', lastName: 'Byron' },
        receiptDate: '2026-03-02',
        documents: [{ name: 'Examination', pageCount: 2 }],
      },
      await file('The knee gave way.', 'The hearing was never examined.'),
    )
    const caseId = opened.case.id
    await world.service.readTexts(caseId)
    const appellantId = `party_of_${caseId}`
    await people.ina.parties.write(caseId, appellantId, {
      role: 'appellant',
      person: { firstName: 'Ada', lastName: 'Byron', birthDate: '1966-12-10' },
    })
    const issueIds: string[] = []
    for (let nth = 1; nth <= issueCount; nth += 1) {
      const words = {
        issueType: 'serviceConnection',
        benefitType: 'compensation',
        description: `Issue ${nth}`,
      }
      issueIds.push((await people.ina.issues.add(caseId, words)).id)
    }
    await people.ina.cases.docket(caseId, { docket: 'directReview' })
    return { caseId, issueIds, appellantId, documentId: opened.documents[0]?.id ?? '' }
  }

  /** From the adjudicator's desk to the recipients. */
  async function decide(caseId: string, decisions: Record<string, DecideIssue>, judge: Person = 'judith') {
    const { dora } = people
    await complete(judge, caseId, 'assignment', { outcome: 'assigned', assignee: { person: 'dora' } })
    for (const [issueId, decision] of Object.entries(decisions)) {
      await dora.issues.decide(caseId, issueId, decision)
      await dora.issues.cite(caseId, issueId, { page: 2 })
    }
    const text = { type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'So it is.' }] }
    const issues = Object.keys(decisions).map((issueId) => ({ issueId, content: [text] }))
    const content = { opening: [], issues, closing: [] }
    const product = await dora.workProducts.draft(caseId, { title: 'Decision', content })
    await dora.workProducts.submit(caseId, product.id, product.version)
    return product
  }

  async function signAndSend(
    caseId: string,
    { id, version }: { id: string; version: number },
    judge: Person = 'judith',
  ) {
    await people[judge].workProducts.sign(caseId, id, version)
    for await (const { data } of people[judge].cases.watch(caseId, { types: ['workProduct.released'] }))
      if (data && 'workProductId' in data && data.workProductId === id) break
    const sentAt = new Date().toISOString()
    for (const delivery of await people.dan.deliveries.list(caseId))
      if (delivery.status === 'owed')
        await people.dan.deliveries.receipt(caseId, delivery.id, { channel: 'mail', sentAt })
    await complete('dan', caseId, 'dispatch', { outcome: 'dispatched' })
  }

  async function give(caseId: string, judge: Person = 'judith') {
    await complete('sue', caseId, 'distribution', { outcome: 'distributed', assignee: { person: judge } })
  }

  async function sendBack(issueCount = 1, judge: Person = 'judith') {
    const opened = await openCase(issueCount)
    await give(opened.caseId, judge)
    const decisions = Object.fromEntries(opened.issueIds.map((id) => [id, remanded]))
    await signAndSend(opened.caseId, await decide(opened.caseId, decisions, judge), judge)
    const [remand] = await people.sue.remands.list(opened.caseId)
    assert.ok(remand)
    return { ...opened, remand }
  }

  async function fileEvidence(caseId: string) {
    const filed = await people.sue.documents.add(caseId, { name: 'Opinion' }, await file(`${opinion}.`))
    await world.service.readTexts(caseId)
    return filed
  }

  it('keeps the case open, tracked by a task with a date, and the party reads that it was sent back', async () => {
    const { caseId, issueIds, appellantId, documentId, remand } = await sendBack()
    assert.equal(await statusOf(caseId), 'remanded')
    assert.equal(remand.status, 'sentBack')
    assert.equal(remand.to?.name, 'agencyOfOriginalJurisdiction')
    assert.deepEqual(
      remand.instructions.map(({ text, reason, timing }) => [text, reason, timing]),
      [
        [remanded.instructions?.[0]?.text, 'inadequateExamination', 'beforeCertification'],
        [remanded.instructions?.[1]?.text, undefined, undefined],
        ['Service treatment records', 'serviceTreatmentRecords', 'afterCertification'],
      ],
    )
    const tracking = await openTask(caseId, 'remandTracking')
    assert.equal(tracking?.status, 'onHold')
    assert.equal(tracking?.assignee?.id, 'remandSupport')
    assert.deepEqual(
      remand.deadlines.map(({ label, taskId, due }) => [label, taskId, due]),
      [
        ['Word of a remand', undefined, remand.deadlines[0]?.due],
        ['Work after a remand', tracking?.id, tracking?.onHoldUntil],
      ],
    )
    for (const { day, why } of remand.deadlines) {
      assert.match(why ?? '', /^(30|125) days from the remand on /)
      assert.ok(day)
    }
    assert.equal(await openTask(caseId, 'effectuation'), undefined)
    await people.ina.parties.write(caseId, 'party_aid', { role: 'representative', organization: 'Aid' })
    await people.ina.parties.represent(caseId, appellantId, {
      representativeId: 'party_aid',
      powerOfAttorney: { start: '2020-03-02', scope: 'all matters', documentId },
    })
    await people.ina.accessGrants.grant(caseId, { memberId: representativeId, partyId: appellantId })
    const seen = await people.rita.cases.state(caseId)
    assert.equal(seen.partyStatus, 'returnedForMoreWork')
    const [issue] = (await people.rita.issues.list(caseId)).issues
    assert.deepEqual([issue?.status, issue?.remandId, issue?.decision], ['sentBack', undefined, undefined])
    await assert.rejects(people.rita.remands.list(caseId), { code: 'forbidden' })
    for await (const event of people.rita.cases.events(caseId)) assert.ok(!event.type.startsWith('remand.'))
    await assert.rejects(people.judith.issues.decide(caseId, issueIds[0]!, { disposition: 'allowed' }), {
      code: 'stateForbids',
    })
    assert.deepEqual(await people.admin.tasks.health(), [])
  })

  it('returns to whoever signed, on its docket date, and its checklist stands beside the new decision, twice', async () => {
    const { caseId, issueIds, remand } = await sendBack()
    const { sue, judith, dora, ina } = people
    const before = await sue.cases.get(caseId)
    await sue.remands.reportProgress(caseId, remand.id, { status: 'acknowledged' })
    await sue.remands.reportProgress(caseId, remand.id, { status: 'workDone', note: 'All is done.' })
    assert.equal(
      (await sue.remands.reportProgress(caseId, remand.id, { status: 'acknowledged' })).status,
      'workDone',
    )
    await assert.rejects(
      dora.remands.judge(caseId, remand.id, remand.instructions[0]!.id, { result: 'satisfied' }),
      {
        code: 'stateForbids',
      },
    )
    await assert.rejects(sue.remands.takeBack(caseId, remand.id, {}), { code: 'badRequest' })
    await assert.rejects(ina.remands.takeBack(caseId, remand.id, { why: 'It is here.' }), {
      code: 'forbidden',
    })
    const { id: documentId, startPage } = await fileEvidence(caseId)
    const returned = await sue.remands.takeBack(caseId, remand.id, { documentIds: [documentId] })
    assert.deepEqual([returned.status, returned.returned?.goesTo], ['returned', 'signer'])
    assert.deepEqual(returned.deadlines, [])
    await assert.rejects(sue.remands.takeBack(caseId, remand.id, { documentIds: [documentId] }), {
      code: 'conflict',
    })
    const assignment = await openTask(caseId, 'assignment')
    assert.equal(assignment?.assignee?.name, 'judith')
    assert.equal(await statusOf(caseId), 'withAdjudicator')
    const { docketNumber, receiptDate } = await sue.cases.get(caseId)
    assert.deepEqual(
      { docketNumber, receiptDate },
      { docketNumber: before.docketNumber, receiptDate: before.receiptDate },
    )

    const product = await decide(caseId, { [issueIds[0]!]: remanded })
    await dora.issues.decide(caseId, issueIds[0]!, { disposition: 'allowed' }).catch(() => undefined)
    await judith.issues.decide(caseId, issueIds[0]!, { disposition: 'allowed' })
    const blocked = await judith.workProducts.blockers(caseId, product.id)
    assert.deepEqual(
      blocked.blockers.map(({ code }) => code),
      ['instructionUnanswered', 'instructionUnanswered', 'instructionUnanswered'],
    )
    const [first, second, third] = remand.instructions.map(({ id }) => id) as [string, string, string]
    await judith.remands.answer(caseId, remand.id, first, { page: startPage, quote: opinion })
    await judith.remands.judge(caseId, remand.id, first, { result: 'satisfied' })
    await judith.remands.judge(caseId, remand.id, second, { result: 'satisfied' })
    await assert.rejects(judith.remands.judge(caseId, remand.id, third, { result: 'notSatisfied' }), {
      code: 'badRequest',
    })
    await judith.remands.judge(caseId, remand.id, third, { result: 'notSatisfied', why: 'No records came.' })
    const checked = await judith.workProducts.blockers(caseId, product.id)
    assert.deepEqual(checked.blockers, [])
    assert.ok(checked.warnings.some(({ code }) => code === 'instructionNotSatisfied'))

    // What is not satisfied is sent back again.
    await judith.issues.decide(caseId, issueIds[0]!, remanded)
    await signAndSend(caseId, product)
    const { package: frozen } = await judith.decisions.get(caseId)
    assert.deepEqual(
      frozen.remands?.map(({ remandId, instructions }) => [
        remandId,
        instructions.map(({ result, evidence }) => [result, evidence.length]),
      ]),
      [
        [
          remand.id,
          [
            ['satisfied', 1],
            ['satisfied', 0],
            ['notSatisfied', 0],
          ],
        ],
      ],
    )
    assert.equal(frozen.dispositions[0]?.instructions?.length, 2)
    const [again, old] = await sue.remands.list(caseId)
    assert.equal(again?.status, 'sentBack')
    assert.deepEqual([old?.id, old?.status, old?.decidedIn], [remand.id, 'returned', product.id])
    assert.equal(old?.instructions[0]?.answers?.[0]?.check.status, 'holds')
    assert.equal(await statusOf(caseId), 'remanded')
    await assert.rejects(judith.remands.judge(caseId, remand.id, first, { result: 'satisfied' }), {
      code: 'stateForbids',
    })

    await sue.remands.takeBack(caseId, again!.id, { why: 'The records were lost in a fire.' })
    const last = await decide(caseId, { [issueIds[0]!]: { disposition: 'denied' } })
    for (const { id } of again!.instructions)
      await judith.remands.judge(caseId, again!.id, id, { result: 'satisfied' })
    await signAndSend(caseId, last)
    assert.equal(await statusOf(caseId), 'effectuation')
    const { rows } = (await people.admin.reports.get('decisions')) as { rows: Record<string, unknown>[] }
    const byDisposition = (name: string) =>
      rows
        .filter(({ disposition }) => disposition === name)
        .reduce((sum, { issues }) => sum + Number(issues), 0)
    assert.ok(byDisposition('remanded') >= 2)
    assert.ok(byDisposition('denied') >= 1)
    assert.deepEqual(await people.admin.tasks.health(), [])
  })

  it('keeps its checklist for issues that were split or merged since it returned', async () => {
    const { sue, judith, dora } = people
    const { caseId, issueIds, remand } = await sendBack(3)
    const [knee, left, right] = issueIds as [string, string, string]
    await sue.remands.takeBack(caseId, remand.id, { why: 'Nothing came.' })
    const words = { issueType: 'serviceConnection', benefitType: 'compensation' }
    const into = ['Left knee', 'Right knee'].map((description) => ({ ...words, description }))
    await judith.issues.split(caseId, knee, into)
    await judith.issues.merge(caseId, left, { issueIds: [right] })
    const ids = (await judith.issues.list(caseId)).issues.map(({ id }) => id)
    assert.equal(ids.length, 3)
    const product = await decide(
      caseId,
      Object.fromEntries(ids.map((id) => [id, { disposition: 'denied' as const }])),
    )
    const { blockers } = await judith.workProducts.blockers(caseId, product.id)
    assert.deepEqual(
      blockers.map(({ code }) => code),
      remand.instructions.map(() => 'instructionUnanswered'),
    )
    for (const { id } of remand.instructions)
      await judith.remands.judge(caseId, remand.id, id, { result: 'satisfied' })
    await signAndSend(caseId, product)
    const { package: frozen } = await dora.decisions.get(caseId)
    assert.equal(frozen.remands?.[0]?.instructions.length, remand.instructions.length)
    assert.equal((await sue.remands.list(caseId))[0]?.decidedIn, product.id)
  })

  it('gives an issue its checklist along that is split off before it is decided again', async () => {
    const { sue, judith, dora, admin } = people
    const { caseId, issueIds, remand } = await sendBack(2)
    const [knee, hearing] = issueIds as [string, string]
    const ofKnee = remand.instructions.filter(({ issueId }) => issueId === knee)
    assert.ok(ofKnee.length > 0 && ofKnee.length < remand.instructions.length)
    const opinion = await fileEvidence(caseId)
    await sue.remands.takeBack(caseId, remand.id, { documentIds: [opinion.id] })
    const { case: linked } = await sue.cases.link(caseId, { kind: 'split', issueIds: [knee], why: 'Apart.' })
    const [moved, ...others] = await sue.remands.list(linked.id)
    const [issue] = (await sue.issues.list(linked.id)).issues
    assert.ok(moved && issue && others.length === 0)
    assert.deepEqual(
      [moved.status, moved.sentAt, moved.issueIds, moved.to?.name, moved.decidedIn],
      ['returned', remand.sentAt, [issue.id], remand.to?.name, undefined],
    )
    assert.deepEqual(
      moved.instructions.map((one) => [one.text, one.reason, one.timing, one.issueId]),
      ofKnee.map(({ text, reason, timing }) => [text, reason, timing, issue.id]),
    )
    const documents = await sue.documents.list(linked.id)
    assert.ok(documents.some(({ id }) => id === moved.returned?.documentIds[0]))
    assert.deepEqual(await openTask(linked.id, 'remandTracking'), undefined)
    await give(linked.id)
    const product = await decide(linked.id, { [issue.id]: { disposition: 'denied' } })
    const { blockers } = await judith.workProducts.blockers(linked.id, product.id)
    assert.deepEqual(
      blockers.map(({ code }) => code),
      ofKnee.map(() => 'instructionUnanswered'),
    )
    for (const { id } of moved.instructions)
      await judith.remands.judge(linked.id, moved.id, id, { result: 'satisfied' })
    await signAndSend(linked.id, product)
    const { package: frozen } = await dora.decisions.get(linked.id)
    assert.equal(frozen.remands?.[0]?.instructions.length, ofKnee.length)
    // What stays is decided by its own instructions.
    const left = await decide(caseId, { [hearing]: { disposition: 'denied' } })
    assert.equal(
      (await judith.workProducts.blockers(caseId, left.id)).blockers.length,
      remand.instructions.length - ofKnee.length,
    )
    assert.deepEqual(await admin.tasks.health(), [])
  })

  it('awaits an issue again that was withdrawn in error, and lets none be split off meanwhile', async () => {
    const { sue, judith, ina, admin } = people
    const { caseId, issueIds, remand } = await sendBack(2)
    const [knee, hearing] = issueIds as [string, string]
    await assert.rejects(sue.cases.link(caseId, { kind: 'split', issueIds: [knee], why: 'Apart.' }), {
      code: 'stateForbids',
      message: /was sent back for more work: record the return/,
    })
    const withdrawal = { how: 'withdrawn' as const, why: 'She wrote so.' }
    await ina.issues.remove(caseId, knee, withdrawal)
    await ina.issues.restore(caseId, knee)
    const awaited = async () => (await sue.remands.list(caseId))[0]
    assert.deepEqual((await awaited())?.issueIds.toSorted(), [knee, hearing].toSorted())
    for (const issueId of [knee, hearing]) {
      const { hash: ends } = await ina.cases.endings(caseId, { removeIssue: { issueId, ...withdrawal } })
      await ina.issues.remove(caseId, issueId, { ...withdrawal, ends })
    }
    assert.deepEqual(
      [(await awaited())?.status, await openTask(caseId, 'remandTracking')],
      ['ended', undefined],
    )
    await ina.issues.restore(caseId, hearing)
    assert.deepEqual([(await awaited())?.status, (await awaited())?.issueIds], ['sentBack', [hearing]])
    assert.equal(await statusOf(caseId), 'remanded')
    const tracking = await openTask(caseId, 'remandTracking')
    assert.deepEqual(
      [tracking?.status, tracking?.onHoldUntil],
      ['onHold', remand.deadlines.find(({ label }) => label === 'Work after a remand')?.due],
    )
    const decided = judith.issues.decide(caseId, hearing, { disposition: 'allowed' })
    await assert.rejects(decided, { code: 'stateForbids' })
    await sue.remands.takeBack(caseId, remand.id, { why: 'Nothing came.' })
    assert.equal((await openTask(caseId, 'assignment'))?.assignee?.name, 'judith')
    assert.deepEqual(await admin.tasks.health(), [])
  })

  it('is checked by those who write or review the new decision, and by nobody else', async () => {
    const { sue, judith, jules, dora } = people
    const { caseId, issueIds, remand } = await sendBack()
    await sue.remands.takeBack(caseId, remand.id, { why: 'Nothing came.' })
    const [instruction] = remand.instructions
    const of = [caseId, remand.id, instruction!.id] as const
    const product = await decide(caseId, { [issueIds[0]!]: { disposition: 'denied' } })
    const held = {
      code: 'forbidden',
      message: /“Adjudicator review” is held by judith: only those who write/,
    }
    await assert.rejects(jules.remands.judge(...of, { result: 'satisfied' }), held)
    await assert.rejects(jules.remands.answer(...of, { page: 2 }), held)
    await assert.rejects(dora.remands.judge(...of, { result: 'satisfied' }), held)
    const answered = await judith.remands.answer(...of, { page: 2 })
    const [answer] = answered.instructions[0]?.answers ?? []
    await assert.rejects(jules.remands.removeAnswer(...of, answer!.id), held)
    await judith.remands.judge(...of, { result: 'satisfied' })
    await judith.workProducts.return(caseId, product.id, { version: product.version, reasons: ['Say more.'] })
    await dora.remands.judge(...of, { result: 'notSatisfied', why: 'No records came.' })
  })

  it('of a court takes no decision from those who still make it, and no issue that has left', async () => {
    const { sue, judith, ina } = people
    const { caseId, issueIds } = await openCase(2)
    const [knee, hearing] = issueIds as [string, string]
    await give(caseId)
    const mandate = await sue.documents.add(
      caseId,
      { name: 'Mandate', documentType: 'courtMandate' },
      await file('It is ordered.'),
    )
    const receive = (issueId: string, mandateOn = '2026-10-05') =>
      sue.remands.recordFromCourt(caseId, {
        ...{ documentId: mandate.id, mandateOn, issueIds: [issueId] },
        ...{ instructions: [{ text: 'Discuss it.' }], why: 'The court has vacated the denial.' },
      })
    await ina.issues.remove(caseId, hearing, { how: 'withdrawn', why: 'She wrote so.' })
    await assert.rejects(receive(hearing), { code: 'stateForbids', message: /no longer in this case/ })
    const product = await decide(caseId, { [knee]: { disposition: 'denied' } })
    await assert.rejects(receive(knee), { code: 'stateForbids', message: /is not signed yet/ })
    await judith.workProducts.sign(caseId, product.id, product.version)
    const reply = await receive(knee).catch((error: Error) => error)
    if (reply instanceof Error) assert.match(reply.message, /is not released yet/)
    const tomorrow = new Date(Date.now() + 172_800_000).toISOString().slice(0, 10)
    await assert.rejects(receive(knee, tomorrow), {
      code: 'badRequest',
      message: /^The date of the mandate must not be after today, [A-Z][a-z]+ \d+, \d{4}: it is /,
    })
    assert.deepEqual(await people.admin.tasks.health(), [])
  })

  /** Of two issues the first decision allows one and sends the other back, which the second then allows. */
  async function decideTwice() {
    const { sue, judith, dora } = people
    const { caseId, issueIds } = await openCase(2)
    const [knee, hearing] = issueIds as [string, string]
    await give(caseId)
    const first = await decide(caseId, { [knee]: { disposition: 'allowed' }, [hearing]: remanded })
    await signAndSend(caseId, first)
    assert.equal(await statusOf(caseId), 'remanded')
    assert.ok(await openTask(caseId, 'effectuation'))
    const [remand] = await sue.remands.list(caseId)
    assert.deepEqual(remand?.issueIds, [hearing])
    await sue.remands.takeBack(caseId, remand!.id, { why: 'The examiner has died.' })
    await complete('judith', caseId, 'assignment', { outcome: 'assigned', assignee: { person: 'dora' } })
    await assert.rejects(dora.issues.decide(caseId, knee, { disposition: 'denied' }), {
      code: 'stateForbids',
    })
    await dora.issues.decide(caseId, hearing, { disposition: 'allowed' })
    const text = { type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'Granted.' }] }
    const content = { opening: [], issues: [{ issueId: hearing, content: [text] }], closing: [] }
    const second = await dora.workProducts.draft(caseId, { title: 'Second decision', content })
    await dora.workProducts.submit(caseId, second.id, second.version)
    for (const { id } of remand!.instructions)
      await judith.remands.judge(caseId, remand!.id, id, { result: 'satisfied' })
    await signAndSend(caseId, second)
    const { package: frozen } = await judith.decisions.get(caseId)
    assert.deepEqual(
      frozen.dispositions.map(({ issueId }) => issueId),
      [hearing],
    )
    await assert.rejects(judith.workProducts.recall(caseId, first.id, 'It was wrong.'), {
      code: 'stateForbids',
    })
    return { caseId, first, second, remand: remand! }
  }
  const inEffect = async (caseId: string) =>
    (await people.sue.tasks.list(caseId, { open: true })).flatMap((task) =>
      task.type === 'effectuation' ? [task.about] : [],
    )

  it('keeps only what was sent back alive in a decision of both kinds, and puts each decision into effect', async () => {
    const { sue } = people
    const { caseId, first, second } = await decideTwice()
    // Each decision is put into effect by itself: what is told late of the first says nothing of the second.
    assert.deepEqual(await inEffect(caseId), [first.id, second.id])
    const late = await sue.decisions.reportEffectuation(caseId, {
      workProductId: first.id,
      result: 'completed',
    })
    assert.equal(late.workProductId, first.id)
    assert.deepEqual(await inEffect(caseId), [second.id])
    assert.equal(await statusOf(caseId), 'effectuation')
    const failure = { workProductId: first.id, result: 'failed' as const, why: 'The account is closed.' }
    await sue.decisions.reportEffectuation(caseId, failure)
    assert.deepEqual(await inEffect(caseId), [second.id, first.id])
    await assert.rejects(
      sue.decisions.reportEffectuation(caseId, { workProductId: 'product_none', result: 'completed' }),
      { code: 'stateForbids' },
    )
    const { workProductId } = await sue.decisions.reportEffectuation(caseId, { result: 'completed' })
    assert.equal(workProductId, second.id)
    assert.deepEqual(await inEffect(caseId), [first.id])
    await sue.decisions.reportEffectuation(caseId, { workProductId: first.id, result: 'completed' })
    assert.deepEqual(await inEffect(caseId), [])
    assert.equal(await openTask(caseId, 'effectuationFailed'), undefined)
    assert.equal(await statusOf(caseId), 'closed')
    assert.deepEqual(await people.admin.tasks.health(), [])
  })

  it('has a second decision recalled without the first, which is still to be put into effect', async () => {
    const { judith, sue, admin } = people
    const { caseId, first, second, remand } = await decideTwice()
    assert.deepEqual(await inEffect(caseId), [first.id, second.id])
    const recall = { workProductId: second.id }
    const { hash: ends } = await judith.cases.endings(caseId, { recallWorkProduct: recall })
    await judith.workProducts.recall(caseId, second.id, 'It was wrong.', { ends })
    assert.deepEqual(await inEffect(caseId), [first.id])
    const [returned] = await sue.remands.list(caseId)
    assert.deepEqual(
      [returned?.id, returned?.status, returned?.decidedIn],
      [remand.id, 'returned', undefined],
    )
    await sue.decisions.reportEffectuation(caseId, { workProductId: first.id, result: 'completed' })
    assert.deepEqual(await inEffect(caseId), [])
    assert.deepEqual(await admin.tasks.health(), [])
  })

  it('goes to the docket if whoever signed may not have it any more', async () => {
    await world.member('jonas', ['adjudicator'])
    const { caseId, remand } = await sendBack(1, 'jules')
    const jules = await world.service.identity.members.find('jules')
    await people.admin.members.deactivate(jules?.id ?? '')
    const returned = await people.sue.remands.takeBack(caseId, remand.id, { why: 'All was done.' })
    assert.equal(returned.returned?.goesTo, 'docket')
    assert.match(returned.returned?.goesToWhy ?? '', /left/)
    assert.equal(await statusOf(caseId), 'onDocket')
    const { cases } = await people.sue.distribution.ranking().page()
    assert.ok(cases.some((one) => one.caseId === caseId))
  })

  it('ends with a recall, and with a case that is withdrawn, and is away again when that is reopened', async () => {
    const { sue, judith, admin } = people
    const recalled = await sendBack()
    const [product] = await judith.workProducts.list(recalled.caseId)
    const ends = await judith.cases.endings(recalled.caseId, {
      recallWorkProduct: { workProductId: product!.id },
    })
    assert.deepEqual(ends.remands, [{ id: recalled.remand.id }])
    await judith.workProducts.recall(recalled.caseId, product!.id, 'The wrong issue was sent back.', {
      ends: ends.hash,
    })
    assert.equal((await sue.remands.list(recalled.caseId))[0]?.ended?.how, 'recalled')
    assert.equal(await openTask(recalled.caseId, 'remandTracking'), undefined)
    assert.equal(await statusOf(recalled.caseId), 'inReview')

    const withdrawn = await sendBack()
    const { caseId, issueIds, remand } = withdrawn
    await sue.tasks.routeMail(caseId, { mailType: 'withdrawal' })
    const mail = await openTask(caseId, 'withdrawal')
    const completion = { taskId: mail!.id, changes: { scope: 'case' as const } }
    const ending = await sue.cases.endings(caseId, { completeTask: completion })
    assert.deepEqual(ending.remands, [{ id: remand.id }])
    assert.equal(ending.isRequired, true)
    await sue.tasks.complete(caseId, mail!.id, { changes: { scope: 'case' }, ends: ending.hash })
    assert.equal(await statusOf(caseId), 'withdrawn')
    assert.equal((await sue.remands.list(caseId))[0]?.status, 'ended')
    await sue.cases.reopen(caseId, 'The letter was of somebody else.')
    assert.equal(await statusOf(caseId), 'remanded')
    assert.equal((await sue.remands.list(caseId))[0]?.status, 'sentBack')
    assert.equal((await sue.issues.get(caseId, issueIds[0]!)).status, 'sentBack')
    assert.ok((await openTask(caseId, 'remandTracking'))?.onHoldUntil)
    assert.deepEqual(await admin.tasks.health(), [])
  })

  it('is waited for by a case that is opened from it, which is not ready for distribution', async () => {
    const { sue } = people
    const { caseId, issueIds, remand } = await sendBack()
    const link = { kind: 'remand' as const, issueIds, why: 'It goes on as a case of its own.' }
    const { hash: ends } = await sue.cases.endings(caseId, { linkCase: link })
    const { case: linked } = await sue.cases.link(caseId, { ...link, ends })
    assert.equal((await sue.remands.list(caseId))[0]?.ended?.how, 'issuesGone')
    const [moved] = await sue.remands.list(linked.id)
    assert.equal(moved?.status, 'sentBack')
    assert.deepEqual(
      moved?.instructions.map(({ text }) => text),
      remand.instructions.map(({ text }) => text),
    )
    assert.equal(await statusOf(linked.id), 'remanded')
    const { cases } = await sue.distribution.ranking().page()
    assert.ok(!cases.some((one) => one.caseId === linked.id))
    await sue.remands.takeBack(linked.id, moved!.id, { why: 'All was done.' })
    assert.equal((await openTask(linked.id, 'assignment'))?.assignee?.name, 'judith')
  })

  it('outlives the claimant: it is away as before, returns, and is decided only as the law allows', async () => {
    const { ina, sue, judith, admin } = people
    const { caseId, issueIds, appellantId, remand } = await sendBack()
    const person = { firstName: 'Ada', lastName: 'Byron', birthDate: '1966-12-10', deathDate: '2026-10-30' }
    await ina.parties.write(caseId, appellantId, { role: 'appellant', person })
    assert.ok(await openTask(caseId, 'deathNotice'))
    assert.equal(await statusOf(caseId), 'remanded')
    const [away] = await sue.remands.list(caseId)
    assert.deepEqual([away?.status, away?.deadlines], ['sentBack', remand.deadlines])
    await sue.remands.takeBack(caseId, remand.id, { why: 'The claimant has died.' })
    assert.equal((await openTask(caseId, 'assignment'))?.assignee?.name, 'judith')
    await complete('sue', caseId, 'deathNotice', { note: 'Nobody asks to be substituted.' })
    const product = await decide(caseId, { [issueIds[0]!]: { disposition: 'allowed' } })
    for (const { id } of remand.instructions)
      await judith.remands.judge(caseId, remand.id, id, { result: 'satisfied' })
    const { blockers } = await judith.workProducts.blockers(caseId, product.id)
    assert.match(
      blockers.map(({ sentence }) => sentence).join(' '),
      /has died\. It can be signed as Dismissed/,
    )
    await judith.issues.decide(caseId, issueIds[0]!, { disposition: 'dismissedDeath' })
    await signAndSend(caseId, product)
    assert.deepEqual(
      (await sue.remands.list(caseId)).map(({ decidedIn }) => decidedIn),
      [product.id],
    )
    assert.deepEqual(await admin.tasks.health(), [])
  })

  /** The claimant has died, and the widow takes their place. */
  async function substituted({
    caseId,
    issueIds,
    appellantId,
    remand,
  }: Omit<Awaited<ReturnType<typeof sendBack>>, 'documentId'>) {
    const { ina, admin } = people
    const person = { firstName: 'Ada', lastName: 'Byron', birthDate: '1966-12-10', deathDate: '2026-10-30' }
    await ina.parties.write(caseId, appellantId, { role: 'appellant', person })
    const widow = `widow_of_${caseId}`
    await ina.parties.write(caseId, widow, {
      role: 'witness',
      person: { firstName: 'Eve', lastName: 'Byron' },
    })
    const link = {
      kind: 'substitution' as const,
      issueIds,
      substitute: { for: appellantId, by: widow },
      why: 'The widow asks to be substituted.',
    }
    const ending = await admin.cases.endings(caseId, { linkCase: link })
    assert.deepEqual(ending.remands, [{ id: remand.id }])
    const { case: linked } = await admin.cases.link(caseId, { ...link, ends: ending.hash })
    return linked
  }

  it('is asked after in the case of a substitute, too, where nothing was heard of it', async () => {
    const { sue, admin } = people
    const away = await sendBack()
    const word = ({ deadlines }: typeof away.remand) =>
      deadlines
        .filter(({ label }) => label === 'Word of a remand')
        .map(({ day, due, why }) => [day, due, why])
    assert.equal(word(away.remand).length, 1)
    const linked = await substituted(away)
    const moved = async () => {
      const [one] = await sue.remands.list(linked.id)
      assert.ok(one)
      return one
    }
    assert.deepEqual(word(await moved()), word(away.remand))
    await sue.remands.reportProgress(linked.id, (await moved()).id, { status: 'acknowledged' })
    assert.deepEqual(word(await moved()), [])
    assert.deepEqual(await admin.tasks.health(), [])
  })

  it('goes on in the case of a substitute, and returns there to whoever signed', async () => {
    const { sue, admin } = people
    const { caseId, issueIds, appellantId, remand } = await sendBack()
    await sue.remands.reportProgress(caseId, remand.id, { status: 'acknowledged' })
    const linked = await substituted({ caseId, issueIds, appellantId, remand })
    assert.equal((await sue.remands.list(caseId))[0]?.ended?.how, 'issuesGone')
    const [moved] = await sue.remands.list(linked.id)
    assert.ok(moved)
    assert.deepEqual(
      moved.deadlines.filter(({ label }) => label === 'Word of a remand'),
      [],
    )
    assert.equal(moved.to?.name, remand.to?.name)
    assert.deepEqual(
      moved.instructions.map(({ text, reason, timing }) => [text, reason, timing]),
      remand.instructions.map(({ text, reason, timing }) => [text, reason, timing]),
    )
    assert.equal(await statusOf(linked.id), 'remanded')
    assert.equal((await openTask(linked.id, 'remandTracking'))?.status, 'onHold')
    const { cases } = await sue.distribution.ranking().page()
    assert.ok(!cases.some((one) => one.caseId === linked.id))
    const { docketNumber } = await sue.cases.get(caseId)
    assert.equal((await sue.cases.get(linked.id)).docketNumber, docketNumber)
    await sue.remands.takeBack(linked.id, moved.id, { why: 'All was done.' })
    assert.equal((await openTask(linked.id, 'assignment'))?.assignee?.name, 'judith')
    assert.deepEqual(await admin.tasks.health(), [])
  })

  it('keeps its case from being purged, by the schedule or by order, while it is away and when a court has sent it', async () => {
    const { admin, sue } = people
    const { profile } = await admin.profile.get()
    const kept = structuredClone(profile.retention)
    for (const rule of profile.retention) rule.keepYears = 0
    await admin.profile.save(profile, 'Nothing is kept.')
    const due = async () => {
      const ids: string[] = []
      for await (const { id } of admin.custody.due()) ids.push(id)
      return ids
    }
    const away = await sendBack()
    const { caseId, issueIds } = await openCase(1)
    await give(caseId)
    await signAndSend(caseId, await decide(caseId, { [issueIds[0]!]: { disposition: 'denied' } }))
    await sue.decisions.reportEffectuation(caseId, { result: 'completed' })
    assert.deepEqual(
      (await due()).filter((id) => [away.caseId, caseId].includes(id)),
      [caseId],
    )
    const order = { order: { why: 'Order 26-117.' } }
    for (const purge of [{}, order])
      await assert.rejects(admin.custody.purge(away.caseId, purge), { code: 'stateForbids' })

    const mandate = await sue.documents.add(
      caseId,
      { name: 'Mandate', documentType: 'courtMandate' },
      await file('It is ordered.'),
    )
    await sue.remands.recordFromCourt(caseId, {
      documentId: mandate.id,
      mandateOn: '2026-10-05',
      issueIds,
      instructions: [{ text: 'Discuss the lay statements.' }],
      why: 'The court has vacated the denial.',
    })
    assert.ok(!(await due()).includes(caseId))
    for (const purge of [{}, order])
      await assert.rejects(admin.custody.purge(caseId, purge), { code: 'stateForbids' })
    await admin.profile.save({ ...profile, retention: kept }, 'Everything is kept as before.')
  })

  it('has instructions judged of an issue that was not in the list when the others were decided', async () => {
    const { ina, sue, judith, admin } = people
    const { caseId, issueIds, remand } = await sendBack(2)
    const [knee, hearing] = issueIds as [string, string]
    await sue.remands.takeBack(caseId, remand.id, { why: 'All was done.' })
    await ina.issues.remove(caseId, hearing, { how: 'withdrawn', why: 'She wrote so.' })
    const product = await decide(caseId, { [knee]: { disposition: 'denied' } })
    const of = (issueId: string) => remand.instructions.filter((one) => one.issueId === issueId)
    for (const { id } of of(knee)) await judith.remands.judge(caseId, remand.id, id, { result: 'satisfied' })
    await judith.workProducts.sign(caseId, product.id, product.version)
    await ina.issues.restore(caseId, hearing)
    const [now] = await judith.remands.list(caseId)
    assert.equal(now?.decidedIn, product.id)
    assert.deepEqual(
      now?.instructions.map(({ issueId, isDealtWith = false }) => [issueId, isDealtWith]),
      remand.instructions.map(({ issueId }) => [issueId, issueId === knee]),
    )
    await assert.rejects(
      judith.remands.judge(caseId, remand.id, of(knee)[0]?.id ?? '', { result: 'notSatisfied', why: 'No.' }),
      { code: 'stateForbids', message: /has dealt with this instruction/ },
    )
    const open = of(hearing)[0]?.id ?? ''
    await judith.remands.answer(caseId, remand.id, open, { page: 2 })
    await judith.remands.judge(caseId, remand.id, open, { result: 'satisfied' })
    const [judged] = await judith.remands.list(caseId)
    const found = judged?.instructions.find(({ id }) => id === open)
    assert.deepEqual([found?.judgment?.result, found?.answers?.length], ['satisfied', 1])
    assert.deepEqual(await admin.tasks.health(), [])
  })

  it('may be of a court: by its mandate, with its clock, to who decided it, before all others', async () => {
    const { sue, judith } = people
    const { caseId, issueIds } = await openCase(1)
    await give(caseId)
    await signAndSend(caseId, await decide(caseId, { [issueIds[0]!]: { disposition: 'denied' } }))
    await sue.decisions.reportEffectuation(caseId, { result: 'completed' })
    assert.equal(await statusOf(caseId), 'closed')
    const { id: other } = await fileEvidence(caseId)
    const court = {
      court: 'Court of Appeals for Veterans Claims',
      mandateOn: '2026-10-05',
      issueIds,
      instructions: [{ text: 'Discuss the lay statements.' }],
      why: 'The court has vacated the denial and remanded the issue.',
    }
    await assert.rejects(sue.remands.recordFromCourt(caseId, { ...court, documentId: other }), {
      code: 'stateForbids',
    })
    const mandate = await sue.documents.add(
      caseId,
      { name: 'Mandate', documentType: 'courtMandate' },
      await file('It is ordered.'),
    )
    const mandateOn = new Date(Date.now() + 172_800_000).toISOString().slice(0, 10)
    const linked = { kind: 'remand' as const, isCourtRemand: true, issueIds, why: court.why }
    await assert.rejects(
      sue.cases.link(caseId, { ...linked, mandate: { documentId: mandate.id, mandateOn } }),
      {
        code: 'badRequest',
        message: /^The date of the mandate must not be after today, [^.]+: it is /,
      },
    )
    const remand = await sue.remands.recordFromCourt(caseId, { ...court, documentId: mandate.id })
    assert.deepEqual([remand.kind, remand.status], ['court', 'returned'])
    await assert.rejects(sue.remands.recordFromCourt(caseId, { ...court, documentId: mandate.id }), {
      code: 'conflict',
    })
    assert.equal((await sue.cases.priority(caseId)).isCourtRemand, true)
    const letter = await openTask(caseId, 'courtRemandLetter')
    assert.deepEqual(
      remand.deadlines.map(({ taskId, due, day, why }) => [taskId, due, day, why]),
      [[letter?.id, letter?.deadline, letter?.deadlineDay, letter?.deadlineWhy]],
    )
    assert.match(letter?.deadlineWhy ?? '', /^30 days from the mandate of the court on October 5, 2026 /)
    const correction = { mandateOn: '2026-10-06', why: 'The date of the judgment was entered.' }
    const corrected = await sue.remands.correctMandate(caseId, remand.id, correction)
    assert.equal(corrected.mandate?.mandateOn, '2026-10-06')
    assert.match(
      corrected.deadlines[0]?.why ?? '',
      /^30 days from the mandate of the court on October 6, 2026 /,
    )
    assert.equal((await openTask(caseId, 'courtRemandLetter'))?.deadline, corrected.deadlines[0]?.due)
    assert.equal(letter?.assignee?.id, 'courtRemandSupport')
    assert.equal((await openTask(caseId, 'distribution'))?.status, 'onHold')
    await complete('sue', caseId, 'courtRemandLetter', { note: 'Sent by hand.' })
    const window = await openTask(caseId, 'courtRemandWindow')
    assert.equal(window?.status, 'onHold')
    assert.equal(await statusOf(caseId), 'evidenceWindow')
    await sue.tasks.resume(caseId, window!.id, 'They have said that they send nothing.')
    assert.equal(await statusOf(caseId), 'onDocket')
    const { cases } = await sue.distribution.ranking().page()
    assert.equal(cases[0]?.caseId, caseId)
    const given = await judith.distribution.ask()
    assert.ok(given.cases.some((one) => one.caseId === caseId && one.state === 'given'))
    const product = await decide(caseId, { [issueIds[0]!]: { disposition: 'allowed' } })
    const { blockers } = await judith.workProducts.blockers(caseId, product.id)
    assert.deepEqual(
      blockers.map(({ code }) => code),
      ['instructionUnanswered'],
    )
    await judith.remands.answer(caseId, remand.id, '1', { page: 1 })
    await judith.remands.judge(caseId, remand.id, '1', { result: 'satisfied' })
    await signAndSend(caseId, product)
    assert.equal(await statusOf(caseId), 'effectuation')
    assert.deepEqual(await people.admin.tasks.health(), [])
  })

  it('of a court takes its priority along with an issue that is split off, and with no other', async () => {
    const { ina, sue, admin } = people
    const { caseId, issueIds } = await openCase(2)
    await give(caseId)
    const denied = Object.fromEntries(issueIds.map((id) => [id, { disposition: 'denied' as const }]))
    await signAndSend(caseId, await decide(caseId, denied))
    await sue.decisions.reportEffectuation(caseId, { result: 'completed' })
    const mandate = await sue.documents.add(
      caseId,
      { name: 'Mandate', documentType: 'courtMandate' },
      await file('It is ordered.'),
    )
    await sue.remands.recordFromCourt(caseId, {
      documentId: mandate.id,
      mandateOn: '2026-10-05',
      issueIds,
      instructions: [{ text: 'Discuss the lay statements.' }],
      why: 'The court has vacated the denials.',
    })
    const words = { issueType: 'serviceConnection', benefitType: 'compensation', description: 'Tinnitus' }
    const { id: later } = await ina.issues.add(caseId, words)
    const apart = async (issueId: string) =>
      (await sue.cases.link(caseId, { kind: 'split', issueIds: [issueId], why: 'Apart.' })).case.id
    const [ofCourt, other] = [await apart(issueIds[0] ?? ''), await apart(later)]
    assert.equal((await sue.remands.list(ofCourt))[0]?.kind, 'court')
    assert.equal((await sue.cases.priority(ofCourt)).isCourtRemand, true)
    assert.equal((await sue.cases.priority(other)).isCourtRemand, false)
    assert.equal((await sue.cases.priority(caseId)).isCourtRemand, true)
    assert.deepEqual(await admin.tasks.health(), [])
  })
})
