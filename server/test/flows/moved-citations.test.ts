import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { DecisionPackageDetail } from '@portico/contract/decision-package'
import type { PorticoEvent } from '@portico/contract/events'
import type { CaseDocumentDetail } from '@portico/contract/intake'
import type { IssueList } from '@portico/contract/issues'
import type { NewOperation, OperationsApplied } from '@portico/contract/operations'
import type { Profile } from '@portico/contract/profile'
import type { Proposal, ProposalsAccepted } from '@portico/contract/proposals'
import type { TaskList } from '@portico/contract/tasks'
import type { Blockers, WorkProduct, WorkProductContent } from '@portico/contract/work-products'
import { testPdf } from '../test-pdf.ts'
import { until } from '../until.ts'
import { type Http, type Reply, startWorld, type World } from '../world.ts'

const nexus = 'at least as likely as not'
const onset = 'since the summer of 1998'
const gone = 'no history of injury'

/** A document is revised while a decision that cites its words is in review, and proposals that cite them wait. */
describe('cited words that move between review and signing', () => {
  let world: World
  let dora: Http
  let judith: Http
  let productId: string
  let issueId: string
  let documentId: string
  let page: number
  /** The pages that the words are on now. */
  let moved: { nexus: number; onset: number }
  let seen: Blockers
  const proposalIds = { moved: '', gone: '', waits: '' }
  before(async () => {
    world = await startWorld()
    dora = await world.member('dora', ['drafter'])
    judith = await world.member('judith', ['adjudicator'])
    await distribute()
    await prepareIssue()
    const document = await fileDocument()
    documentId = document.id
    page = document.startPage + 1
    const drafted = await done<{ workProduct: { id: string } }>(dora, 'POST', '/work-products', {})
    productId = drafted.workProduct.id
  })
  after(() => world.close())

  const on = (path: string) => `/cases/${world.caseId}${path}`
  const at = (path = '') => `/work-products/${productId}${path}`
  const done = async <Json>(http: Http, method: string, path: string, body?: unknown): Promise<Json> => {
    const reply = await http(method, on(path), body === undefined ? {} : { body })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text.slice(0, 500)}`)
    return reply.json as Json
  }
  const refused = (reply: Reply, status: number, sentence: RegExp) => {
    assert.equal(reply.status, status, reply.text.slice(0, 300))
    assert.match((reply.json as { error: string }).error, sentence)
  }

  async function distribute() {
    const complete = async (type: string, body: unknown, by = world.admin) => {
      const { tasks } = await done<TaskList>(by, 'GET', '/tasks?open=true')
      await done(by, 'POST', `/tasks/${tasks.find((one) => one.type === type)?.id}/complete`, body)
    }
    await done(world.admin, 'POST', '/docket', { docket: 'directReview' })
    await complete('distribution', { outcome: 'distributed', assignee: { person: 'judith' } })
    await complete('assignment', { outcome: 'assigned', assignee: { person: 'dora' } }, judith)
  }

  async function prepareIssue() {
    const { issues } = await done<IssueList>(dora, 'GET', '/issues')
    issueId = issues[0]?.id ?? ''
    for (const { id } of issues.slice(1))
      await done(dora, 'PUT', `/issues/${id}/removal`, { how: 'withdrawn', why: 'Withdrawn in writing.' })
    await done(world.admin, 'POST', '/parties/party_ada', {
      role: 'appellant',
      person: { firstName: 'Ada', lastName: 'Byron' },
    })
  }

  async function fileDocument() {
    const form = new FormData()
    form.set('document', JSON.stringify({ name: 'Examination', receiptDate: '2026-05-04' }))
    const words = `The examiner finds it ${nexus}, and painful ${onset}, with ${gone}.`
    const pdf = new Uint8Array(await testPdf(['Cover.', words]))
    form.set('file', new Blob([pdf], { type: 'application/pdf' }), 'examination.pdf')
    const { document } = await done<CaseDocumentDetail>(world.admin, 'POST', '/documents', form)
    await world.service.readTexts(world.caseId)
    return document
  }

  const product = async () => (await done<{ workProduct: WorkProduct }>(judith, 'GET', at())).workProduct
  const blockers = () => done<Blockers>(judith, 'GET', at('/blockers'))
  const broken = ({ blockers }: Blockers) =>
    blockers
      .filter(({ code }) => code === 'citationBroken')
      .map(({ anchor, check }) => [anchor?.quote, anchor?.page, check?.status, check?.now?.page])
  const write = async (http: Http, operations: NewOperation[], more = {}) => {
    const { revision } = await product()
    const made = await done<OperationsApplied>(http, 'POST', at('/operations'), {
      base: revision,
      operations,
      ...more,
    })
    assert.deepEqual(made.conflicts, [])
    return made
  }
  const propose = async (operations: NewOperation[]) => {
    const { revision: base } = await product()
    return (await done<{ proposal: Proposal }>(judith, 'POST', at('/proposals'), { base, operations }))
      .proposal
  }
  const accept = (http: Http, ids: string[]) =>
    done<ProposalsAccepted>(http, 'POST', at('/proposals/accept'), { proposals: ids })
  const sign = async (shown: string) => {
    const { version } = await product()
    return judith('POST', on(at('/sign')), { body: { version, shown } })
  }
  const cites = (id: string, text: string, quote: string, of = page): NewOperation => ({
    type: 'insertAfter',
    section: { part: 'issue', issueId },
    after: null,
    block: {
      type: 'paragraph',
      id: `blk_${id}`,
      content: [
        { type: 'text', text },
        { type: 'citation', anchor: { page: of, quote } },
      ],
    },
  })
  const says = (id: string, text: string): NewOperation => ({
    type: 'insertAfter',
    section: { part: 'opening' },
    after: null,
    block: { type: 'paragraph', id: `blk_${id}`, content: [{ type: 'text', text }] },
  })
  const citedIn = ({ issues }: WorkProductContent) =>
    issues.flatMap(({ content }) =>
      content.flatMap((block) =>
        block.type === 'paragraph'
          ? block.content.flatMap((run) =>
              run.type === 'citation' ? [[run.anchor.quote, run.anchor.page, run.anchor.version]] : [],
            )
          : [],
      ),
    )

  it('stand where they are cited by operations and by a proposal that is accepted, and nothing is in the way', async () => {
    await write(dora, [cites('nexus', 'Granted: ', nexus)], {
      dispositions: [{ issueId, disposition: 'allowed' }],
    })
    proposalIds.moved = (await propose([cites('onset', 'It hurts ', onset)])).id
    proposalIds.gone = (await propose([cites('gone', 'There is ', gone)])).id
    const first = await propose([
      {
        type: 'replaceSpan',
        blockId: 'blk_nexus',
        span: { from: 0, to: 7 },
        content: [{ type: 'text', text: 'Allowed' }],
      },
    ])
    assert.deepEqual((await accept(dora, [first.id])).accepted, [first.id])
    await done(dora, 'POST', at('/submit'), { version: (await product()).version })
    seen = await blockers()
    assert.deepEqual(
      seen.blockers.map(({ code }) => code),
      ['proposalsOpen'],
    )
    assert.deepEqual(citedIn((await product()).content), [[nexus, page, 1]])
  })

  it('are shown to the reviewer with their new place, and what was read before cannot be signed', async () => {
    const pages = ['A new cover.', 'Another.', `Examined again ${onset}.`, `It is ${nexus}.`]
    const body = new Uint8Array(await testPdf(pages))
    const { document } = await done<CaseDocumentDetail>(
      world.admin,
      'PUT',
      `/documents/${documentId}/content`,
      body,
    )
    await world.service.readTexts(world.caseId)
    moved = { onset: document.startPage + 2, nexus: document.startPage + 3 }
    const now = await until(async () => {
      const found = await blockers()
      return broken(found)[0]?.[2] === 'moved' && found
    })
    assert.deepEqual(broken(now), [[nexus, page, 'moved', moved.nexus]])
    assert.notEqual(now.shown, seen.shown)
    refused(await sign(seen.shown), 409, /^This has changed since you looked: .*what blocks the signature/)
    refused(await sign(now.shown), 422, /The citation of page \d+ has moved\./)
  })

  it('that a proposal cites are told once it is accepted: one with its new place, one that is gone', async () => {
    const { open } = await accept(judith, [proposalIds.moved, proposalIds.gone])
    assert.deepEqual(open, [])
    const now = await blockers()
    assert.deepEqual(
      broken(now).toSorted((one, other) => String(one[0]).localeCompare(String(other[0]))),
      [
        [nexus, page, 'moved', moved.nexus],
        [gone, page, 'orphaned', undefined],
        [onset, page, 'moved', moved.onset],
      ],
    )
    const late = await judith('POST', on(at('/proposals')), {
      body: { base: (await product()).revision, operations: [cites('late', 'Again ', nexus)] },
    })
    refused(late, 422, /older version|replaced/)
  })

  it('are in the sealed package where they stand now, after operations that follow them', async () => {
    const { version } = await product()
    await done(judith, 'POST', at('/return'), { version, reasons: ['The examination was revised.'] })
    const follow = (id: string, from: number, quote: string, to: number): NewOperation => ({
      type: 'replaceSpan',
      blockId: `blk_${id}`,
      span: { from, to: from + 1 },
      content: [{ type: 'citation', anchor: { page: to, quote } }],
    })
    await write(dora, [
      follow('nexus', 'Allowed: '.length, nexus, moved.nexus),
      follow('onset', 'It hurts '.length, onset, moved.onset),
      { type: 'remove', blockId: 'blk_gone' },
    ])
    proposalIds.waits = (await propose([says('late', 'With thanks to all.')])).id
    await done(dora, 'POST', at('/submit'), { version: (await product()).version })
    const now = await blockers()
    assert.deepEqual(
      now.blockers.map(({ code }) => code),
      ['proposalsOpen'],
    )
    assert.deepEqual(
      citedIn((await product()).content).toSorted(),
      [
        [nexus, moved.nexus, 2],
        [onset, moved.onset, 2],
      ].toSorted(),
    )
  })

  it('an open proposal stops the signature where the profile refuses, and is a warning in the package where it warns', async () => {
    const { shown } = await blockers()
    refused(await sign(shown), 422, /^A proposal is open: accept or reject it\.$/)
    const { profile } = (await world.admin('GET', '/profile')).json as { profile: Profile }
    const body = {
      profile: { ...profile, workProducts: { ...profile.workProducts, openProposals: 'warned' } },
      why: 'A proposal can wait.',
    }
    const saved = await world.admin('PUT', '/profile', { body })
    assert.equal(saved.status, 200, saved.text.slice(0, 500))
    refused(await sign(shown), 409, /^This has changed since you looked: .*what blocks.*the warnings/)
    const now = await blockers()
    assert.deepEqual(now.blockers, [])
    assert.ok(now.warnings.some(({ code }) => code === 'proposalsOpen'))
    const signed = await sign(now.shown ?? '')
    assert.equal(signed.status, 200, signed.text)
    const { package: decision } = await done<DecisionPackageDetail>(judith, 'GET', '/decision-package')
    assert.deepEqual(
      decision.warnings.filter(({ code }) => code === 'proposalsOpen').map(({ sentence }) => sentence),
      ['A proposal is open: accept or reject it.'],
    )
    assert.doesNotMatch(JSON.stringify(decision), /With thanks to all/)
    const { events } = await done<{ events: PorticoEvent[] }>(
      judith,
      'GET',
      '/events?types=workProduct.signed&limit=1000',
    )
    assert.match(JSON.stringify(events[0]?.data), /proposalsOpen/)
    const { proposals } = await done<{ proposals: Proposal[] }>(judith, 'GET', at('/proposals'))
    assert.deepEqual(
      proposals.filter(({ id }) => id === proposalIds.waits).map(({ status, state }) => [status, state]),
      [['closed', undefined]],
    )
    const accepted = await judith('POST', on(at('/proposals/accept')), {
      body: { proposals: [proposalIds.waits] },
    })
    assert.ok([409, 422].includes(accepted.status), accepted.text)
    const places = decision.citations
      .filter(({ anchor }) => anchor.documentId === documentId)
      .map(({ anchor, documentPage, status }) => [
        anchor.quote,
        anchor.version,
        anchor.page,
        documentPage,
        status,
      ])
    assert.deepEqual(
      places.toSorted(),
      [
        [nexus, 2, moved.nexus, 4, 'holds'],
        [onset, 2, moved.onset, 3, 'holds'],
      ].toSorted(),
    )
  })
})
