import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import type { IssueCommand } from '../core/issue/commands.ts'
import { issues as decider } from '../core/issue/issue.ts'
import { type Fact, fold, Refusal } from '../core/kernel/decider.ts'
import type { ChainedEvent } from '../store/events/append.ts'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { alice, callBy, noon } from '../test/given.ts'
import { sized } from '../test/size.ts'
import { citations } from './citations.ts'
import { issues, listIssues } from './issues.ts'
import { applyProjections } from './projection.ts'

const issueType = 'serviceConnection'
const sha256 = 'a'.repeat(64)
const some = { one: fc.nat(9), other: fc.nat(9) }
const step = fc.oneof(
  fc.record({
    kind: fc.constantFrom('add', 'add', 'decide', 'undecide', 'edit', 'remove', 'restore'),
    ...some,
  }),
  fc.record({
    kind: fc.constantFrom('order', 'split', 'merge', 'cite', 'cite', 'uncite', 'follow'),
    ...some,
  }),
  fc.record({ kind: fc.constantFrom('sign', 'recall'), ...some }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Random commands, decided without a database: the events that they end in. */
function play(caseId: string, steps: Step[]): { events: ChainedEvent[]; state: typeof decider.initial } {
  const events: ChainedEvent[] = []
  let state = decider.initial
  let made = 0
  for (const { kind, one, other } of steps) {
    const known = Object.keys(state.issues)
    const issueId = known[one % known.length] ?? 'issue_x'
    const second = state.issueIds.filter((id) => id !== issueId)[other % state.issueIds.length] ?? 'issue_x'
    const cited = Object.keys(state.issues[issueId]?.citations ?? {})
    const citationId = cited[other % cited.length] ?? 'cite_x'
    const anchor = { documentId: 'doc_1', version: 1, sha256, page: other + 1 }
    const words = { issueType, ...(other > 4 ? { scope: `scope ${other}` } : {}) }
    const commands: Record<string, IssueCommand> = {
      add: { type: 'addIssue', caseId, issueId: `issue_${made++}`, ...words },
      decide: {
        type: 'decideIssue',
        caseId,
        issueId,
        disposition: other > 4 ? 'allowed' : 'denied',
        ...(one > 4 ? { note: 'clearly' } : {}),
      },
      undecide: { type: 'undecideIssue', caseId, issueId },
      edit: { type: 'editIssue', caseId, issueId, changes: { scope: other > 4 ? null : `now ${one}` } },
      remove: { type: 'removeIssue', caseId, issueId, how: 'withdrawn', why: 'because' },
      restore: { type: 'restoreIssue', caseId, issueId },
      order: { type: 'orderIssues', caseId, issueIds: state.issueIds.toReversed() },
      split: {
        type: 'splitIssue',
        caseId,
        issueId,
        into: [
          { issueId: `issue_${made++}`, ...words },
          { issueId: `issue_${made++}`, issueType },
        ],
      },
      merge: { type: 'mergeIssues', caseId, issueId: `issue_${made++}`, issueIds: [issueId, second] },
      cite: { type: 'cite', caseId, issueId, citationId: `cite_${made++}`, anchor },
      uncite: { type: 'uncite', caseId, issueId, citationId },
      follow: {
        type: 'followCitations',
        caseId,
        places: Object.entries(state.issues[issueId]?.citations ?? {}).map(([id, { anchor: from }]) => {
          const rect = { left: 0, top: 0, right: 1, bottom: 1 }
          const found = one > 4 ? { found: { ...from, version: 2, page: from.page + 20, rect } } : {}
          return { issueId, citationId: id, from, ...found }
        }),
      },
    }
    const isOfProduct = kind === 'sign' || kind === 'recall'
    const facts = isOfProduct ? product(kind, `product_${made++}`, state) : decide(commands[kind]!)
    for (const fact of facts) {
      const event = recorded(caseId, fact, events.length + 1)
      events.push(event)
      state = decider.evolve(state, event)
    }
  }
  return { events, state }

  function decide(command: IssueCommand): Fact[] {
    try {
      return decider.decide(command, state, callBy(alice))
    } catch (error) {
      if (error instanceof Refusal) return []
      throw error
    }
  }
}

function product(kind: 'sign' | 'recall', workProductId: string, state: typeof decider.initial): Fact[] {
  if (kind === 'recall') {
    const signed = Object.values(state.issues).find(({ signedIn }) => signedIn !== null)?.signedIn
    if (!signed) return []
    const data = { workProductId: signed, packageSha256: sha256, wasReleased: false, why: 'a slip' }
    return [{ type: 'workProduct.recalled', subject: signed, data }]
  }
  const decided = state.issueIds.filter((id) => state.issues[id]?.decision && !state.issues[id]?.signedIn)
  const dispositions = decided.map((issueId) => ({ issueId, disposition: 'allowed', reasons: [] }))
  const hashes = { contentSha256: sha256, packageSha256: sha256 }
  const data = { workProductId, version: 1, ...hashes, dispositions, recipients: [], warnings: [] }
  return [{ type: 'workProduct.signed', subject: workProductId, data }]
}

function recorded(caseId: string, fact: Fact, sequence: number): ChainedEvent {
  const at = new Date(noon.getTime() + sequence * 1000).toISOString()
  const envelope = { id: `evt_${sequence}`, caseId, sequence, at, recordedAt: at, actor: alice }
  return { ...envelope, ...fact, correlationId: 'req', hash: '', dataHash: Buffer.alloc(0) } as ChainedEvent
}

describe('the tables of issues and citations', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase()
  })
  after(() => db.close())

  const rowsOf = async (caseId: string) => ({
    issues: await db.rows(
      `select to_jsonb(i) - 'case_id' as row from issues i where case_id = $1 order by issue_id`,
      [caseId],
    ),
    citations: await db.rows(
      `select to_jsonb(c) - 'case_id' as row from citations c where case_id = $1 order by issue_id, citation_id`,
      [caseId],
    ),
  })
  const apply = (events: ChainedEvent[]) => applyProjections(db, [issues, citations], events)

  it('are the same however the events are cut into batches, and say what the decider says', async () => {
    let run = 0
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 40 }),
        fc.integer({ min: 2, max: 9 }),
        async (steps, size) => {
          run += 1
          const { events, state } = play(`live_${run}`, steps)
          for (const event of events) await apply([event])
          for (let from = 0; from < events.length; from += size) {
            await apply(events.slice(from, from + size).map((event) => ({ ...event, caseId: `cut_${run}` })))
          }
          await apply(events.map((event) => ({ ...event, caseId: `whole_${run}` })))
          const live = await rowsOf(`live_${run}`)
          assert.deepEqual(await rowsOf(`cut_${run}`), live)
          assert.deepEqual(await rowsOf(`whole_${run}`), live)

          const { issues: listed, past } = await listIssues(db, `live_${run}`)
          assert.deepEqual(
            listed.map(({ id }) => id),
            state.issueIds,
          )
          for (const issue of [...listed, ...past]) {
            const folded = state.issues[issue.id]!
            seen.add(issue.status)
            assert.equal(issue.status, folded.left ?? (folded.decision ? 'decided' : 'open'))
            assert.equal(issue.decision?.disposition, folded.decision?.disposition)
            assert.equal(issue.decision?.note, folded.decision?.note)
            assert.equal(issue.scope, folded.words.scope)
            assert.equal(issue.signedIn ?? null, folded.signedIn)
            assert.equal(issue.citations, Object.keys(folded.citations).length)
            assert.deepEqual(issue.raisedIssueIds, folded.raisedIssueIds)
          }
        },
      ),
      { numRuns: sized(60, 30), seed: 17 },
    )
    assert.deepEqual([...seen].toSorted(), ['decided', 'merged', 'open', 'split', 'withdrawn'])
  })

  it('answer what was raised by what is in the list, through splits and merges', async () => {
    const facts: Fact[] = []
    let state = decider.initial
    const caseId = 'case_lineage'
    const part = (issueId: string) => ({ issueId, issueType })
    const commands: IssueCommand[] = [
      { type: 'addIssue', caseId, ...part('a') },
      { type: 'addIssue', caseId, ...part('b') },
      { type: 'splitIssue', caseId, issueId: 'a', into: [part('a1'), part('a2')] },
      { type: 'mergeIssues', caseId, issueId: 'a2b', issueIds: ['a2', 'b'] },
      { type: 'removeIssue', caseId, issueId: 'a1', how: 'withdrawn', why: 'because' },
    ]
    for (const command of commands) {
      const decided = decider.decide(command, state, callBy(alice))
      facts.push(...decided)
      state = fold(
        decider,
        decided.map((fact) => recorded(caseId, fact, 1)),
        state,
      )
    }
    await apply(facts.map((fact, index) => recorded(caseId, fact, index + 1)))
    const { issues: listed, past } = await listIssues(db, caseId)
    const lineage = [...listed, ...past].map(({ id, status, raisedIssueIds, answeredByIssueIds }) => [
      id,
      status,
      raisedIssueIds,
      answeredByIssueIds,
    ])
    assert.deepEqual(
      lineage.toSorted(([a], [b]) => ((a as string) < (b as string) ? -1 : 1)),
      [
        ['a', 'split', ['a'], ['a2b']],
        ['a1', 'withdrawn', ['a'], []],
        ['a2', 'merged', ['a'], ['a2b']],
        ['a2b', 'open', ['a', 'b'], ['a2b']],
        ['b', 'merged', ['b'], ['a2b']],
      ],
    )
    assert.equal(past.find(({ id }) => id === 'a1')?.removal?.why, 'because')
  })
})
