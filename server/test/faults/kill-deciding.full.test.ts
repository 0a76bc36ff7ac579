import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { NewOperation } from '@portico/contract/operations'
import type { Block } from '@portico/contract/rich-text'
import { PorticoClient } from '@portico/sdk'
import { preparedCases, type Stage } from '../../../sdk/test/prepared-case.ts'
import { verifyDrafts } from '../../app/verify/verify-drafts.ts'
import { credentials, tokenAt } from '../process.ts'
import { until } from '../until.ts'
import { type BoundService, openBoundService } from './bound-service.ts'

type Target = { caseId: string; workProductId: string; issueId: string; proposalIds: string[] }
type Options = { idempotencyKey: string }

const paragraph = (id: string, text: string): Block => ({
  type: 'paragraph',
  id: `blk_${id}`,
  content: [{ type: 'text', text }],
})
const insert = (id: string, text: string): NewOperation => ({
  type: 'insertAfter',
  section: { part: 'opening' },
  after: null,
  block: paragraph(id, text),
})

/** Where the process dies: `carriedOut` is a commit that the database makes when nobody is left to hear of it. */
const points = [
  { name: 'as the first row is written', when: 'immediate', isCarriedOut: false },
  { name: 'in a commit that is not made', when: 'deferred', isCarriedOut: false },
  { name: 'in a commit that is made and answered to nobody', when: 'deferred', isCarriedOut: true },
] as const

describe('kill -9 at each commit point of what becomes of a draft', () => {
  let service: BoundService
  let client: PorticoClient
  before(async () => {
    service = await openBoundService({}, (_, response) => response.end())
    await service.db.rows(`
      create function wait_for_the_test() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(28);
        return null;
      end $$`)
    await signIn()
  })
  after(() => service.close())

  async function signIn() {
    const token = await tokenAt(service.url())
    client = new PorticoClient({ baseUrl: service.url(), token, retries: 0 })
  }

  /** Kills the service while it writes what `begin` asks for; the database then does as the point says. */
  async function killedAt(point: (typeof points)[number], caseId: string, begin: () => Promise<unknown>) {
    const { db } = service
    for (const table of ['events', 'draft_changes'])
      await db.rows(`create constraint trigger wait_for_the_test after insert on ${table}
        deferrable initially ${point.when} for each row when (new.case_id = '${caseId}')
        execute function wait_for_the_test()`)
    let asked: Promise<unknown> | undefined
    await db.transaction(async (tx) => {
      await tx.rows(`select pg_advisory_xact_lock(28)`)
      asked = begin().then(
        () => 'answered',
        () => 'broken off',
      )
      const waiting = await until(async () => {
        const rows = await db.rows<{ pid: number }>(
          `select pid from pg_locks where locktype = 'advisory' and objid = 28 and not granted`,
        )
        return rows.length > 0 && rows
      })
      await service.kill()
      if (!point.isCarriedOut)
        for (const { pid } of waiting) await db.rows(`select pg_terminate_backend($1)`, [pid])
    })
    assert.equal(await asked, 'broken off')
    await until(async () => {
      const rows = await db.rows(`select from pg_locks where locktype = 'advisory' and objid = 28`)
      return rows.length === 0
    })
    for (const table of ['events', 'draft_changes'])
      await db.rows(`drop trigger wait_for_the_test on ${table}`)
    await service.startAgain()
    await signIn()
  }

  /** Everything that these acts write; what follows a signature by itself is left out. */
  async function stateOf({ caseId, workProductId }: Target) {
    const { db } = service
    const [product, { proposals }, issues, events, changes, packages, faults] = await Promise.all([
      client.workProducts.get(caseId, workProductId),
      client.workProducts.proposals(caseId, workProductId).page(),
      client.issues.list(caseId).then(({ issues }) => issues),
      db.rows<{ type: string; data: object }>(
        `select type, data from events where case_id = $1 and type not like 'timer.%'
         order by sequence`,
        [caseId],
      ),
      db.rows(
        `select revision, version, operations::text as operations from draft_changes where case_id = $1
         order by revision`,
        [caseId],
      ),
      db.rows(`select from decision_packages where case_id = $1`, [caseId]),
      verifyDrafts(db, { caseId }).then(({ faults }) => faults),
    ])
    assert.deepEqual(faults, [])
    const isLater =
      /^(workProduct\.(cleared|sealed|released)|delivery\..*|case\.(closed|stateChanged)|task\..*)$/
    return {
      text: [product.title, product.content, product.version, product.revision],
      status: ['draft', 'inReview'].includes(product.status) ? product.status : 'signed',
      proposals: proposals.map(({ status, answered }) => [status, answered?.revision]),
      decided: issues.map(({ decision }) => decision?.disposition),
      events: events.flatMap(({ type }) => (isLater.test(type) ? [] : [type])),
      tasks: events.filter(({ type }) => type.startsWith('task.')).length,
      changes,
      packages: packages.length,
    }
  }
  type State = Awaited<ReturnType<typeof stateOf>>
  const count = ({ events }: State, type: string) => events.filter((one) => one === type).length
  const words = ({ text }: State) => JSON.stringify(text)

  const acts: {
    name: string
    stage: Stage
    act: (target: Target, options: Options) => Promise<unknown>
    isDone: (state: State) => boolean
  }[] = [
    {
      name: 'accepting a proposal',
      stage: 'drafting',
      act: ({ caseId, workProductId, proposalIds }, options) =>
        client.workProducts.acceptProposals(caseId, workProductId, proposalIds.slice(0, 1), options),
      isDone: (state) =>
        /Proposal 0/.test(words(state)) &&
        !/Proposal 1/.test(words(state)) &&
        count(state, 'workProduct.proposalAccepted') === 1,
    },
    {
      name: 'accepting many proposals',
      stage: 'drafting',
      act: ({ caseId, workProductId, proposalIds }, options) =>
        client.workProducts.acceptProposals(caseId, workProductId, proposalIds, options),
      isDone: (state) =>
        [0, 1, 2, 3, 4].every((index) => words(state).split(`Proposal ${index}`).length === 2) &&
        count(state, 'workProduct.proposalAccepted') === 5 &&
        state.changes.length === 6,
    },
    {
      name: 'keeping a version',
      stage: 'drafting',
      act: ({ caseId, workProductId }, options) =>
        client.workProducts.keepVersion(caseId, workProductId, options),
      isDone: (state) => state.text[2] === 2 && count(state, 'workProduct.saved') === 1,
    },
    {
      name: 'submitting words that are in no version',
      stage: 'drafting',
      act: ({ caseId, workProductId }, options) =>
        client.workProducts.submit(caseId, workProductId, 1, options),
      isDone: (state) =>
        state.status === 'inReview' &&
        state.text[2] === 2 &&
        count(state, 'workProduct.submitted') === 1 &&
        count(state, 'workProduct.saved') === 1,
    },
    {
      name: 'returning with words',
      stage: 'inReview',
      act: ({ caseId, workProductId }, options) =>
        client.workProducts.return(caseId, workProductId, { version: 1, reasons: ['Say why.'] }, options),
      isDone: (state) => state.status === 'draft' && count(state, 'workProduct.returned') === 1,
    },
    {
      name: 'changing the text with a disposition',
      stage: 'drafting',
      act: ({ caseId, workProductId, issueId }, options) =>
        client.workProducts.changeText(
          caseId,
          workProductId,
          {
            base: 1,
            operations: [insert('denied', 'It is denied.')],
            dispositions: [{ issueId, disposition: 'denied' }],
          },
          options,
        ),
      isDone: (state) => /It is denied/.test(words(state)) && state.decided[0] === 'denied',
    },
    {
      name: 'changing the text alone',
      stage: 'drafting',
      act: ({ caseId, workProductId }, options) =>
        client.workProducts.changeText(
          caseId,
          workProductId,
          { base: 1, operations: [insert('alone', 'Only once.')] },
          options,
        ),
      isDone: (state) => words(state).split('Only once.').length === 2 && state.changes.length === 2,
    },
    {
      name: 'signing',
      stage: 'inReview',
      act: async ({ caseId, workProductId }, options) => {
        const { version } = await client.workProducts.get(caseId, workProductId)
        const { status: _, ...signed } = await client.workProducts.sign(
          caseId,
          workProductId,
          version,
          options,
        )
        return signed
      },
      isDone: (state) =>
        state.status === 'signed' && count(state, 'workProduct.signed') === 1 && state.packages === 1,
    },
  ]

  async function prepared(stage: Stage): Promise<Target> {
    const { caseId, workProductId, issueId } = await preparedCases(client, credentials.username).own(
      stage,
      true,
    )
    const proposalIds: string[] = []
    if (stage === 'drafting') {
      await client.workProducts.changeText(caseId, workProductId, {
        base: 0,
        operations: [insert('typed', 'Typed, and in no version.')],
      })
      for (let index = 0; index < 5; index += 1) {
        const { id } = await client.workProducts.propose(caseId, workProductId, {
          base: 1,
          operations: [insert(`p${index}`, `Proposal ${index}.`)],
        })
        proposalIds.push(id)
      }
    }
    return { caseId, workProductId, issueId, proposalIds }
  }

  async function writeOn({ caseId, workProductId }: Target) {
    const { revision } = await client.workProducts.get(caseId, workProductId)
    const operations = [insert('later', 'Written since.')]
    await client.workProducts.changeText(caseId, workProductId, { base: revision, operations })
    await client.workProducts.keepVersion(caseId, workProductId)
  }

  for (const { name, stage, act, isDone } of acts)
    for (const point of points)
      it(`${name}: ${point.name}`, async () => {
        const target = await prepared(stage)
        const options = { idempotencyKey: randomUUID() }
        const before = await stateOf(target)
        assert.equal(isDone(before), false)
        await killedAt(point, target.caseId, () => act(target, options))
        const restarted = await stateOf(target)
        if (point.isCarriedOut) assert.equal(isDone(restarted), true, JSON.stringify(restarted))
        else assert.deepEqual(restarted, before)
        const answer = await act(target, options)
        const done = await stateOf(target)
        assert.equal(isDone(done), true, JSON.stringify(done))
        if (point.isCarriedOut && name !== 'signing') assert.deepEqual(done, restarted)
        // The answer is the one of then: what has come since is not in it.
        if (done.status === 'draft' && stage === 'drafting') await writeOn(target)
        const { tasks: _, ...later } = await stateOf(target)
        assert.deepEqual(await act(target, options), answer)
        const { tasks: __, ...again } = await stateOf(target)
        assert.deepEqual(again, later)
      })
})
