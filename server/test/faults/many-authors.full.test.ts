import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { IssueList } from '@portico/contract/issues'
import type { NewOperation, OperationsApplied } from '@portico/contract/operations'
import type { Proposal, ProposalsAccepted } from '@portico/contract/proposals'
import type { Block } from '@portico/contract/rich-text'
import type { WorkProduct, WorkProductContent } from '@portico/contract/work-products'
import { verify } from '../../app/verify/verify.ts'
import { sectionsOf, type Text } from '../../core/decision/operations.ts'
import {
  type Answer,
  countsOf,
  openTwoDesks,
  paragraph,
  seeded,
  sendUntilAnswered,
  type TwoDesks,
  wordsOf,
} from './two-desks.ts'

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const actsOfEach = Math.ceil(Number(process.env.ACTS ?? 300) / 6)
const judge = 'judith'
const authors = ['dora', 'dan', 'dina', 'dirk', 'della', judge]

/** What one author last saw; the older it is, the more of what they do meets what others did. */
type View = { revision: number; version: number; status: string; text: Text }

describe(`a draft that six write, review and decide on two processes (SEED=${seed})`, () => {
  let desks: TwoDesks
  let first: Text
  before(async () => {
    desks = await openTwoDesks(authors.filter((name) => name !== judge))
    const { title, content } = await desks.product()
    first = { title, content }
  })
  after(() => desks?.close())

  /** Words that were acknowledged, and those that somebody may have taken out since. */
  const written = new Set<string>()
  const doubted = new Set<string>()
  const doubt = (words: string) => {
    for (const [word] of words.matchAll(/w\w+?x/g)) doubted.add(word)
  }
  /** Those that a change with new words was answered with: each is the change of one. */
  const revisions: number[] = []
  const outcomes = new Map<string, Map<number, number>>()

  function author(name: string, index: number) {
    const random = seeded(seed * 31 + index)
    const person = desks.person(name)
    let words = 0
    let view: View
    const word = () => `w${index}n${words++}x`
    const send = async (kind: string, method: string, path: string, body?: unknown): Promise<Answer> => {
      const from = random.below(2)
      const { answer } = await sendUntilAnswered(person, () => desks.bases, [method, path, body], from)
      const counts = outcomes.get(kind) ?? new Map<number, number>()
      outcomes.set(kind, counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1))
      assert.ok([200, 201, 204, 400, 403, 404, 409, 422].includes(answer.status), `${kind}: ${answer.text}`)
      return answer
    }
    const look = async () => {
      const { answer } = await sendUntilAnswered(
        person,
        () => desks.bases,
        ['GET', desks.at(), undefined],
        random.below(2),
      )
      assert.equal(answer.status, 200, answer.text.slice(0, 500))
      const product = (answer.json as { workProduct: WorkProduct }).workProduct
      const { revision = 0, version, status, title, content } = product
      view = { revision, version, status, text: { title, content } }
    }
    const textOf = (block: Block) =>
      block.type === 'paragraph'
        ? block.content.map((run) => (run.type === 'text' ? run.text : ' ')).join('')
        : ''
    const blocks = () => sectionsOf(view.text.content).flatMap(({ blocks }) => blocks)
    const block = () => {
      const all = blocks().filter(({ type }) => type === 'paragraph')
      // Most of it happens in few places, so that they meet.
      return random.oneOf(random.below(3) > 0 ? all.slice(0, 3) : all)
    }

    /** An operation on what was seen, the words that it adds, and those that it may take out. */
    function operation(): { operation: NewOperation; adds: string[]; takes: string } {
      const sections = sectionsOf(view.text.content)
      const { section, blocks: there } = random.oneOf(sections)
      const added = word()
      const some = blocks().length > 0 ? block() : undefined
      const kind = some ? random.below(10) : 0
      if (!some || kind < 3) {
        const after = there.length > 0 && random.below(2) ? (random.oneOf(there).id ?? null) : null
        const made = paragraph(`${name}${added}`, `${added} `)
        const operation = { type: 'insertAfter' as const, section, after, block: made }
        return { operation, adds: [added], takes: '' }
      }
      if (kind === 3 && blocks().length > 8)
        return { operation: { type: 'remove', blockId: some.id }, adds: [], takes: textOf(some) }
      if (kind === 4)
        return {
          operation: { type: 'move', blockId: some.id, section, after: null },
          adds: [],
          takes: '',
        }
      const at = textOf(some)
        .split(' ')
        .slice(0, random.below(4))
        .reduce((sum, part) => sum + part.length + 1, 0)
      const from = Math.min(at, textOf(some).length)
      return {
        operation: {
          type: 'replaceSpan',
          blockId: some.id,
          span: { from, to: from },
          content: [{ type: 'text', text: `${added} ` }],
        },
        adds: [added],
        takes: '',
      }
    }

    async function type() {
      const made = Array.from({ length: 1 + random.below(3) }, operation)
      // Two on one block would have to know of each other.
      const seen = new Set<string>()
      const several = made.filter(({ operation }) => {
        const id = 'blockId' in operation ? operation.blockId : 'after' in operation ? operation.after : null
        if (id && seen.has(id)) return false
        if (id) seen.add(id)
        return true
      })
      const operations = several.map(({ operation }) => operation)
      const body = { base: view.revision, operations }
      const answer = await send('type', 'POST', desks.at('/operations'), body)
      if (answer.status !== 200) return look()
      const { applied, revision } = answer.json as OperationsApplied
      if (applied.some((at) => (several[at]?.adds.length ?? 0) > 0)) revisions.push(revision)
      for (const at of applied) {
        for (const added of several[at]?.adds ?? []) written.add(added)
        doubt(several[at]?.takes ?? '')
      }
      if (random.below(3) > 0) await look()
    }

    async function saveWhole() {
      const { content } = structuredClone(view.text) as { content: WorkProductContent }
      const added = word()
      content.closing.push(paragraph(`${name}${added}`, `${added} `))
      const body = { baseVersion: view.version, base: view.revision, content }
      const answer = await send('save', 'PUT', desks.at(), body)
      if (answer.status === 200) written.add(added)
      await look()
    }

    async function propose() {
      const { operation: asked, adds, takes } = operation()
      const body = { base: view.revision, operations: [asked] }
      const answer = await send('propose', 'POST', desks.at('/proposals'), body)
      if (answer.status !== 201) return look()
      const { proposal } = answer.json as { proposal: Proposal }
      proposed.set(proposal.id, { adds, takes })
    }

    async function answerProposal() {
      const id = random.oneOf([...proposed.keys()])
      if (id === undefined) return
      const kind = random.below(5)
      if (kind === 0)
        return void (await send('withdraw', 'POST', desks.at('/proposals/withdraw'), { proposals: [id] }))
      if (kind === 1)
        return void (await send('reject', 'POST', desks.at('/proposals/reject'), { proposals: [id] }))
      const answer = await send('accept', 'POST', desks.at('/proposals/accept'), { proposals: [id] })
      if (answer.status !== 200) return
      const { accepted } = answer.json as ProposalsAccepted
      if (!accepted.includes(id)) return
      for (const added of proposed.get(id)?.adds ?? []) written.add(added)
      doubt(proposed.get(id)?.takes ?? '')
    }

    async function issueActs() {
      const { json } = await person.ask(desks.bases[0], 'GET', desks.on('/issues'))
      const { issues, past } = json as IssueList
      const kind = random.below(5)
      const words = { issueType: 'serviceConnection' }
      const [open] = issues.length > 0 ? [random.oneOf(issues)] : []
      if (!open || kind === 0)
        return send('addIssue', 'POST', desks.on('/issues'), { ...words, scope: `of ${name}` })
      const on = desks.on(`/issues/${open.id}`)
      if (kind === 1 && issues.length < 6) {
        const into = ['left', 'right'].map((scope) => ({ ...words, scope }))
        return send('split', 'POST', `${on}/split`, { into })
      }
      if (kind === 2 && issues.length > 2)
        return send('withdrawIssue', 'PUT', `${on}/removal`, { how: 'withdrawn', why: 'In writing.' })
      const [back] = past.filter(({ status }) => status === 'withdrawn')
      if (kind === 3 && back) return send('restoreIssue', 'DELETE', desks.on(`/issues/${back.id}/removal`))
      const disposition = random.oneOf(['allowed', 'denied', 'dismissedMatterOfLaw'])
      const body = {
        base: view.revision,
        operations: [{ type: 'addSection', issueId: open.id }],
        dispositions: [{ issueId: open.id, disposition }],
      }
      return send('decide', 'POST', desks.at('/operations'), body)
    }

    /** As it was at a version of before, saved again: what was written since is taken out. */
    async function restoreVersion() {
      await look()
      if (view.version < 2) return
      const version = 1 + random.below(view.version)
      const old = await person.ask(desks.bases[0], 'GET', desks.at(`/versions/${version}`))
      const { content } = (old.json as { version: { content: WorkProductContent } }).version
      const body = { baseVersion: view.version, base: view.revision, content }
      const answer = await send('restore', 'PUT', desks.at(), body)
      // What came meanwhile stays, or it is refused.
      const before = wordsOf(content)
      if (answer.status === 200)
        for (const [taken] of wordsOf(view.text.content).matchAll(/w\w+?x/g))
          if (!before.includes(taken)) doubted.add(taken)
      await look()
    }

    async function review() {
      await look()
      if (name !== judge && view.status === 'draft')
        return send('submit', 'POST', desks.at('/submit'), { version: view.version })
      if (name === judge && view.status === 'inReview') {
        const body = { version: view.version, reasons: ['clarity'] }
        const answer = await send('return', 'POST', desks.at('/return'), body)
        if (answer.status !== 200) return
        const task = await desks.openTask('drafting')
        const held = task.assignee?.kind === 'person' ? task.assignee.name : undefined
        const path = desks.on(`/tasks/${task.id}/assignee`)
        const handed = { assignee: { team: 'drafters' }, why: 'They write it together.' }
        if (held) await desks.person(held).ask(desks.bases[0], 'PUT', path, { body: handed })
      }
    }

    const keep = () => send('keep', 'POST', desks.at('/versions'))
    const comment = () => send('comment', 'POST', desks.at('/comments'), { text: `Is it so, ${name}?` })

    return async () => {
      await look()
      for (let act = 0; act < actsOfEach; act += 1) {
        const chance = random.below(100)
        if (chance < 52) await type()
        else if (chance < 60) await saveWhole()
        else if (chance < 68) await propose()
        else if (chance < 76) await answerProposal()
        else if (chance < 83) await issueActs()
        else if (chance < 89) await keep()
        else if (chance < 92) await comment()
        else if (chance < 95) await restoreVersion()
        else if (chance < 98) await type()
        else await review()
        // The judge gives back what would stop all others.
        if (name === judge && act % 3 === 0) await review()
      }
    }
  }

  const proposed = new Map<string, { adds: string[]; takes: string }>()

  it('is whole at the end: what was acknowledged and nobody took out is there once, and everything verifies', async (t) => {
    await Promise.all(authors.map((name, index) => author(name, index)()))
    const said = [...outcomes].map(
      ([kind, counts]) => `${kind} ${[...counts].map(([status, count]) => `${status}×${count}`).join(' ')}`,
    )
    t.diagnostic(`SEED=${seed}: ${said.join('; ')}`)
    const now = await desks.product()
    const all = wordsOf(now.content)
    const kept = [...written].filter((word) => !doubted.has(word))
    t.diagnostic(`${written.size} words were acknowledged, ${kept.length} of them were never taken out`)
    assert.deepEqual(
      [...countsOf(kept, all)].filter(([, count]) => count !== 1),
      [],
    )
    // What may have been taken out is there once at most, and so is what was never acknowledged.
    const ever = new Set([...all.matchAll(/w\w+?x/g)].map(([word]) => word))
    assert.deepEqual(
      [...countsOf([...ever], all)].filter(([, count]) => count !== 1),
      [],
    )
    assert.equal(new Set(revisions).size, revisions.length, 'two changes were answered with one revision')
    await desks.assertWhole(first)
    const { faults } = await verify(desks.world.service.db)
    assert.deepEqual(faults, [])
    for (const kind of ['type', 'save', 'propose', 'accept', 'keep', 'submit'])
      assert.ok(
        [...(outcomes.get(kind)?.keys() ?? [])].some((status) => status < 300),
        `no ${kind}`,
      )
  })
})
