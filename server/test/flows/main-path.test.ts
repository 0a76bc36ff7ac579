import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type NewWorkProductContent, PorticoClient, signIn, type Task } from '@portico/sdk'
import { verifyFile } from '../../app/verify/verify-file.ts'
import { testPdf } from '../test-pdf.ts'
import { startWorld, type World } from '../world.ts'

const staff = {
  ina: 'intake',
  sue: 'caseSupport',
  judith: 'adjudicator',
  dora: 'drafter',
  quin: 'qualityReviewer',
  dan: 'dispatch',
  paula: 'privacyOfficer',
  rita: 'representative',
} as const
type Person = keyof typeof staff

const onset = 'the left knee gave way in 1998'
const nexus = 'at least as likely as not'
const noExamination = 'The hearing was never examined.'

describe('the main path of a case', () => {
  let world: World
  let folder: string
  let people: Record<Person | 'admin', PorticoClient>
  let representativeMemberId: string

  before(async () => {
    world = await startWorld({ PORTICO_MODE: 'deployment' })
    folder = await mkdtemp(join(tmpdir(), 'portico-main-path-'))
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
    representativeMemberId = (await world.service.identity.members.find('rita'))?.id ?? ''
    await reviewEveryDecision()
  })
  after(async () => {
    await world?.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Where decisions leave after quality review, every twentieth has one; here each does, whatever the id of its case. */
  async function reviewEveryDecision() {
    const { profile } = await people.admin.profile.get()
    profile.workProducts.release = 'afterQualityReview'
    for (const { when } of profile.workflows.flatMap(({ rules }) => rules)) {
      if (when?.samplePercent !== undefined) when.samplePercent = 100
      if (when?.notSampled !== undefined) when.notSampled = 100
    }
    await people.admin.profile.save(profile, 'Quality review looks at everything.')
  }

  async function openTask(person: Person, caseId: string, type: string): Promise<Task> {
    const tasks = await people[person].tasks.list(caseId, { open: true })
    const found = tasks.find((task) => task.type === type)
    assert.ok(found, `no open ${type} among ${tasks.map((task) => task.type).join(', ')}`)
    return found
  }
  const complete = async (person: Person, caseId: string, type: string, given = {}) =>
    people[person].tasks.complete(caseId, (await openTask(person, caseId, type)).id, given)
  const statusOf = async (caseId: string) => (await people.sue.cases.state(caseId)).status
  const stateForbids = { code: 'stateForbids' }

  /** With its file, its parties, a representative and two issues. */
  async function openCase() {
    const { ina } = people
    const pages = [`At work ${onset}.`, `It is ${nexus} that service caused it.`, noExamination]
    const file = new Blob([new Uint8Array(await testPdf(pages))])
    const opened = await ina.cases.open(
      {
        veteran: { firstName: 'Ada', lastName: 'Byron' },
        receiptDate: '2026-03-02',
        documents: [
          { name: 'Lay statement', pageCount: 1 },
          { name: 'Examination', pageCount: 2, categories: ['medical'] },
        ],
      },
      file,
    )
    const caseId = opened.case.id
    await world.service.readTexts(caseId)
    const appellantId = `party_of_${caseId}`
    await ina.parties.write(caseId, appellantId, {
      role: 'appellant',
      person: { firstName: 'Ada', lastName: 'Byron', birthDate: '1966-12-10' },
      contact: { addresses: [{ lines: ['12 Harbor Street'], city: 'Salem' }], preferred: 'mail' },
    })
    await ina.parties.write(caseId, 'party_legal_aid', {
      role: 'representative',
      organization: 'Veterans Legal Aid',
    })
    await ina.parties.represent(caseId, appellantId, {
      representativeId: 'party_legal_aid',
      powerOfAttorney: {
        start: '2020-03-02',
        scope: 'all matters',
        documentId: opened.documents[0]?.id ?? '',
      },
    })
    await ina.accessGrants.grant(caseId, { memberId: representativeMemberId, partyId: appellantId })
    const issueType = 'serviceConnection'
    const knee = await ina.issues.add(caseId, { issueType, description: `Left knee, ${caseId}` })
    const hearing = await ina.issues.add(caseId, { issueType, description: `Hearing loss, ${caseId}` })
    return { caseId, kneeId: knee.id, hearingId: hearing.id }
  }
  type Opened = Awaited<ReturnType<typeof openCase>>

  async function docketAndDistribute({ caseId }: Opened) {
    await people.ina.cases.docket(caseId, { docket: 'directReview' })
    const changes = await people.sue.tasks.list(caseId, { open: true })
    for (const { id, type } of changes) {
      if (type === 'representationChange') await people.sue.tasks.complete(caseId, id)
    }
    const { cases } = await people.judith.distribution.ask()
    assert.ok(cases.some((gift) => gift.caseId === caseId && gift.state === 'given'))
    await complete('judith', caseId, 'assignment', { outcome: 'assigned', assignee: { person: 'dora' } })
  }

  async function decideAndCite({ caseId, kneeId, hearingId }: Opened) {
    const { dora } = people
    await dora.issues.decide(caseId, kneeId, { disposition: 'allowed' })
    await dora.issues.cite(caseId, kneeId, { page: 1, quote: onset })
    await dora.issues.cite(caseId, kneeId, { page: 2, quote: nexus, note: 'The opinion' })
    await dora.issues.decide(caseId, hearingId, {
      disposition: 'remanded',
      reasons: [{ reason: 'inadequateExamination', timing: 'beforeCertification' }],
    })
    await dora.issues.cite(caseId, hearingId, { page: 3 })
  }

  const paragraph = (text: string, page: number, quote: string) => ({
    type: 'paragraph' as const,
    content: [
      { type: 'text' as const, text },
      { type: 'citation' as const, anchor: { page, quote } },
    ],
  })
  const contentOf = ({ kneeId, hearingId }: Opened): NewWorkProductContent => ({
    opening: [],
    issues: [
      { issueId: kneeId, content: [paragraph('Service connection is granted ', 2, nexus)] },
      { issueId: hearingId, content: [paragraph('The issue is remanded ', 3, noExamination)] },
    ],
    closing: [],
  })

  async function draftAndSubmit(opened: Opened): Promise<string> {
    const { dora } = people
    const content = contentOf(opened)
    const { id, version } = await dora.workProducts.draft(opened.caseId, { title: 'Decision', content })
    await dora.workProducts.submit(opened.caseId, id, version)
    return id
  }

  /** Signed, and sealed: what quality review passes is released at once then. */
  async function sign(caseId: string, workProductId: string) {
    const { version } = await people.judith.workProducts.get(caseId, workProductId)
    const signed = await people.judith.workProducts.sign(caseId, workProductId, version)
    for await (const { data } of people.judith.cases.watch(caseId, { types: ['workProduct.sealed'] })) {
      if (data && 'workProductId' in data && data.workProductId === workProductId) break
    }
    return signed
  }

  /** Signed, and in quality review. */
  async function signedCase() {
    const opened = await openCase()
    await docketAndDistribute(opened)
    await decideAndCite(opened)
    const workProductId = await draftAndSubmit(opened)
    await sign(opened.caseId, workProductId)
    return { ...opened, workProductId }
  }

  async function sendToEveryone(caseId: string) {
    const sentAt = new Date().toISOString()
    for (const { id, status } of await people.dan.deliveries.list(caseId)) {
      if (status === 'owed') await people.dan.deliveries.receipt(caseId, id, { channel: 'mail', sentAt })
    }
  }

  let opened: Opened
  let caseId: string
  let workProductId: string
  let packageSha256: string | undefined

  it('begins at intake, with its file, its parties and who speaks for them', async () => {
    const { ina, dora, rita } = people
    opened = await openCase()
    caseId = opened.caseId
    assert.equal(await statusOf(caseId), 'preDocketed')
    assert.equal((await rita.cases.state(caseId)).partyStatus, 'received')
    const { case: other } = await ina.cases.open({
      veteran: { firstName: 'Grace', lastName: 'Hopper' },
      receiptDate: '2026-03-02',
    })
    await assert.rejects(rita.cases.get(other.id), { code: 'notFound' })
    await assert.rejects(dora.cases.docket(caseId, { docket: 'directReview' }), { code: 'forbidden' })
  })

  it('is put on a docket, and given to an adjudicator in its turn', async () => {
    const { ina, sue, judith } = people
    const { status } = await ina.cases.docket(caseId, { docket: 'directReview' })
    assert.equal(status, 'onDocket')
    const { cases: ranked } = await sue.distribution.ranking().page()
    assert.match(ranked.find((one) => one.caseId === caseId)?.why ?? '', /docket/)
    const { cases: given } = await judith.distribution.ask()
    assert.deepEqual(
      given.map((one) => [one.caseId, one.state]),
      [[caseId, 'given']],
    )
    assert.equal(await statusOf(caseId), 'withAdjudicator')
  })

  it('is drafted on pages that it cites, returned once, and drafted better', async () => {
    const { judith, dora } = people
    await complete('judith', caseId, 'assignment', { outcome: 'assigned', assignee: { person: 'dora' } })
    assert.equal(await statusOf(caseId), 'drafting')
    const { tasks: mine } = await dora.queues.tasks('mine').page()
    assert.deepEqual(
      mine.map((task) => [task.caseId, task.type]),
      [[caseId, 'drafting']],
    )
    const drafting = await openTask('dora', caseId, 'drafting')
    await dora.tasks.start(caseId, drafting.id)
    await dora.tasks.open(caseId, {
      parentId: drafting.id,
      type: 'supportAction',
      instructions: 'Is there another examination?',
    })
    assert.equal(await statusOf(caseId), 'supportAction')
    await complete('sue', caseId, 'supportAction')
    assert.equal(await statusOf(caseId), 'drafting')

    await decideAndCite(opened)
    assert.deepEqual(
      (await dora.issues.evidence(caseId, opened.kneeId)).map(({ anchor, check }) => [
        anchor.page,
        check.status,
      ]),
      [
        [1, 'holds'],
        [2, 'holds'],
      ],
    )
    workProductId = await draftAndSubmit(opened)
    assert.equal(await statusOf(caseId), 'readyToSign')
    assert.equal((await judith.issues.citing(caseId, 2)).inTexts[0]?.workProductId, workProductId)

    await judith.workProducts.return(caseId, workProductId, {
      version: 1,
      reasons: ['Say that the statement is credible.'],
    })
    assert.equal(await statusOf(caseId), 'drafting')
    assert.equal((await openTask('dora', caseId, 'drafting')).assignee?.name, 'dora')
    const content = contentOf(opened)
    content.opening.push(paragraph('The statement is credible ', 1, onset))
    await dora.workProducts.save(caseId, workProductId, { baseVersion: 1, content })
    await dora.workProducts.submit(caseId, workProductId, 2)
    assert.equal(await statusOf(caseId), 'readyToSign')
  })

  it('is signed by who may, and what it rests on is frozen', async () => {
    const { judith, dora } = people
    for (const { id } of await judith.documents.list(caseId)) await judith.documents.setRead(caseId, id, true)
    const { maySign, blockers, warnings } = await judith.workProducts.blockers(caseId, workProductId)
    assert.deepEqual({ maySign, blockers, warnings }, { maySign: true, blockers: [], warnings: [] })
    await assert.rejects(dora.workProducts.sign(caseId, workProductId, 2), { code: 'forbidden' })
    await assert.rejects(judith.workProducts.sign(caseId, workProductId, 1), { code: 'conflict' })
    packageSha256 = (await sign(caseId, workProductId)).packageSha256
    const decision = await judith.decisions.get(caseId)
    assert.equal(decision.sha256, packageSha256)
    assert.deepEqual(
      decision.package.dispositions.map((one) => [one.issueId, one.disposition.name, one.evidence.length]),
      [
        [opened.kneeId, 'allowed', 2],
        [opened.hearingId, 'remanded', 2],
      ],
    )
    assert.deepEqual(
      decision.package.manifest.map(({ name, readBy }) => [name, readBy.map((reader) => reader.name)]),
      [
        ['Lay statement', ['judith']],
        ['Examination', ['judith']],
      ],
    )
  })

  it('is reviewed, sent to everybody whom it concerns, and put into effect', async () => {
    const { dan, rita, sue } = people
    assert.deepEqual(await dan.deliveries.list(caseId), [])
    await complete('quin', caseId, 'qualityReview', { outcome: 'passed' })
    assert.equal(await statusOf(caseId), 'signed')
    const owed = await dan.deliveries.list(caseId)
    assert.deepEqual(owed.map(({ partyId, status: how }) => [partyId, how]).sort(), [
      ['party_legal_aid', 'owed'],
      [`party_of_${caseId}`, 'owed'],
    ])
    await assert.rejects(complete('dan', caseId, 'dispatch', { outcome: 'dispatched' }), stateForbids)
    await sendToEveryone(caseId)
    await complete('dan', caseId, 'dispatch', { outcome: 'dispatched' })
    assert.equal(await statusOf(caseId), 'remanded')
    assert.equal((await rita.cases.state(caseId)).partyStatus, 'returnedForMoreWork')
    await assert.rejects(complete('sue', caseId, 'effectuation'), stateForbids)
    await sue.decisions.reportEffectuation(caseId, { result: 'failed', why: 'The account is closed.' })
    await openTask('sue', caseId, 'effectuationFailed')
    await assert.rejects(sue.decisions.reportEffectuation(caseId, { result: 'failed' }), {
      code: 'badRequest',
    })
    const { result } = await dan.decisions.reportEffectuation(caseId, { result: 'completed' })
    assert.deepEqual([result, await statusOf(caseId)], ['completed', 'remanded'])
    await sue.issues.remove(caseId, opened.hearingId, {
      how: 'withdrawn',
      why: 'Withdrawn in the letter of 2 May.',
      ends: (
        await sue.cases.endings(caseId, {
          removeIssue: { issueId: opened.hearingId, how: 'withdrawn', why: '-' },
        })
      ).hash,
    })
    await complete('sue', caseId, 'caseReview', { outcome: 'close', note: 'All else is decided.' })
    assert.equal(await statusOf(caseId), 'closed')
  })

  it('is owed anew when it comes back, and has every receipt', async () => {
    const { dan, admin } = people
    const [first] = await dan.deliveries.list(caseId)
    const id = first?.id ?? ''
    const failure = { why: 'Nobody lives there.', channel: 'mail', failedAt: new Date().toISOString() }
    assert.equal((await dan.deliveries.fail(caseId, id, failure)).status, 'failed')
    assert.equal((await openTask('dan', caseId, 'deliveryFailed')).about, id)
    const again = {
      channel: 'mail',
      destination: '1 New Street',
      sentAt: new Date().toISOString(),
      tracking: '94',
    }
    await assert.rejects(
      dan.deliveries.receipt(caseId, id, { ...again, sentAt: '2999-01-01T00:00:00.000Z' }),
      /sentAt must not be in the future/,
    )
    await dan.deliveries.receipt(caseId, id, again)
    await dan.deliveries.fail(caseId, id, failure)
    const { status, tracking, receipts, failures } = await dan.deliveries.receipt(caseId, id, again)
    assert.deepEqual([status, tracking], ['receipted', '94'])
    assert.deepEqual(
      receipts.map(({ destination }) => destination),
      [undefined, '1 New Street'],
    )
    assert.deepEqual(
      failures.map(({ why, failedAt }) => [why, failedAt]),
      [[failure.why, failure.failedAt]],
    )
    assert.deepEqual(await dan.tasks.list(caseId, { open: true }), [])
    assert.deepEqual(await admin.tasks.health(), [])
  })

  it('leaves a package that proves itself without the service', async () => {
    const { judith, dan, rita } = people
    for await (const _ of judith.cases.watch(caseId, { types: ['workProduct.sealed'] })) break
    const path = join(folder, 'decision.zip')
    const zip = await dan.decisions.file(caseId, { format: 'zip' })
    await writeFile(path, zip.stream)
    const { decision: proven, faults } = await verifyFile(path, { pdf: world.service.pdf })
    assert.deepEqual(faults, [])
    const decision = await rita.decisions.get(caseId)
    assert.equal(decision.sha256, packageSha256)
    assert.deepEqual([proven?.status, proven?.citations], ['released', decision.package.citations.length])
    const pdf = await rita.decisions.file(caseId)
    assert.match(await new Response(pdf.stream).text(), /^%PDF-/)
  })

  it('says how it came to stand where it stands, and is kept while a hold is on it', async () => {
    const { quin, paula, admin } = people
    const hold = await paula.custody.hold(caseId, 'Litigation is expected.')
    await assert.rejects(admin.custody.purge(caseId, { order: { why: 'Order 26-117.' } }), stateForbids)
    await paula.custody.lift(caseId, hold.id, 'The court has decided.')

    const explained = await quin.cases.explain(caseId)
    assert.deepEqual(
      explained.path.map((one) => one.status),
      [
        ...['preDocketed', 'onDocket', 'withAdjudicator', 'drafting', 'supportAction', 'drafting'],
        ...['readyToSign', 'drafting', 'readyToSign', 'signed', 'signed', 'signed'],
        ...['remanded', 'onDocket', 'closed'],
      ],
    )
    assert.deepEqual(await admin.tasks.health(), [])
  })

  it('goes back from quality review to the adjudicator, and from there to the drafter', async () => {
    const { judith, dora, quin, admin } = people
    const { caseId, workProductId } = await signedCase()
    const review = (await openTask('quin', caseId, 'qualityReview')).id
    await assert.rejects(quin.tasks.complete(caseId, review, { outcome: 'returned' }), { code: 'badRequest' })
    await quin.tasks.complete(caseId, review, { outcome: 'returned', note: 'The law changed in May.' })
    assert.equal((await quin.decisions.get(caseId)).status, 'recalled')
    assert.equal(await statusOf(caseId), 'inReview')

    const again = await openTask('judith', caseId, 'review')
    assert.equal(again.assignee?.name, 'judith')
    await judith.tasks.open(caseId, { parentId: again.id, type: 'drafting', assignee: { person: 'dora' } })
    assert.equal(await statusOf(caseId), 'drafting')
    const redrafted = await dora.workProducts.draft(caseId, { from: workProductId })
    await dora.workProducts.submit(caseId, redrafted.id, redrafted.version)
    await sign(caseId, redrafted.id)
    await complete('quin', caseId, 'qualityReview', { outcome: 'passed' })
    assert.deepEqual(
      (await judith.workProducts.list(caseId)).map(({ id, status }) => [id, status]),
      [
        [redrafted.id, 'released'],
        [workProductId, 'recalled'],
      ],
    )
    assert.deepEqual(await admin.tasks.health(), [])
  })

  it('goes back from dispatch to the adjudicator: what was owed is withdrawn, and owed anew', async () => {
    const { judith, dan, admin } = people
    const { caseId, workProductId } = await signedCase()
    await complete('quin', caseId, 'qualityReview', { outcome: 'passed' })
    await complete('dan', caseId, 'dispatch', {
      outcome: 'returned',
      note: 'The address is of somebody else.',
    })
    assert.equal(await statusOf(caseId), 'inReview')
    assert.deepEqual(
      (await dan.deliveries.list(caseId)).map(({ status }) => status),
      ['withdrawn', 'withdrawn'],
    )
    const corrected = await judith.workProducts.draft(caseId, { from: workProductId })
    await judith.workProducts.submit(caseId, corrected.id, corrected.version)
    await sign(caseId, corrected.id)
    await complete('quin', caseId, 'qualityReview', { outcome: 'passed' })
    await sendToEveryone(caseId)
    await complete('dan', caseId, 'dispatch', { outcome: 'dispatched' })
    assert.equal(await statusOf(caseId), 'remanded')
    assert.deepEqual(await admin.tasks.health(), [])
  })
})
