import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type {
  BoilerplateUse,
  DraftBoilerplate,
  FoundBoilerplate,
  OfferedBoilerplate,
  TriedBoilerplate,
  UntriedCondition,
} from '@portico/contract/boilerplate'
import type { IssueList } from '@portico/contract/issues'
import type { OperationsApplied } from '@portico/contract/operations'
import type { Profile } from '@portico/contract/profile'
import type { BoilerplateEntry } from '@portico/contract/profile/boilerplate'
import type { ProfileTrial } from '@portico/contract/profile-versions'
import type { TaskList } from '@portico/contract/tasks'
import type {
  Blockers,
  WorkProduct,
  WorkProductChanged,
  WorkProductPreview,
} from '@portico/contract/work-products'
import { rebuild } from '../../app/engine/rebuild.ts'
import type { Decider } from '../../core/kernel/decider.ts'
import { allProjections } from '../../projections/all.ts'
import { boilerplateUses } from '../../projections/boilerplate-uses.ts'
import { applyProjections } from '../../projections/projection.ts'
import { requestBy } from '../case-desk.ts'
import { conforms } from '../conforms.ts'
import { until } from '../until.ts'
import { type Http, type Reply, startWorld, type World } from '../world.ts'

const opinion: BoilerplateEntry = {
  name: 'opinion',
  version: 1,
  label: 'Opinion of an examiner',
  place: 'issue',
  issueTypes: ['serviceConnection'],
  dispositions: [],
  offeredWhen: 'issue.evidence >= 0 && !claimant.isOrganization',
  fields: [
    { name: 'examiner', label: 'Examiner', type: 'person', isRequired: true },
    { name: 'on', label: 'Date', type: 'date', default: 'case.receiptDate' },
    { name: 'likelihood', label: 'Likelihood', type: 'number' },
  ],
  blocks: [
    { text: 'On {{ fields.on }}, {{ fields.examiner }} gave an opinion.' },
    { text: 'It is as likely as not.', when: 'has(fields.likelihood) && fields.likelihood == 50' },
    { text: 'The issue is remanded for another.', when: "issue.disposition == 'remanded'" },
  ],
}

const closer: Decider<{ type: 'close'; caseId: string }, null> = {
  name: 'closer',
  stateVersion: 1,
  reads: ({ caseId }) => ({ subject: caseId }),
  initial: null,
  evolve: (state) => state,
  decide: ({ caseId }) => [{ type: 'case.closed', subject: caseId, data: { reason: 'decided' } }],
}

describe('boilerplate', () => {
  let world: World
  let drafter: Http
  let judge: Http
  let clerk: Http
  let privacy: Http
  let issueId: string
  let productId: string
  before(async () => {
    world = await startWorld()
    drafter = await world.member('dora', ['drafter'])
    judge = await world.member('judith', ['adjudicator'])
    clerk = await world.member('mia', ['mailClerk'])
    privacy = await world.member('paul', ['privacyOfficer'])
    await distribute()
    const { issues } = (await get(drafter, '/issues')).json as IssueList
    issueId = issues[0]!.id
    await drafter('PUT', on(`/issues/${issueId}/decision`), { body: { disposition: 'allowed' } })
    for (const { id } of issues.slice(1))
      await drafter('PUT', on(`/issues/${id}/removal`), { body: { how: 'withdrawn', why: 'Withdrawn.' } })
    await drafter('PATCH', on(`/issues/${issueId}`), { body: { issueType: 'serviceConnection' } })
    await world.admin('POST', on('/parties/party_ada'), {
      body: { role: 'appellant', person: { firstName: 'Ada', lastName: 'Byron' } },
    })
    await world.admin('POST', on('/parties/party_doc'), {
      body: { role: 'witness', person: { firstName: 'Dora', lastName: 'Doctor' } },
    })
    await save((entries) => [...entries, opinion])
    const drafted = await drafter('POST', on('/work-products'), { body: {} })
    productId = conforms<WorkProductChanged>('draftWorkProduct', drafted).workProduct.id
  })
  after(() => world.close())

  const on = (path: string) => `/cases/${world.caseId}${path}`
  const at = (path = '') => on(`/work-products/${productId}${path}`)
  const get = (http: Http, path: string) => http('GET', on(path))
  const refused = (reply: Reply, status: number, sentence: RegExp) => {
    assert.equal(reply.status, status, reply.text.slice(0, 300))
    assert.match((reply.json as { error: string }).error, sentence)
  }
  const profileNow = async () => ((await world.admin('GET', '/profile')).json as { profile: Profile }).profile
  const withEntries = async (change: (entries: BoilerplateEntry[]) => BoilerplateEntry[]) => {
    const profile = await profileNow()
    return { ...profile, boilerplate: change(profile.boilerplate) }
  }
  const save = async (change: (entries: BoilerplateEntry[]) => BoilerplateEntry[]) => {
    const body = { profile: await withEntries(change), why: 'Another text.' }
    const reply = await world.admin('PUT', '/profile', { body })
    assert.equal(reply.status, 200, reply.text.slice(0, 500))
  }
  const replaced = (entry: BoilerplateEntry) => (entries: BoilerplateEntry[]) =>
    entries.map((one) => (one.name === entry.name ? entry : one))

  async function distribute() {
    const complete = async (type: string, body: unknown, by = world.admin) => {
      const { tasks } = (await get(by, '/tasks?open=true')).json as TaskList
      const task = tasks.find((one) => one.type === type)
      const reply = await by('POST', on(`/tasks/${task?.id}/complete`), { body })
      assert.equal(reply.status, 200, reply.text)
    }
    await world.admin('POST', on('/docket'), { body: { docket: 'directReview' } })
    await complete('distribution', { outcome: 'distributed', assignee: { person: 'judith' } })
    await complete('assignment', { outcome: 'assigned', assignee: { person: 'dora' } }, judge)
  }

  const insert = (more: object, section: object = { part: 'issue', issueId }) => ({
    type: 'insertAfter',
    section,
    after: null,
    block: { type: 'boilerplate', entryId: 'opinion', version: 1, ...more },
  })
  const change = async (...operations: object[]) => {
    const { workProduct } = (await drafter('GET', at())).json as { workProduct: WorkProduct }
    return drafter('POST', at('/operations'), { body: { base: workProduct.revision, operations } })
  }
  const paragraphs = async () => {
    const reply = await drafter('GET', at('/preview'))
    const { sections } = conforms<WorkProductPreview>('previewWorkProduct', reply)
    return sections
      .flatMap(({ content }) =>
        content.flatMap((block) =>
          block.type === 'boilerplate'
            ? block.content.map((one) => ('content' in one ? one.content : []))
            : [],
        ),
      )
      .map((runs) => runs.map((run) => ('text' in run ? run.text : '')).join(''))
  }
  const findings = async () => {
    const found = conforms<Blockers>('getBlockers', await judge('GET', at('/blockers')))
    return [...found.blockers, ...found.warnings].filter(({ code }) => code.startsWith('boilerplate'))
  }

  it('is found by word, issue type and disposition, page by page', async () => {
    type Page = { entries: FoundBoilerplate[]; count: number; next?: string }
    const search = async (query: string, by = drafter) =>
      conforms<Page>('searchBoilerplate', await by('GET', `/boilerplate?${query}`))
    const { entries } = await search('q=opinion+of+an+exam&issueType=serviceConnection&disposition=allowed')
    assert.deepEqual([entries[0]?.entryId, entries[0]?.fields.length], ['opinion', 3])
    const first = await search('limit=2')
    const second = await search(`limit=2&after=${first.next}`, world.admin)
    assert.equal(new Set([...first.entries, ...second.entries].map(({ entryId }) => entryId)).size, 4)
    assert.equal((await search('q=nosuchword')).count, 0)
    assert.equal(
      (await search('issueType=effectiveDate&q=opinion')).entries.some(
        ({ entryId }) => entryId === 'opinion',
      ),
      false,
    )
    refused(await drafter('GET', '/boilerplate?after=nowhere'), 400, /after must be the next/)
    refused(await drafter('GET', '/boilerplate?place=hell'), 400, /place must be/)
    refused(await clerk('GET', '/boilerplate'), 403, /not allow/)
  })

  it('is offered on a case where it says so, with what its fields begin with', async () => {
    const offers = async () => {
      const reply = await get(drafter, `/boilerplate?issueId=${issueId}&place=issue`)
      return conforms<{ entries: OfferedBoilerplate[] }>('offerBoilerplate', reply).entries
    }
    const found = (await offers()).find(({ entryId }) => entryId === 'opinion')
    const { receiptDate } = ((await get(drafter, '')).json as { case: { receiptDate: string } }).case
    assert.deepEqual(found?.values, { on: receiptDate })
    assert.equal(
      (await offers()).some(({ entryId }) => entryId === 'dismissalByDeath'),
      false,
    )
    await save(replaced({ ...opinion, offeredWhen: 'claimant.isOrganization' }))
    assert.equal(
      (await offers()).some(({ entryId }) => entryId === 'opinion'),
      false,
    )
    await save(replaced(opinion))
    refused(await get(drafter, '/boilerplate?issueId=issue_none'), 400, /issueId must name an issue/)
    refused(await get(clerk, '/boilerplate'), 403, /not allow/)
  })

  it('with a wrong condition, field or name is refused, with its place', async () => {
    const wrong = { ...opinion, blocks: [{ text: 'A', when: "issue.disposition == 'remandd'" }] }
    const profile = await withEntries(replaced(wrong))
    const index = profile.boilerplate.length - 1
    const tried = await world.admin('POST', '/profile/trial', { body: { profile } })
    assert.deepEqual((tried.json as ProfileTrial).faults, [
      {
        place: `boilerplate[${index}].blocks[0].when`,
        what: `boilerplate[${index}].blocks[0].when compares issue.disposition with 'remandd', which the profile does not have; did you mean remanded?`,
      },
    ])
    refused(
      await world.admin('PUT', '/profile', { body: { profile, why: 'No.' } }),
      400,
      /did you mean remanded/,
    )
    const faults: [Partial<BoilerplateEntry>, RegExp][] = [
      [{ body: 'Both.' }, /must have a body, or blocks instead of it/],
      [{ blocks: [{ text: '{{ fields.nobody }}' }] }, /names the field fields\.nobody/],
      [{ fields: [{ name: 'a', label: 'A', type: 'choice' }] }, /choices must have at least one/],
      [{ fields: [{ name: 'a', label: 'A', type: 'date', decimals: 2 }] }, /decimals must be left out/],
      [
        { fields: [{ name: 'a', label: 'A', type: 'date', default: 'claimant' }] },
        /default must be of the type/,
      ],
      [{ offeredWhen: 'has(fields.on)' }, /names fields\.on, which does not exist/],
      [{ mayBeEmpty: true }, /mayBeEmpty must be left out/],
      [
        { blocks: [{ text: 'Another text.' }] },
        /version must be at least 2: the text of opinion has changed/,
      ],
      [{ fields: opinion.fields!.slice(0, 2), blocks: opinion.blocks!.slice(0, 1) }, /must be at least 2/],
    ]
    for (const [change, says] of faults) {
      const body = { profile: await withEntries(replaced({ ...opinion, ...change })), why: 'No.' }
      refused(await world.admin('PUT', '/profile', { body }), 400, says)
    }
  })

  it('is tried on a case, which leaves a trace there, and its conditions are remembered', async () => {
    type Untried = { conditions: UntriedCondition[]; count: number; of: number }
    const untried = async () =>
      conforms<Untried>(
        'listUntriedConditions',
        await drafter('GET', '/boilerplate-conditions/untried?entryId=opinion'),
      )
    const attempt = async (body: object, by = drafter) =>
      by('POST', on('/boilerplate/trial'), { body: { entryId: 'opinion', issueId, ...body } })
    const traces = async () => {
      const { entries } = (await get(privacy, '/access-log')).json as {
        entries: { member: { name: string }; kind: string; what: { of: string } }[]
      }
      return entries.filter(({ member, what }) => member.name === 'judith' && what.of === 'case').length
    }
    assert.deepEqual([(await untried()).count, (await untried()).of], [3, 3])
    const before = await traces()
    const reply = await attempt({ values: { examiner: 'party_doc', likelihood: 50 } }, judge)
    const tried = conforms<TriedBoilerplate>('tryBoilerplate', reply)
    assert.deepEqual(
      tried.blocks.map(({ holds, paragraphs }) => [holds, paragraphs.length]),
      [
        [true, 1],
        [true, 1],
        [false, 0],
      ],
    )
    assert.match(tried.blocks[0]?.paragraphs[0] ?? '', /^On .+, Dora Doctor gave an opinion\.$/)
    assert.deepEqual([tried.offered, tried.missing], [{ holds: true }, []])
    await until(async () => (await traces()) > before, 200)
    assert.equal(await traces(), before + 1)
    assert.deepEqual(
      (await untried()).conditions.map(({ place, missing }) => [place, missing]),
      [
        ['offeredWhen', ['false']],
        ['blocks[1].when', ['false']],
        ['blocks[2].when', ['true']],
      ],
    )
    await attempt({})
    assert.equal((await untried()).count, 2)
    const { body: _, ...candidate } = { ...opinion, body: undefined, blocks: [{ text: 'A', when: 'false' }] }
    const shown = conforms<TriedBoilerplate>(
      'tryBoilerplate',
      await attempt({ entryId: undefined, entry: candidate }),
    )
    assert.deepEqual(shown.missing, ['Examiner'])
    assert.equal((await untried()).count, 2, 'one that is not saved is not remembered')
    refused(await attempt({ entry: candidate }), 400, /entryId or entry, and not both/)
    refused(
      await attempt({ entryId: undefined, entry: { ...candidate, blocks: [{ text: 'A', when: '1' }] } }),
      400,
      /entry\.blocks\[0\]\.when must be true or false/,
    )
    refused(
      await attempt({ values: { examiner: 'x', likelihood: 1.5 } }),
      400,
      /\(Examiner\) must be .* \(Likelihood\) must be/,
    )
    refused(await attempt({ version: 9 }), 404, /no such boilerplate/)
    refused(await attempt({}, clerk), 403, /not allow/)
    const unseen = await drafter('POST', '/cases/case_none/boilerplate/trial', {
      body: { entryId: 'opinion' },
    })
    refused(unseen, 404, /^There is no case/)
  })

  it('is refused with wrong values, on operations and on whole texts alike', async () => {
    const wrong = { values: { examiner: 'nobody', on: '2026-02-30', likelihoood: 1 } }
    const sentences =
      /^values\.examiner \(Examiner\) must be the ID of a party of the case\. values\.on \(Date\) must be a date, as YYYY-MM-DD\. values\.likelihoood must name a field .* such as likelihood\.$/
    refused(await change(insert(wrong)), 400, sentences)
    const { block } = insert(wrong)
    const content = { opening: [], issues: [{ issueId, content: [block] }], closing: [] }
    refused(await drafter('PUT', at(), { body: { baseVersion: 1, content } }), 400, sentences)
    const proposal = await drafter('POST', at('/proposals'), {
      body: { base: 0, operations: [insert(wrong)] },
    })
    refused(proposal, 400, sentences)
    refused(await change(insert({ version: 7, values: {} })), 400, /version 7 of opinion was never in it/)
    refused(await change(insert({ values: { examiner: '\\u0000' } })), 400, /must be the ID of a party/)
    refused(await change(insert({ entryId: '\\u0000', values: { a: 1 } })), 400, /was never in it/)
  })

  it('prints the parts whose conditions hold, and blocks a signature without what it needs', async () => {
    const made = await change(
      insert({ id: 'blk_opinion' }),
      insert({ entryId: 'appealRights', version: 2 }, { part: 'closing' }),
    )
    conforms<OperationsApplied>('changeText', made)
    const [blocker] = await findings()
    assert.deepEqual(
      [blocker?.code, blocker?.sentence, blocker?.blockId],
      [
        'boilerplateUnfilled',
        'The boilerplate “Opinion of an examiner” has no value for “Examiner”.',
        'blk_opinion',
      ],
    )
    const filled = { ...insert({ values: { examiner: 'party_doc' } }).block, id: 'blk_opinion' }
    await change({ type: 'replace', blockId: 'blk_opinion', block: filled })
    assert.deepEqual(await findings(), [])
    const printed = await paragraphs()
    assert.equal(printed.length, 3, printed.join('\n'))
    assert.match(printed[0] ?? '', /Dora Doctor gave an opinion/)
    assert.match(printed[1] ?? '', /^If you disagree/)
  })

  it('stays as it was taken until its author takes another, and says what has changed', async () => {
    const newer = {
      ...opinion,
      version: 2,
      fields: opinion.fields!.slice(0, 2),
      blocks: [{ text: 'On {{ fields.on }}, {{ fields.examiner }} gave a thorough opinion.' }],
    }
    await save(replaced(newer))
    assert.match((await paragraphs())[0] ?? '', /gave an opinion/)
    const [warning] = await findings()
    assert.equal(
      warning?.sentence,
      'The boilerplate “Opinion of an examiner” is now at version 2; the text has 1.',
    )
    const inText = async () =>
      conforms<{ boilerplate: DraftBoilerplate[] }>(
        'listDraftBoilerplate',
        await drafter('GET', at('/boilerplate')),
      ).boilerplate
    const [taken, other] = await inText()
    assert.deepEqual([taken?.version, taken?.inForce, other?.update], [1, 2, undefined])
    const words = taken?.update?.words
      .filter(({ kind }) => kind !== 'same')
      .map(({ kind, text }) => [kind, text.trim()])
    assert.ok(
      words?.some(([kind, text]) => kind === 'added' && text?.includes('thorough')),
      JSON.stringify(words),
    )
    assert.ok(taken?.update?.changes.some(({ place }) => place === 'fields[likelihood]'))
    const compared = await drafter('GET', '/boilerplate/opinion/changes?from=1')
    assert.equal(conforms<{ to: number }>('getBoilerplateChanges', compared).to, 2)
    const old = conforms<{ entry: BoilerplateEntry; inForce: number }>(
      'getBoilerplate',
      await drafter('GET', '/boilerplate/opinion?version=1'),
    )
    assert.deepEqual([old.entry, old.inForce], [opinion, 2])
    refused(await drafter('GET', '/boilerplate/nobody'), 404, /no boilerplate of this name/)
    refused(await drafter('GET', '/boilerplate/opinion?version=3'), 404, /no such boilerplate/)

    const values = { examiner: 'party_doc', on: '2026-03-02' }
    const block = { type: 'boilerplate', id: 'blk_opinion', entryId: 'opinion', version: 2, values }
    conforms('changeText', await change({ type: 'replace', blockId: 'blk_opinion', block }))
    assert.match((await paragraphs())[0] ?? '', /^On March 2, 2026, Dora Doctor gave a thorough opinion\.$/)
    assert.deepEqual(await findings(), [])
  })

  it('is listed where it is used, on the cases that whoever asks may read, and no more once a case is purged', async () => {
    const odd = ['\\u0000', '\\\\u0000', '\\ud800', '"type":"boilerplate"', '\\'].map((text) => ({
      type: 'insertAfter',
      section: { part: 'opening' },
      after: null,
      block: { type: 'paragraph', content: [{ type: 'text', text }] },
    }))
    conforms('changeText', await change(...odd))
    const kept = await drafter('POST', at('/versions'))
    conforms('keepVersion', kept)
    const uses = async (entryId: string, by = drafter, query = '') => {
      const reply = await by('GET', `/boilerplate/${entryId}/uses${query}`)
      return conforms<{ uses: BoilerplateUse[]; next?: string }>('listBoilerplateUses', reply).uses
    }
    const [use, ...others] = await uses('opinion')
    assert.deepEqual(
      [use?.caseId, use?.workProductId, use?.status, use?.versions, others],
      [world.caseId, productId, 'draft', [{ version: 2, count: 1, edited: 0 }], []],
    )
    assert.equal((await uses('appealRights')).length, 1)
    assert.deepEqual(await uses('opinion', drafter, '?version=1'), [])
    assert.equal((await uses('opinion', drafter, '?version=2')).length, 1)
    refused(await clerk('GET', '/boilerplate/opinion/uses'), 403, /not allow/)
    assert.deepEqual(await uses('%5cu0000'), [])
    const { db, portico } = world.service
    const request = requestBy(undefined, new Date())
    const rows = () => db.rows(`select * from boilerplate_uses order by case_id, work_product_id`)
    // What the database cannot read as JSON, as texts of before may have it.
    await db.rows(
      `insert into work_product_texts (case_id, sha256, body)
       select case_id, sha256 || '0', replace(body, '"opening":[', '"opening":[' || $2) from work_product_texts t
       where case_id = $1 and body like '%opinion%' limit 1`,
      [
        world.caseId,
        '{"content":[{"text":"\\u0000\\\\u0000\\ud800","type":"text"}],"id":"blk_x","type":"paragraph"},',
      ],
    )
    const [text] = await db.rows<{ sha256: string }>(
      `select sha256 from work_product_texts where case_id = $1 and sha256 like '%0' and length(sha256) = 65`,
      [world.caseId],
    )
    const before = await rows()
    await rebuild(db, allProjections)
    assert.deepEqual(await rows(), before)
    const saved = {
      workProductId: productId,
      version: 9,
      title: 'T',
      contentSha256: text?.sha256,
      issueIds: [],
    }
    const event = {
      caseId: world.caseId,
      sequence: 9999,
      type: 'workProduct.saved',
      at: new Date(),
      data: saved,
    }
    const undone = db.transaction(async (tx) => {
      await tx.rows(`update boilerplate_uses set versions = '{}' where case_id = $1`, [world.caseId])
      await applyProjections(tx, [boilerplateUses], [{ ...request, ...event } as never])
      const [found] = await tx.rows<{ versions: object }>(
        `select versions from boilerplate_uses where case_id = $1`,
        [world.caseId],
      )
      assert.deepEqual(found?.versions, (before[0] as { versions: object }).versions)
      throw new Error('undone')
    })
    await assert.rejects(undone, /^Error: undone$/)

    const raise = { level: 6, why: 'A colleague.' }
    const raised = await world.admin('PUT', on('/sensitivity'), { body: raise })
    assert.equal(raised.status, 200, raised.text)
    const seenBy = async (read: { upTo: number; barred: string[] }) =>
      (await portico.boilerplate.uses({ entryId: 'opinion' }, { ...read, limit: 10 })).uses.length
    assert.equal(await seenBy({ upTo: 6, barred: [] }), 1)
    assert.equal(await seenBy({ upTo: 5, barred: [] }), 0, 'above a clearance')
    assert.equal(await seenBy({ upTo: 6, barred: [world.caseId] }), 0, 'where they represent a party')
    await portico.execute(closer, request, { type: 'close', caseId: world.caseId }, () => null)
    const purged = await world.admin('POST', on('/purge'), { body: { order: { why: 'Order 12.' } } })
    assert.equal(purged.status, 200, purged.text)
    assert.deepEqual(await rows(), [])
    assert.deepEqual(await uses('opinion', world.admin), [])
    await rebuild(db, allProjections)
    assert.deepEqual(await rows(), [])
  })
})
