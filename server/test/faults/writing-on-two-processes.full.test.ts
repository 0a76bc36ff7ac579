import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { NewOperation, OperationsApplied } from '@portico/contract/operations'
import type { Proposal, ProposalsAccepted } from '@portico/contract/proposals'
import type { WorkProduct } from '@portico/contract/work-products'
import { PorticoClient } from '@portico/sdk'
import type { Text } from '../../core/decision/operations.ts'
import { until } from '../until.ts'
import { type Fate, type Line, openBreakingLine } from './breaking-line.ts'
import {
  type Answer,
  countsOf,
  inserted,
  openTwoDesks,
  type Person,
  paragraph,
  seeded,
  sendUntilAnswered,
  type TwoDesks,
  typed,
  wordsOf,
} from './two-desks.ts'

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

describe(`one draft on two processes (SEED=${seed})`, () => {
  let desks: TwoDesks
  let lines: Line[] = []
  let first: Text
  let isBreaking = false
  const random = seeded(seed)
  before(async () => {
    desks = await openTwoDesks(['dora', 'dan'])
    const { title, content } = await desks.product()
    first = { title, content }
    const fateOf = (): Fate => {
      const chance = random.next()
      return !isBreaking || chance > 0.16 ? 'whole' : chance < 0.08 ? 'requestLost' : 'answerLost'
    }
    lines = await Promise.all(
      [0, 1].map((which) => openBreakingLine(() => desks.bases[which as 0 | 1], { delayMs: 200, fateOf })),
    )
  })
  after(async () => {
    await Promise.all(lines.map((line) => line.close()))
    await desks?.close()
  })
  beforeEach(() => {
    isBreaking = false
  })

  const ways = () => lines.map(({ url }) => url)
  const straight = () => desks.bases
  const ask = (who: string, which: 0 | 1, method: string, path: string, body?: unknown): Promise<Answer> =>
    desks.person(who).ask(desks.bases[which], method, desks.at(path), body === undefined ? {} : { body })
  const done = async <Json>(...asked: Parameters<typeof ask>): Promise<Json> => {
    const answer = await ask(...asked)
    assert.ok(answer.status < 300, `${asked.join(' ')}: ${answer.text.slice(0, 500)}`)
    return answer.json as Json
  }
  const refused = (answer: Answer, status: number, sentence: RegExp) => {
    assert.equal(answer.status, status, answer.text.slice(0, 500))
    assert.match((answer.json as { error: string }).error, sentence)
  }
  const change = (who: string, which: 0 | 1, base: number, ...operations: NewOperation[]) =>
    ask(who, which, 'POST', '/operations', { base, operations })
  const text = async () => wordsOf((await desks.product()).content)
  const submit = async (who: string, which: 0 | 1, more = {}) => {
    const { version } = await desks.product()
    return ask(who, which, 'POST', '/submit', { version, ...more })
  }
  const giveBack = async (which: 0 | 1) => {
    const { version } = await desks.product()
    return ask('judith', which, 'POST', '/return', { version, reasons: ['clarity'] })
  }

  /** Types words at the beginning of blocks: what somebody else was faster in is typed again on what is there now. */
  async function type(
    person: Person,
    blocks: readonly string[],
    {
      name,
      count = 1_000_000,
      isOver = () => false,
      bases,
      mayBeRefused,
      from = 0,
    }: {
      name: string
      count?: number
      isOver?: () => boolean
      bases: () => readonly string[]
      mayBeRefused?: RegExp
      from?: number
    },
  ) {
    const words: string[] = []
    const refusals: string[] = []
    let contested = 0
    let repeated = 0
    let base = (await desks.product()).revision
    for (let n = 0; n < count && !isOver(); n += 1) {
      const word = `${name}${n}.`
      const block = blocks[n % blocks.length] as string
      for (;;) {
        const body = { base, operations: [typed(block, 0, `${word} `)] }
        const { answer, tries } = await sendUntilAnswered(
          person,
          bases,
          ['POST', desks.at('/operations'), body],
          from,
        )
        repeated += tries
        if (answer.status !== 200) {
          assert.match(answer.text, mayBeRefused ?? /^$/)
          refusals.push(answer.text)
          await sleep(20)
          base = (await desks.product()).revision
          break
        }
        const { revision, conflicts } = answer.json as OperationsApplied
        base = revision
        if (conflicts.length === 0) {
          words.push(word)
          break
        }
        contested += 1
      }
    }
    return { words, refusals, contested, repeated }
  }

  /** What is typed while something else is done. */
  const whileTyped = async (
    [who, blocks, options]: [string, string[], Omit<Parameters<typeof type>[2], 'isOver'>],
    act: (end: () => void) => Promise<unknown>,
  ) => {
    let isOver = false
    const end = () => {
      isOver = true
    }
    const typing = type(desks.person(who), blocks, { ...options, isOver: () => isOver })
    const [acted, typedThen] = await Promise.allSettled([act(end).finally(end), typing])
    if (acted.status === 'rejected') throw acted.reason
    if (typedThen.status === 'rejected') throw typedThen.reason
    return typedThen.value
  }
  /** A draft that is returned is with whoever wrote last. */
  const shareAgain = async () => {
    const { id, assignee } = await desks.openTask('drafting')
    if (assignee?.kind === 'team') return
    const body = { assignee: { team: 'drafters' }, why: 'They write it together.' }
    const path = desks.on(`/tasks/${id}/assignee`)
    const answer = await desks.person(assignee?.name ?? '').ask(desks.bases[0], 'PUT', path, { body })
    assert.equal(answer.status, 200, answer.text)
  }

  const assertOnce = async (words: readonly string[]) => {
    const now = await text()
    const wrong = [...countsOf(words, now)].filter(([, count]) => count !== 1)
    assert.deepEqual(wrong, [])
  }

  it('is written by two at once, over lines that are slow and break: each acknowledged word is there once', async () => {
    await desks.write([
      inserted('one', 'One.'),
      inserted('two', 'Two.'),
      inserted('both', 'Both.'),
      inserted('issue', 'The knee.', { part: 'issue', issueId: desks.issueIds[0] as string }),
    ])
    isBreaking = true
    const [dora, dan] = await Promise.all([
      type(desks.person('dora'), ['one', 'both'], { name: 'dora', count: 24, bases: ways }),
      type(desks.person('dan'), ['two', 'both', 'issue'], { name: 'dan', count: 24, bases: ways, from: 1 }),
    ])
    isBreaking = false
    assert.ok(dora.repeated + dan.repeated > 0, 'no line broke')
    assert.ok(dora.contested + dan.contested > 0, 'they never met')
    await assertOnce([...dora.words, ...dan.words])
    await desks.assertWhole(first)
  })

  it('goes to review and back at one while it is written at the other: what was acknowledged is in a version', async () => {
    for (let round = 0; round < 6; round += 1) {
      const which = (round % 2) as 0 | 1
      const other = (1 - which) as 0 | 1
      const options = {
        name: `r${round}d`,
        bases: () => [desks.bases[other]],
        mayBeRefused: /is in review and can be changed only by its reviewer|only they can change/,
      }
      const { words, refusals } = await whileTyped(['dora', ['one'], options], async () => {
        await sleep(120)
        // A version may have been made meanwhile.
        const unless409 = (answer: Answer) => (answer.status === 409 ? undefined : answer)
        const submitted = await until(async () => unless409(await submit('dan', which)))
        assert.equal(submitted.status, 200, submitted.text)
        await sleep(80)
        const returned = await until(async () => unless409(await giveBack(which)))
        assert.equal(returned.status, 200, returned.text)
        await shareAgain()
        const after = (await text()).length
        await until(async () => (await text()).length > after)
      })
      assert.ok(refusals.length > 0, 'nothing was refused in review')
      await assertOnce(words)
      await desks.assertWhole(first)
    }
  })

  it('a proposal that is accepted at one while its block is written at the other loses nobody’s words', async () => {
    await desks.write([inserted('prop', 'The knee gave way in service.')])
    let accepted = 0
    const kept: string[] = []
    for (let round = 0; round < 8; round += 1) {
      const { revision, content } = await desks.product()
      const block = content.opening.find(({ id }) => id === 'blk_prop')
      const run = block?.type === 'paragraph' && block.content[0]
      const length = run && run.type === 'text' ? run.text.length : 0
      const operations = [typed('prop', length, ` Proposed${round}.`)]
      const { proposal } = await done<{ proposal: Proposal }>('dan', 0, 'POST', '/proposals', {
        base: revision,
        operations,
      })
      const [answer, { words }] = await Promise.all([
        sendUntilAnswered(desks.person('dora'), straight, [
          'POST',
          desks.at('/proposals/accept'),
          { proposals: [proposal.id] },
        ]),
        type(desks.person('dan'), ['prop'], {
          name: `p${round}w`,
          count: 4,
          bases: () => [desks.bases[1]],
        }),
      ])
      const told = answer.answer.json as ProposalsAccepted
      accepted += told.accepted.length
      kept.push(...words)
      const now = await text()
      const isIn = now.includes(`Proposed${round}.`)
      assert.equal(isIn, told.accepted.includes(proposal.id), answer.answer.text)
      const { proposals } = await done<{ proposals: Proposal[] }>('judith', 1, 'GET', '/proposals')
      const found = proposals.find(({ id }) => id === proposal.id)
      assert.equal(found?.status, isIn ? 'accepted' : 'open')
    }
    assert.ok(accepted > 0)
    await assertOnce(kept)
    await desks.assertWhole(first)
  })

  it('who is in it, and its revision, are heard at the other', async () => {
    const section = { part: 'opening' as const }
    const here = { workProductId: desks.workProductId, section }
    const bodyOf = (place: object) => ({ body: place })
    const place = desks.on('/presence')
    const [atA, atB] = desks.bases
    const { json } = await desks.world.anonymous('POST', '/auth/token', {
      body: { username: 'judith', password: desks.world.password },
    })
    const client = new PorticoClient({ baseUrl: atB, token: (json as { token: string }).token })
    const stop = new AbortController()
    const drafts: { revision: number }[] = []
    const moved: string[] = []
    const { position } = await client.cases.changes()
    const following = (async () => {
      const watched = client.cases.watchChanges({ after: position, signal: stop.signal })
      for await (const told of watched) {
        drafts.push(...(told.drafts ?? []))
        moved.push(...(told.presence ?? []))
      }
    })().catch(() => {})
    let revision = 0
    await until(async () => {
      await desks.person('judith').ask(atB, 'PUT', place, bodyOf(here))
      await desks.person('dora').ask(atA, 'PUT', place, bodyOf(here))
      const { revision: now } = await desks.write([typed('one', 0, 'Heard. ')], 'dora', atA)
      revision = now
      await sleep(1500)
      return drafts.some((draft) => draft.revision === revision)
    })
    const { json: there } = await desks.person('judith').ask(atB, 'PUT', place, bodyOf(here))
    const { present } = there as { present: { username: string; workProductId?: string }[] }
    assert.deepEqual(
      present.map(({ username, workProductId }) => [username, workProductId]),
      [['dora', desks.workProductId]],
    )
    const before = moved.length
    assert.equal((await desks.person('dora').ask(atA, 'DELETE', place)).status, 204)
    await until(async () => {
      await desks.person('judith').ask(atB, 'PUT', place, bodyOf(here))
      return moved.length > before
    })
    stop.abort()
    await following
  })

  it('one key is one act, whichever process is asked again', async () => {
    const { revision, version } = await desks.product()
    const acts: [who: string, path: string, body: unknown][] = [
      ['dora', '/operations', { base: revision, operations: [typed('one', 0, 'Keyed. ')] }],
      [
        'dan',
        '/proposals',
        { base: revision, operations: [{ type: 'setTitle', title: 'Decision and order' }] },
      ],
      ['dora', '/versions', undefined],
      ['dan', '/submit', { version: version + 1 }],
    ]
    for (const [who, path, body] of acts) {
      const headers = { 'idempotency-key': `once${path}` }
      const answers: string[] = []
      for (const base of [...desks.bases, ...desks.bases]) {
        const answer = await desks.person(who).ask(base, 'POST', desks.at(path), { body, headers })
        assert.ok(answer.status < 300, `${path}: ${answer.text}`)
        answers.push(answer.text)
      }
      assert.equal(new Set(answers).size, 1, path)
    }
    assert.equal((await text()).split('Keyed.').length, 2)
    const { proposals } = await done<{ proposals: Proposal[] }>('dan', 1, 'GET', '/proposals?status=open')
    const titled = proposals.filter(({ title }) => title?.yours === 'Decision and order')
    assert.equal(titled.length, 1)
    await done('dan', 1, 'POST', '/proposals/withdraw', { proposals: titled.map(({ id }) => id) })
    assert.equal((await giveBack(0)).status, 200)
    await shareAgain()
    await desks.assertWhole(first)
  })

  it('the same key at both at once is one act', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { revision } = await desks.product()
      const headers = { 'idempotency-key': `at-once-${round}` }
      const body = { base: revision, operations: [typed('one', 0, `Atonce${round}. `)] }
      const answers = await Promise.all(
        [...desks.bases, ...desks.bases].map((base) =>
          desks.person('dora').ask(base, 'POST', desks.at('/operations'), { body, headers }),
        ),
      )
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
      assert.equal(new Set(answers.map((answer) => answer.text)).size, 1)
      await assertOnce([`Atonce${round}.`])
    }
    await desks.assertWhole(first)
  })

  it('who has lost it at one is refused at the other, from the next request on', async () => {
    for (const which of [0, 1, 0, 1] as const) {
      const other = (1 - which) as 0 | 1
      const { revision } = await desks.product()
      assert.equal((await change('dora', other, revision, typed('one', 0, 'Mine. '))).status, 200)
      const { id } = await desks.openTask('drafting')
      const path = desks.on(`/tasks/${id}/assignee`)
      const give = async (assignee: object, by: string) => {
        const body = { assignee, why: 'Handed on.' }
        const answer = await desks.person(by).ask(desks.bases[which], 'PUT', path, { body })
        assert.equal(answer.status, 200, answer.text)
      }
      await give({ person: 'dan' }, 'dan')
      refused(
        await change('dora', other, revision + 1, typed('one', 0, 'Late. ')),
        403,
        /only they can change the work product now/,
      )
      assert.equal((await change('dan', other, revision + 1, typed('one', 0, 'His. '))).status, 200)
      await give({ team: 'drafters' }, 'dan')
      assert.equal((await change('dora', other, revision + 2, typed('one', 0, 'Again. '))).status, 200)
    }
    assert.doesNotMatch(await text(), /Late\./)
  })

  it('a profile that is changed at one holds at the other for the next that is written', async () => {
    const { world } = desks
    const credentials = { body: { username: world.username, password: world.password } }
    const { json } = await world.anonymous('POST', '/auth/token', credentials)
    const { token } = json as { token: string }
    const admins = desks.bases.map((baseUrl) => new PorticoClient({ baseUrl, token }))
    const { profile } = await (admins[0] as PorticoClient).profile.get()
    const section = { part: 'issue' as const, issueId: desks.issueIds[0] as string }
    const block = { ...paragraph('part', 'It is found.'), part: 'remark' }
    const insert = { type: 'insertAfter', section, after: null, block } as NewOperation
    const wider = structuredClone(profile)
    wider.workProducts.parts?.push({ name: 'remark', label: 'remark', place: 'inPlace' })
    for (const which of [1, 0, 1, 0] as const) {
      const admin = admins[1 - which] as PorticoClient
      let { revision } = await desks.product()
      const write = async (...operations: NewOperation[]) => {
        const answer = await change('dora', which, revision, ...operations)
        if (answer.status === 200) ({ revision } = answer.json as OperationsApplied)
        return answer
      }
      await admin.profile.save(wider, 'Remarks, too.')
      const taken = await write(insert)
      assert.equal(taken.status, 200, taken.text)
      assert.equal((await write({ type: 'remove', blockId: 'blk_part' })).status, 200)
      await admin.profile.save(profile, 'No remarks.')
      refused(await write(insert), 400, /part/)
    }
  })

  it('a process that is killed while it makes a version takes nothing along that the other has', async () => {
    const words: string[] = []
    for (const delayMs of [2, 5, 9, 14]) {
      const options = { name: `k${delayMs}w`, bases: () => [desks.bases[0]] }
      const typedThen = await whileTyped(['dora', ['one', 'two'], options], async () => {
        await sleep(150)
        const keeping = ask('dan', 1, 'POST', '/versions').catch(() => undefined)
        await sleep(delayMs)
        desks.second.child.kill('SIGKILL')
        await desks.second.ended
        await keeping
        const before = (await desks.product()).revision
        await until(async () => (await desks.product()).revision > before + 3)
      })
      words.push(...typedThen.words)
      await desks.startSecond()
      await assertOnce(words)
      await desks.assertWhole(first)
    }
  })

  it('is signed at one while its judge writes at the other: no acknowledged word is missing in what is signed', async () => {
    for (const id of desks.issueIds)
      await desks.done(desks.judge, 'PUT', `/issues/${id}/decision`, { disposition: 'dismissedMatterOfLaw' })
    const words: string[] = []
    for (const [index, issueId] of desks.issueIds.entries())
      await desks.write([inserted(`dismissed${index}`, 'It is dismissed.', { part: 'issue', issueId })])
    assert.equal((await submit('dan', 0)).status, 200)
    const options = { name: 'judge', bases: () => [desks.bases[1]], mayBeRefused: /signed/ }
    const typedThen = await whileTyped(['judith', ['one'], options], async (end) => {
      let refusals = 0
      await until(async () => {
        const kept = await done<{ workProduct: WorkProduct }>('judith', 0, 'POST', '/versions')
        const answer = await ask('judith', 0, 'POST', '/sign', { version: kept.workProduct.version })
        if (answer.status === 409) refusals += 1
        else assert.equal(answer.status, 200, answer.text.slice(0, 800))
        if (refusals > 3) end()
        return answer.status === 200
      })
    })
    words.push(...typedThen.words)
    const signedText = JSON.stringify((await desks.product()).content)
    assert.deepEqual(
      [...countsOf(words, signedText)].filter(([, count]) => count !== 1),
      [],
    )
    const { json } = await desks.world.admin('GET', desks.on('/decision-package'))
    assert.deepEqual(
      [...countsOf(words, JSON.stringify(json))].filter(([, count]) => count < 1),
      [],
    )
  })
})
