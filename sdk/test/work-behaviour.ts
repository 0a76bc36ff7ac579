import assert from 'node:assert/strict'
import { it } from 'node:test'
import { until } from '../../server/test/until.ts'
import type { ErrorCode } from '../errors.ts'
import type { Portico } from '../portico.ts'
import type { Subject } from './subject.ts'

const refused = (call: Promise<unknown>, code: ErrorCode, message: string | RegExp) =>
  assert.rejects(call, { code, message })

/** What every client keeps to when a case is worked on, to the words of its refusals. */
export function describeWork(subject: () => Subject) {
  const client = (): Portico => subject().client
  const me = () => ({ person: subject().username })
  const paragraph = (text: string) => ({
    type: 'paragraph' as const,
    content: [{ type: 'text' as const, text }],
  })

  async function opened() {
    const veteran = { firstName: 'Ada', lastName: 'Byron' }
    const file = new Blob(['The knee gave way in 1998.'])
    const { case: made } = await client().cases.open({ veteran, receiptDate: '2026-03-02' }, file)
    return made.id
  }
  async function openTask(caseId: string, type: string) {
    const tasks = await client().tasks.list(caseId, { open: true })
    const task = tasks.find((one) => one.type === type)
    assert.ok(task, `${type} is open, beside ${tasks.map((one) => one.type)}`)
    return task
  }
  const statusOf = async (caseId: string) => (await client().cases.state(caseId)).status

  async function withAdjudicator() {
    const caseId = await opened()
    const { id: issueId } = await client().issues.add(caseId, {
      issueType: 'serviceConnection',
      description: `Service connection for the knee of ${caseId}`,
    })
    await client().cases.docket(caseId, { docket: 'directReview' })
    const { id } = await openTask(caseId, 'distribution')
    await client().tasks.complete(caseId, id, { outcome: 'distributed', assignee: me() })
    return { caseId, issueId, task: await openTask(caseId, 'assignment') }
  }

  it('completes a task once what it is for is done, or with a note where that is enough', async () => {
    const caseId = await opened()
    const { id: parentId } = await openTask(caseId, 'intake')
    const { id, actions } = await client().tasks.open(caseId, { parentId, type: 'letter' })
    const sentence =
      '“Letter and its answer” cannot be completed. No letter has been written since the task was opened: write it, or say in a note why none is needed.'
    assert.deepEqual([actions.may.includes('complete'), actions.asksNote], [true, sentence])
    await refused(client().tasks.complete(caseId, id), 'stateForbids', sentence)
    const done = await client().tasks.complete(caseId, id, { note: 'They called.' })
    assert.equal(done.status, 'completed')
  })

  it('shows first what a command ends, and puts back where it stood what was ended in error', async () => {
    const caseId = await opened()
    const issueType = 'serviceConnection'
    const { id: issueId } = await client().issues.add(caseId, { issueType, description: 'The knee' })
    const intake = await openTask(caseId, 'intake')
    const letter = await client().tasks.open(caseId, { parentId: intake.id, type: 'letter' })
    const docketing = { docket: 'directReview' }
    const sentence =
      'This would end 1 task. Confirm by sending as ends the hash that POST /cases/{id}/endings returns.'
    await refused(client().cases.docket(caseId, docketing), 'stateForbids', sentence)
    const early = await client().cases.endings(caseId, { docketCase: docketing })
    assert.deepEqual([early.isRequired, early.tasks.map(({ id }) => id)], [true, [letter.id]])
    await client().tasks.instruct(caseId, letter.id, 'Ask for the address.')
    await client().cases.docket(caseId, { ...docketing, ends: early.hash })

    const alone = { mailType: 'withdrawal', channel: 'mail' as const }
    const needed = 'receiptDate must be given if channel or postmarkDate is.'
    await refused(client().tasks.routeMail(caseId, alone), 'badRequest', needed)
    const { task } = {
      task: await client().tasks.routeMail(caseId, {
        ...{ mailType: 'withdrawal', receiptDate: '2026-03-04', postmarkDate: '2026-03-02' },
      }),
    }
    const whole = { changes: { scope: 'case' as const } }
    const { step, status, enteredStepAt } = await client().cases.state(caseId)
    const open = (await client().tasks.list(caseId, { open: true })).map(({ type, openedAt }) => [
      type,
      openedAt,
    ])
    const ending = await client().cases.endings(caseId, { completeTask: { taskId: task.id, ...whole } })
    assert.deepEqual(ending.case, { reason: 'withdrawn', label: 'Withdrawn' })
    assert.deepEqual(ending.issues, [{ id: issueId, issueType, description: 'The knee', as: 'withdrawn' }])
    assert.deepEqual(
      ending.tasks.map(({ label, status }) => [label, status]),
      [['Ready for distribution', 'assigned']],
    )
    const stale = 'What this would end has changed since you looked: request POST /cases/{id}/endings again.'
    await refused(client().tasks.complete(caseId, task.id, { ...whole, ends: early.hash }), 'conflict', stale)
    await client().tasks.complete(caseId, task.id, { ...whole, ends: ending.hash })
    assert.equal(await statusOf(caseId), 'withdrawn')
    const back = await client().cases.reopen(caseId, 'It was about another appeal.')
    assert.deepEqual([back.step, back.status, back.enteredStepAt], [step, status, enteredStepAt])
    assert.deepEqual(
      (await client().tasks.list(caseId, { open: true })).map(({ type, openedAt }) => [type, openedAt]),
      open,
    )
    assert.deepEqual(
      (await client().issues.list(caseId)).issues.map(({ id }) => id),
      [issueId],
    )
    await refused(
      client().cases.reopen(caseId, 'Again.'),
      'stateForbids',
      'Only a closed case can be reopened, and this case is open.',
    )
  })

  it('begins the work on a case with the case', async () => {
    const caseId = await opened()
    const { version, enteredStepAt, ...state } = await client().cases.state(caseId)
    assert.ok(version > 2 && Date.parse(enteredStepAt) > 0)
    assert.deepEqual(state, firstState)
    const tasks = await client().tasks.list(caseId)
    assert.deepEqual(
      tasks.map(({ label, status, assignee, openedBy }) => [label, status, assignee?.name, openedBy]),
      firstTasks,
    )
    const [party] = await client().parties.list(caseId)
    assert.deepEqual([party?.role, party?.person?.lastName], ['appellant', 'Byron'])
    const actions = { may: ['decide', 'cite', 'editDecided'], override: [], heldBy: null }
    assert.deepEqual(await client().issues.list(caseId), { issues: [], past: [], actions })
    assert.deepEqual(await client().workProducts.list(caseId), [])
    const types = (await client().cases.events(caseId).page()).events.map(({ type }) => type)
    assert.deepEqual(types, firstEvents)
  })

  it('dockets a case, and refuses what speaks against it', async () => {
    const caseId = await opened()
    await refused(
      client().cases.docket(caseId, { docket: 'nowhere' }),
      'badRequest',
      'There is no docket nowhere: it must be one of directReview, evidenceSubmission, hearing.',
    )
    const { ageInStepDays: _, ...state } = await client().cases.docket(caseId, { docket: 'directReview' })
    assert.deepEqual([state.status, state.partyStatus, state.step], ['onDocket', 'onDocket', 'distribution'])
    assert.equal(await statusOf(caseId), 'onDocket')
    const again = client().cases.docket(caseId, { docket: 'directReview' })
    await refused(again, 'conflict', 'The case is already docketed.')
  })

  it('moves tasks as their type allows', async () => {
    const { caseId, task } = await withAdjudicator()
    const { tasks } = client()
    assert.equal(await statusOf(caseId), 'withAdjudicator')
    assert.deepEqual([task.status, task.assignee?.name], ['assigned', subject().username])
    await refused(tasks.get(caseId, 'task_unknown'), 'notFound', 'There is no such task in this case.')

    assert.equal((await tasks.start(caseId, task.id)).status, 'inProgress')
    const { instructions } = await tasks.instruct(caseId, task.id, 'Look at page 1.')
    assert.deepEqual(
      instructions.map(({ by, text }) => [by, text]),
      [[subject().username, 'Look at page 1.']],
    )
    const until = new Date(Date.now() + 14 * 86_400_000).toISOString()
    const held = await tasks.hold(caseId, task.id, { until, why: 'A reply is expected.' })
    assert.deepEqual(
      [held.status, held.onHoldUntil, held.onHoldWhy],
      ['onHold', until, 'A reply is expected.'],
    )
    assert.equal((await client().cases.state(caseId)).onHoldUntil, until)
    const ownDraft = { outcome: 'ownDraft' }
    await refused(tasks.complete(caseId, task.id, ownDraft), 'stateForbids', 'The task is on hold.')
    assert.equal((await tasks.resume(caseId, task.id, 'It is here.')).status, 'assigned')
    await refused(tasks.resume(caseId, task.id), 'stateForbids', 'The task is not on hold.')
    await refused(
      tasks.complete(caseId, task.id, { outcome: 'unheard' }),
      'badRequest',
      'outcome must be assigned or ownDraft.',
    )
    await refused(
      tasks.assign(caseId, task.id, { assignee: { person: 'nobody at all' } }),
      'badRequest',
      'There is no member nobody at all: name one by id or username.',
    )

    const child = await tasks.open(caseId, { parentId: task.id, type: 'supportAction' })
    assert.equal((await tasks.get(caseId, task.id)).status, 'onHold')
    assert.equal(await statusOf(caseId), 'supportAction')
    const cancelled = await tasks.cancel(caseId, child.id, 'They came by themselves.')
    assert.deepEqual([cancelled.status, cancelled.actions.may], ['cancelled', []])
    assert.equal(cancelled.instructions.at(-1)?.text, 'They came by themselves.')
    assert.equal((await tasks.get(caseId, task.id)).status, 'assigned')
    await refused(tasks.start(caseId, child.id), 'stateForbids', 'The task is closed and cannot be changed.')
    const done = await tasks.complete(caseId, task.id, ownDraft)
    assert.deepEqual([done.status, done.outcome], ['completed', 'ownDraft'])
    assert.equal(await statusOf(caseId), 'drafting')
  })

  it('offers with a task what would be accepted', async () => {
    const { task } = await withAdjudicator()
    const { may, outcomes, opens, holdDays } = task.actions
    assert.deepEqual({ may, outcomes: outcomes.map(({ name }) => name), opens, holdDays }, offered)
  })

  it('keeps a list of issues, and decides them in the words of the profile', async () => {
    const caseId = await opened()
    const { issues } = client()
    const issueType = 'serviceConnection'
    await refused(
      issues.add(caseId, { issueType: 'weather' }),
      'badRequest',
      /^There is no issue type weather/,
    )
    const knee = await issues.add(caseId, { issueType, description: 'Left knee' })
    const hip = await issues.add(caseId, { issueType, description: 'Hip' })
    assert.deepEqual([knee.position, hip.position, knee.status, knee.citations], [0, 1, 'open', 0])
    const arranged = await issues.arrange(caseId, [hip.id, knee.id])
    assert.deepEqual(
      arranged.issues.map(({ id }) => id),
      [hip.id, knee.id],
    )
    const decided = await issues.decide(caseId, knee.id, { disposition: 'allowed', note: ' Credible. ' })
    const { by, disposition, note } = decided.decision ?? {}
    assert.deepEqual(
      [decided.status, by, disposition, note],
      ['decided', subject().username, 'allowed', 'Credible.'],
    )
    await refused(
      issues.decide(caseId, hip.id, { disposition: 'perhaps' }),
      'badRequest',
      'There is no disposition perhaps: it must be one of allowed, remanded, denied, vacated, dismissedDeath, dismissedMatterOfLaw, withdrawn, stayed.',
    )
    const sides = [
      { issueType, description: 'Front' },
      { issueType, description: 'Back' },
    ]
    await refused(
      issues.split(caseId, knee.id, sides),
      'stateForbids',
      'The issue is decided: withdraw the decision first.',
    )
    await issues.undecide(caseId, knee.id)
    const split = await issues.split(caseId, knee.id, sides)
    assert.deepEqual([split.issues.length, split.past.map(({ status }) => status)], [3, ['split']])
    const { answeredByIssueIds } = await issues.get(caseId, knee.id)
    const parts = split.issues.filter(({ raisedIssueIds }) => raisedIssueIds.includes(knee.id))
    assert.deepEqual(answeredByIssueIds.toSorted(), parts.map(({ id }) => id).toSorted())
    const removed = await issues.remove(caseId, hip.id, { how: 'withdrawn', why: 'By telephone.' })
    assert.deepEqual([removed.status, removed.removal?.why], ['withdrawn', 'By telephone.'])
    await refused(
      issues.edit(caseId, hip.id, { scope: 'x' }),
      'stateForbids',
      'The issue is no longer on the list: it was withdrawn.',
    )
    await issues.restore(caseId, hip.id)
    assert.equal((await issues.get(caseId, hip.id)).status, 'open')
    await refused(issues.get(caseId, 'issue_unknown'), 'notFound', 'There is no such issue in this case.')
  })

  it('cites what is on a page, and nothing else', async () => {
    const caseId = await opened()
    const { issues } = client()
    const { id: issueId } = await issues.add(caseId, { issueType: 'serviceConnection' })
    await textIsRead(caseId)
    const cited = await issues.cite(caseId, issueId, { page: 1, quote: 'gave way in 1998', note: 'Onset' })
    assert.deepEqual([cited.anchor.page, cited.anchor.version, cited.note], [1, 1, 'Onset'])
    assert.deepEqual(await issues.cite(caseId, issueId, { page: 1, quote: 'gave way in 1998' }), cited)
    await refused(issues.cite(caseId, issueId, { page: 7 }), 'badRequest', 'There is no page 7 in this case.')
    await refused(
      issues.cite(caseId, issueId, { page: 1, quote: 'never said' }),
      'badRequest',
      'The quote is not on page 1.',
    )
    const [evidence] = await issues.evidence(caseId, issueId)
    assert.deepEqual(evidence?.check, { status: 'holds', resolves: true })
    assert.deepEqual(await issues.check(caseId, [{ ...cited.anchor, sha256: '0'.repeat(64) }]), [
      { status: 'broken', resolves: false },
    ])
    await issues.uncite(caseId, issueId, cited.id)
    assert.deepEqual(await issues.evidence(caseId, issueId), [])
  })

  it('brings a work product to its signature, and freezes what it rests on', async () => {
    const { caseId, issueId, task } = await withAdjudicator()
    const { workProducts, issues, decisions } = client()
    await client().tasks.complete(caseId, task.id, { outcome: 'ownDraft' })
    await refused(decisions.get(caseId), 'notFound', 'No decision has been signed on this case yet.')
    const { id, version, status } = await workProducts.draft(caseId)
    assert.deepEqual([version, status], [1, 'draft'])
    await refused(
      workProducts.draft(caseId),
      'stateForbids',
      'The case already has an unfinished work product: finish or discard it first.',
    )
    const before = await workProducts.blockers(caseId, id)
    assert.deepEqual([before.maySign, before.blockers.length > 0], [false, true])

    await issues.decide(caseId, issueId, { disposition: 'allowed' })
    await textIsRead(caseId)
    await issues.cite(caseId, issueId, { page: 1, quote: 'gave way in 1998' })
    const content = { opening: [], issues: [{ issueId, content: [paragraph('Granted.')] }], closing: [] }
    assert.equal((await workProducts.save(caseId, id, { baseVersion: 1, content })).version, 2)
    const stale = 'The work product is at version 2, not 1: read it again.'
    await refused(workProducts.save(caseId, id, { baseVersion: 1, content }), 'conflict', stale)
    const kept = (await workProducts.get(caseId, id)).content.issues[0]?.content[0]
    assert.match(kept?.id ?? '', /^blk_/)
    const same = await workProducts.save(caseId, id, { baseVersion: 2, content })
    assert.equal(same.version, 2)
    const uneven = {
      type: 'table' as const,
      header: [{ content: [] }, { content: [] }],
      rows: [{ cells: [{ content: [] }] }],
    }
    await refused(
      workProducts.save(caseId, id, { baseVersion: 2, content: { ...content, closing: [uneven] } }),
      'badRequest',
      'Row 1 of a table must have as many cells as its header, 2: it has 1.',
    )
    const place = { part: 'issue' as const, issueId, block: 0 }
    const comment = await workProducts.comment(caseId, id, { text: 'Is that so?', place })
    assert.equal(comment.place?.blockId, kept?.id)
    await workProducts.setResolved(caseId, id, { commentId: comment.id, resolved: true })
    const [said] = await workProducts.comments(caseId, id)
    assert.deepEqual([said?.text, said?.resolved?.by.name], ['Is that so?', subject().username])
    const versions: number[] = []
    for await (const one of workProducts.versions(caseId, id)) versions.push(one.version)
    assert.deepEqual(versions, [2, 1])

    await refused(
      workProducts.sign(caseId, id, 2),
      'stateForbids',
      'The work product is a draft: submit it for review before signing.',
    )
    assert.equal((await workProducts.submit(caseId, id, 2)).status, 'inReview')
    assert.equal(await statusOf(caseId), 'readyToSign')
    await workProducts.return(caseId, id, { version: 2, reasons: ['Cite the examination.'] })
    assert.deepEqual((await workProducts.get(caseId, id)).returned?.reasons, ['Cite the examination.'])
    await workProducts.submit(caseId, id, 2)
    assert.deepEqual((await workProducts.blockers(caseId, id)).blockers, [])
    const { sections } = await workProducts.preview(caseId, id)
    assert.ok(sections.length > 0)
    await refused(workProducts.sign(caseId, id, 1), 'conflict', stale)
    await refused(workProducts.proveSigning(caseId, id, 1), 'conflict', stale)
    const { proof, expiresAt } = await workProducts.proveSigning(caseId, id, 2)
    assert.ok(proof.length > 0)
    assert.ok(Math.abs(Date.parse(expiresAt) - Date.now() - 10 * 60_000) < 60_000, expiresAt)
    const unbound = 'No other editor is bound to the authoring port: write it here.'
    await refused(workProducts.openInEditor(caseId, id), 'stateForbids', unbound)
    const unknown = 'There is no such work product in this case.'
    await refused(workProducts.openInEditor(caseId, 'x'), 'notFound', unknown)
    await refused(workProducts.proveSigning(caseId, 'x', 2), 'notFound', unknown)
    const { shown: seenEarlier } = await workProducts.preview(caseId, id)
    await issues.decide(caseId, issueId, { disposition: 'allowed', note: 'Credible.' })
    await refused(
      workProducts.sign(caseId, id, 2, { shown: seenEarlier }),
      'conflict',
      'This has changed since you looked: the dispositions. Read the decision again before you sign it.',
    )
    const { shown } = await workProducts.blockers(caseId, id)
    const { packageSha256 } = await workProducts.sign(caseId, id, 2, { shown })
    const signed = await decisions.get(caseId)
    assert.equal(signed.sha256, packageSha256)
    assert.deepEqual(
      signed.package.dispositions.map((one) => [one.issueId, one.disposition.name]),
      [[issueId, 'allowed']],
    )
    await refused(
      issues.undecide(caseId, issueId),
      'stateForbids',
      'The issue is in a signed decision: recall the decision before changing the issue.',
    )
    for await (const event of client().cases.watch(caseId, { types: ['workProduct.released'] })) {
      assert.equal(event.data?.workProductId, id)
      break
    }
    assert.equal((await workProducts.get(caseId, id)).status, 'released')
    assert.equal((await issues.get(caseId, issueId)).signedIn, id)
  })

  it('finds, tries and takes boilerplate, and prints the parts whose conditions hold', async () => {
    const { caseId, issueId, task } = await withAdjudicator()
    const { boilerplate, workProducts, issues, parties } = client()
    const found = await boilerplate.search({ q: 'duty to ass', issueType: 'serviceConnection' }).page()
    assert.deepEqual(
      found.entries.map(({ entryId, version }) => [entryId, version]),
      [['remandOrder', 2]],
    )
    const veteran = { firstName: 'Ada', lastName: 'Byron' }
    await parties.write(caseId, `party_of_${caseId}`, { role: 'appellant', person: veteran })
    await client().tasks.complete(caseId, task.id, { outcome: 'ownDraft' })
    const reasons = [{ reason: 'noOpinion', timing: 'beforeCertification' }]
    await issues.decide(caseId, issueId, { disposition: 'remanded', reasons })
    const offered = []
    for await (const { entryId } of boilerplate.offers(caseId, { issueId, place: 'issue' }))
      offered.push(entryId)
    assert.ok(offered.includes('remandOrder') && !offered.includes('dismissalByDeath'), String(offered))

    const tried = await boilerplate.try(caseId, { entryId: 'remandOrder', issueId })
    assert.deepEqual(
      tried.blocks.map(({ holds }) => holds),
      [true, false, true, false, false, false, true],
    )
    const untried = await boilerplate.untried({ entryId: 'remandOrder' }).page()
    assert.deepEqual(untried.conditions.map(({ missing }) => missing.join()).slice(0, 2), ['true', 'false'])
    const wrong = { entryId: 'hearing', values: { manner: 'byTelegraph', heldOn: '2026-02-30' } }
    const sentences =
      'values.manner (Manner of the hearing) must be one of virtual, videoconference, inPerson. values.heldOn (Date of the hearing) must be a date, as YYYY-MM-DD.'
    await refused(boilerplate.try(caseId, wrong), 'badRequest', sentences)

    const { id } = await workProducts.draft(caseId)
    const { revision } = await workProducts.get(caseId, id)
    const taken = (entryId: string, version: number, values: Record<string, string>) => ({
      type: 'insertAfter' as const,
      section: entryId === 'remandOrder' ? { part: 'issue' as const, issueId } : { part: 'opening' as const },
      after: null,
      block: { type: 'boilerplate' as const, id: `blk_${entryId}`, entryId, version, values },
    })
    const write = (...operations: ReturnType<typeof taken>[]) =>
      workProducts.changeText(caseId, id, { base: revision, operations })
    await refused(write(taken('hearing', 1, wrong.values)), 'badRequest', sentences)
    await write(taken('hearing', 1, { manner: 'virtual' }), taken('remandOrder', 2, {}))
    const { blockers } = await workProducts.blockers(caseId, id)
    assert.deepEqual(
      blockers.filter(({ code }) => code.startsWith('boilerplate')).map(({ sentence }) => sentence),
      ['The boilerplate “Hearing before the board” has no value for “Date of the hearing”.'],
    )
    const { sections } = await workProducts.preview(caseId, id)
    assert.match(JSON.stringify(sections), /there is none\..*The issue is remanded\./)
    assert.doesNotMatch(JSON.stringify(sections), /Records that may bear|for the following action/)
    assert.deepEqual(
      (await boilerplate.inText(caseId, id)).map(({ blockId, version, inForce }) => [
        blockId,
        version,
        inForce,
      ]),
      [
        ['blk_hearing', 1, 1],
        ['blk_remandOrder', 2, 2],
      ],
    )
    await workProducts.keepVersion(caseId, id)
    const uses = []
    for await (const use of boilerplate.uses('hearing')) if (use.caseId === caseId) uses.push(use.versions)
    assert.deepEqual(uses, [[{ version: 1, count: 1, edited: 0 }]])
  })

  it('keeps the version of boilerplate that a text took, and says what has changed since', async () => {
    const { caseId, task } = await withAdjudicator()
    const { boilerplate, workProducts } = client()
    const { entry, inForce, versions } = await boilerplate.get('kneeOrder', { version: 1 })
    assert.deepEqual([entry.version, inForce, versions.map(({ version }) => version)], [1, 2, [2, 1]])
    assert.equal((await boilerplate.get('kneeOrder')).entry.version, 2)
    const compared = await boilerplate.changes('kneeOrder', { from: 1, to: 2 })
    const removed = compared.words.filter(({ kind }) => kind === 'removed').map(({ text }) => text)
    assert.equal(removed.join(''), 'ratingpercent ')
    assert.ok(compared.changes.length > 0)
    await refused(boilerplate.get('kneeOrder', { version: 3 }), 'notFound', 'There is no such boilerplate.')
    await refused(boilerplate.get('unheardOf'), 'notFound', 'There is no boilerplate of this name.')
    const tried = await boilerplate.try(caseId, { entryId: 'kneeOrder', version: 1, values: { rating: 30 } })
    assert.deepEqual(tried.blocks[0]?.paragraphs, ['A rating of 30 percent is granted.'])

    await client().tasks.complete(caseId, task.id, { outcome: 'ownDraft' })
    const { id } = await workProducts.draft(caseId)
    const { revision } = await workProducts.get(caseId, id)
    const write = (version: number, values: Record<string, string | number>) =>
      workProducts.changeText(caseId, id, {
        base: revision,
        operations: [
          {
            ...{ type: 'insertAfter' as const, section: { part: 'opening' as const }, after: null },
            block: { type: 'boilerplate' as const, id: 'blk_knee', entryId: 'kneeOrder', version, values },
          },
        ],
      })
    await refused(
      write(3, { rating: 30 }),
      'badRequest',
      'values must be of an entry of the library: version 3 of kneeOrder was never in it.',
    )
    await refused(
      write(1, { rating: 'thirty' }),
      'badRequest',
      'values.rating (Rating in percent) must be a whole number.',
    )
    await write(1, { rating: 30 })
    const { sections } = await workProducts.preview(caseId, id)
    assert.match(JSON.stringify(sections), /A rating of 30 percent is granted/)
    const { blockers, warnings } = await workProducts.blockers(caseId, id)
    assert.ok(!blockers.some(({ code }) => code.startsWith('boilerplate')), JSON.stringify(blockers))
    assert.ok(warnings.some(({ code }) => code === 'boilerplateChanged'))
    const [used] = await boilerplate.inText(caseId, id)
    assert.deepEqual([used?.version, used?.inForce], [1, 2])
    assert.deepEqual(used?.update?.words, compared.words)
    assert.deepEqual(used?.update?.changes, compared.changes)
    assert.deepEqual(used?.update?.faults, [
      'values.rating must name a field of the boilerplate kneeOrder, one of degree.',
    ])
  })

  it('refuses in the same words, whatever is behind it', async () => {
    const caseId = await opened()
    const { documents, search, issues, uploads, imports, appeals, cases } = client()
    const { id: added } = await documents.add(caseId, { name: 'Letter' }, new Blob(['One page.']))
    const [first] = (await documents.list(caseId)).map(({ id }) => id)
    const id = first ?? ''
    const { version } = await cases.get(caseId)
    const team = { visibility: 'team' as 'case' }
    const zip = new Blob(['PK\x03\x04'])
    const table: [Promise<unknown>, ErrorCode, string][] = [
      [appeals.get('case_unknown'), 'notFound', 'There is no case with this id.'],
      [documents.get(caseId, 'doc_unknown'), 'notFound', 'There is no such document in this case.'],
      [documents.withVersions(caseId, 'doc_unknown'), 'notFound', 'There is no such document in this case.'],
      [documents.addTag(caseId, id, ' '), 'badRequest', 'text must not be blank.'],
      [
        documents.addTag(caseId, id, 'x'.repeat(201)),
        'badRequest',
        'text must have at most 200 characters: it has 201.',
      ],
      [documents.addTag(caseId, id, '..'), 'badRequest', 'text must not be “.” or “..”.'],
      [documents.addTag(caseId, id, 'x', team), 'badRequest', 'visibility must be staff or case.'],
      [documents.removeTag(caseId, id, ' '), 'badRequest', 'text must not be blank.'],
      [
        documents.addTag(caseId, id, 'x', { ifMatch: 1 }),
        'conflict',
        `The case is at version ${version}, not 1: read it again.`,
      ],
      [
        documents.annotate(caseId, id, { page: 9 }),
        'badRequest',
        'page must be between 1 and 1, the pages of this document: it is 9.',
      ],
      [documents.annotate(caseId, id, { page: 1, x: 1.5 }), 'badRequest', 'x must be at most 1.'],
      [
        documents.annotate(caseId, id, { page: 1, relevantDate: '2025-02-30' }),
        'badRequest',
        'relevantDate must be a real date as YYYY-MM-DD.',
      ],
      [
        documents.arrange(caseId, [id]),
        'badRequest',
        `documentIds must name every document of the case: 1 missing, such as ${added}.`,
      ],
      [documents.arrange(caseId, [id, 'x']), 'badRequest', 'There is no document x in this case.'],
      [
        documents.arrange(caseId, [id, id]),
        'badRequest',
        'documentIds must not have the same document twice.',
      ],
      [documents.setLinked(caseId, id, true), 'stateForbids', 'This document has no known duplicates.'],
      [
        documents.edit(caseId, id, { categories: ['nonsense'] }),
        'badRequest',
        'There is no category nonsense: it must be one of medical, procedural, other, index.',
      ],
      [
        documents.add(caseId, { name: 'n' }),
        'badRequest',
        'The file is missing: send it as the part file, or send uploadId.',
      ],
      [
        documents.add(caseId, { name: 'n' }, zip),
        'unsupportedMediaType',
        'The file is a ZIP archive. PDF, PNG, JPEG, TIFF, DOCX and plain text are accepted.',
      ],
      [documents.content(caseId, id, { version: 7 }), 'notFound', 'The document has no version 7.'],
      [search(caseId, ' '), 'badRequest', 'The query q must not be blank.'],
      [
        search(caseId, 'OR'),
        'badRequest',
        'The query q has only an operator (OR): add a word, or search for OR itself as "OR".',
      ],
      [cases.pageText(caseId, id, 99), 'notFound', 'There is no such page in a document of this case.'],
      [uploads.get('upl_unknown'), 'notFound', 'There is no such upload.'],
      [imports.get('imp_unknown'), 'notFound', 'There is no import with this id.'],
      [issues.restore(caseId, 'issue_unknown'), 'notFound', 'There is no such issue in this case.'],
    ]
    const answers = await Promise.allSettled(table.map(([call]) => call))
    assert.deepEqual(
      answers.map((answer) =>
        answer.status === 'rejected' ? [answer.reason.code, answer.reason.message] : answer,
      ),
      table.map(([, code, message]) => [code, message]),
    )
  })

  it('finds what the query language of the service finds', async () => {
    const pages = [
      'The Veteran reports tinnitus since 1998, rated 70%.',
      'Hearings were held; see 38 C.F.R. § 3.303.',
      'Service-connected disabil-\nity of the knee.',
    ]
    const veteran = { firstName: 'Ada', lastName: 'Byron' }
    const file = new Blob([pages.join('\f')])
    const { case: made } = await client().cases.open({ veteran, receiptDate: '2026-03-02' }, file)
    await textIsRead(made.id)
    for (const [query, expected] of Object.entries(found)) {
      const { hits } = await client().search(made.id, query)
      assert.deepEqual([query, hits.map(({ page }) => page)], [query, expected])
    }
    const { corrected, hits } = await client().cases.search(made.id, 'tinitus').page()
    assert.deepEqual([corrected, hits[0]?.page], ['tinnitus', 1])
    assert.deepEqual(
      hits[0]?.matches.map(({ start, end }) => hits[0]?.snippet.slice(start, end)),
      ['tinnitus'],
    )
  })

  it('records parties, who they are and who represents them', async () => {
    const caseId = await opened()
    const { parties } = client()
    const partyId = `party_of_${caseId}`
    await parties.write(caseId, partyId, { role: 'representative', organization: 'Legal Aid' })
    const [veteran] = await parties.list(caseId)
    const power = { start: '2026-03-02', scope: 'all matters' }
    const represented = await parties.represent(caseId, veteran?.id ?? '', {
      representativeId: partyId,
      powerOfAttorney: power,
    })
    assert.equal(represented.representation?.isInForce, true)
    await parties.revoke(caseId, veteran?.id ?? '', { why: 'By letter.' })
    assert.equal((await parties.get(caseId, veteran?.id ?? '')).representation?.isInForce, false)
    await parties.remove(caseId, partyId)
    await refused(parties.get(caseId, partyId), 'notFound', 'There is no such party in this case.')
  })

  /** Until the text of a case is read, a quote is taken at its word. */
  async function textIsRead(caseId: string) {
    await until(async () => {
      const { text } = await client().cases.get(caseId)
      return text.pagesRead === text.pages
    })
  }
}

const firstState = {
  status: 'preDocketed',
  partyStatus: 'received',
  why: 'The appeal has arrived and is being looked at before it is put on the docket.',
  next: 'It is put on the docket when intake is done.',
  step: 'intake',
  assignee: { kind: 'team', id: 'intakeReview', name: 'Intake review' },
  ageInStepDays: 0,
  deadlines: [],
  openTasks: 1,
}
const firstTasks = [
  ['Appeal', 'onHold', undefined, 'portico'],
  ['Intake', 'assigned', 'Intake review', 'portico'],
]
const firstEvents = [
  ...['case.opened', 'document.filed', 'party.recorded', 'task.opened', 'task.opened', 'task.held'],
  'case.stateChanged',
]
const offered = {
  may: ['start', 'assign', 'hold', 'complete', 'cancel', 'instruct', 'openChild'],
  outcomes: ['assigned', 'ownDraft'],
  opens: [
    { name: 'supportAction', label: 'Support action' },
    { name: 'letter', label: 'Letter and its answer' },
  ],
  holdDays: { least: 1, most: 120 },
}
/** The pages that each query finds. */
const found: Record<string, number[]> = {
  tinnitus: [1],
  tinitus: [1],
  hearing: [2],
  '"hearings were held"': [2],
  '38 CFR 3.303': [2],
  '70%': [1],
  '7%': [],
  'knee disability': [3],
  'service connected': [3],
  'tinnitus OR knee': [1, 3],
  'the -knee': [1],
  'tinn*': [1],
  tinnitus1998: [],
}
