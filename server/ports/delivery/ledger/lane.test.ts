import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { caseStatus } from '@portico/contract/ports/case-status'
import { type Adapter, type CallContext, PortError } from '@portico/contract/ports/kit'
import { readBindings } from '../../../store/port-bindings.ts'
import { requestBy } from '../../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../../test/database.ts'
import { noon } from '../../../test/given.ts'
import { type Lanes, openLanes } from '../../../test/lanes.ts'
import { until } from '../../../test/until.ts'
import { openCapabilities } from '../bindings/capabilities.ts'
import { putOff, type ServedPort, servePort } from '../bindings/serve-port.ts'
import { giveUpAfterMs } from './backoff.ts'
import { owedBy } from './owed.ts'

type Call = (caseId: string, context: CallContext, call: string) => Promise<object>

const adapterOf = (call: Call) => (): Adapter => {
  const method = (as: string) => (input: { caseId: string }, context: CallContext) =>
    call(input.caseId, context, as)
  return {
    supports: [],
    calls: Object.fromEntries(Object.keys(caseStatus.calls).map((as) => [as, method(as)])) as never,
  }
}

describe('a lane', () => {
  let db: TestDatabase | undefined
  let lanes: Lanes | undefined
  const close = async () => {
    await lanes?.stop()
    await db?.close()
  }
  const opened = async (calls: Record<string, Call>, served?: ServedPort): Promise<Lanes> => {
    await close()
    db = await freshDatabase()
    const adapters = Object.entries(calls).map(([name, call]) => [name, adapterOf(call)])
    lanes = await openLanes(db, Object.fromEntries(adapters), { ...(served ? { served } : {}) })
    return lanes
  }
  after(close)

  /** Owes more to a binding about a case that has something to announce. */
  const owe = async ({ db }: Lanes, ids: readonly string[]) => {
    for (const id of ids)
      await db.rows(
        `insert into obligations (id, port, binding, call, case_id, event_id, event_type, sequence, subject, status,
           due_at, created_at)
         select $1, port, binding, 'announceTransition', case_id, event_id, event_type, sequence, subject, 'waiting',
           $2, $2 from obligations order by number limit 1`,
        [id, noon],
      )
  }

  it('tries for three days, ever more rarely, and then leaves one dead letter on the case', async () => {
    const keys = new Set<string>()
    const of = await opened({
      dead: async (_, { key }) => {
        keys.add(key)
        throw new PortError('unavailable', 'Nobody is there.')
      },
    })
    const caseId = await of.open()
    const waits: number[] = []
    let attempts = 0
    for (;;) {
      const row = await until(async () => {
        const [one] = await of.rows('dead')
        return one && one.attempts > attempts && one.status !== 'sending' && one
      }, 5)
      attempts = row.attempts
      if (row.status === 'failed') break
      waits.push(row.due_at.getTime() - of.now().getTime())
      // Past the pause of the breaker, too: it lets one through to try.
      of.moveTo(new Date(Math.max(row.due_at.getTime(), of.now().getTime() + 11 * 60_000)))
    }
    assert.deepEqual(waits.slice(0, 4), [5000, 10_000, 20_000, 40_000])
    assert.ok(waits.every((ms) => ms <= 3 * 3_600_000))
    assert.ok(of.now().getTime() - noon.getTime() >= giveUpAfterMs)
    assert.ok(attempts > 20 && attempts < 60, `${attempts} attempts`)
    assert.equal(keys.size, 1, 'every attempt has the same key')
    const failed = await of.db.rows<{ case_id: string }>(
      `select case_id from events where type = 'delivery.failed'`,
    )
    assert.deepEqual(failed, [{ case_id: caseId }])
  })

  it('tries again after an answer of the wrong shape, and a fault of a recipient is none of the binding', async () => {
    let isOdd = true
    const of = await opened({
      odd: async () => (isOdd ? [1, 2, 3] : {}),
      theirs: async () => {
        throw new PortError('gone', 'They moved.', { isOfRecipient: true })
      },
      ours: async () => {
        throw new PortError('gone', 'It moved.')
      },
    })
    await of.open()
    await until(async () => (await of.rows('odd'))[0]?.error_code === 'unavailable')
    isOdd = false
    of.moveTo(new Date(noon.getTime() + 3_600_000))
    await of.settled('odd', 1)
    await until(async () => (await of.rows('theirs'))[0]?.status === 'failed')
    const failures = await until(async () => {
      const rows = await readBindings(of.db)
      const failureOf = (name: string) => rows.find(({ binding }) => binding === name)?.errorCode
      return failureOf('ours') && [failureOf('ours'), failureOf('theirs') ?? undefined]
    })
    assert.deepEqual(failures, ['gone', undefined])
  })

  it('waits as long as the other side asks for, an hour at most, and does not come back to what is gone', async () => {
    const asked: string[] = []
    let isBusy = true
    let first: string | undefined
    const of = await opened({
      busy: async (caseId) => {
        asked.push(caseId)
        if (isBusy) throw new PortError('rateLimited', 'Slow down.', { retryAfterMs: 7 * 86_400_000 })
        return {}
      },
      gone: async () => {
        throw new PortError('gone', 'It moved.')
      },
      picky: async (caseId) => {
        first ??= caseId
        if (caseId === first)
          throw new PortError('conflict', 'Not this one yet.', { retryAfterMs: 3_600_000 })
        return {}
      },
    })
    await of.open()
    await until(async () => (await of.rows('picky'))[0]?.error_code === 'conflict', 5)
    await until(async () => (await of.rows('busy'))[0]?.status === 'waiting' && asked.length === 1, 5)
    await of.open()
    await until(async () => (await of.rows('gone')).every(({ status }) => status === 'failed'), 5)
    assert.deepEqual(
      (await of.rows('gone')).map(({ attempts, error_code }) => [attempts, error_code]),
      [
        [1, 'gone'],
        [1, 'gone'],
      ],
    )
    await of.settled('picky', 1)
    of.moveTo(new Date(noon.getTime() + 3_599_000))
    await of.open()
    await until(async () => (await of.rows('gone')).length === 3, 5)
    assert.equal(asked.length, 1, 'the whole binding is quiet')
    isBusy = false
    of.moveTo(new Date(noon.getTime() + 3_601_000))
    await of.settled('busy', 3)
  })

  it('calls a binding that has asked for silence once somebody has something sent again', async () => {
    let mood: 'refuses' | 'busy' | 'takes' = 'refuses'
    const of = await opened({
      main: async () => {
        if (mood === 'refuses') throw new PortError('refused', 'No.')
        if (mood === 'busy') throw new PortError('rateLimited', 'Slow down.', { retryAfterMs: 3_000_000 })
        return {}
      },
    })
    await of.open()
    const dead = await until(async () => (await of.rows('main')).find(({ status }) => status === 'failed'), 5)
    mood = 'busy'
    await of.open()
    await until(async () => (await of.rows('main'))[1]?.error_code === 'rateLimited', 5)
    mood = 'takes'
    of.moveTo(new Date(noon.getTime() + 1000))
    await of.ledger.redrive(requestBy(), dead.id)
    await of.settled('main', 1)
    assert.equal((await of.rows('main'))[1]?.status, 'waiting', 'the other waits as long as it was asked to')
  })

  it('waits for an adapter that cannot be opened: nobody has refused anything yet', async () => {
    await close()
    db = await freshDatabase()
    let opened = 0
    const moved = () => {
      opened += 1
      if (opened < 3) throw new PortError('notSupported', 'The other side answers 404.')
      return adapterOf(async () => ({}))()
    }
    const of = await openLanes(db, { moved })
    lanes = of
    await of.open()
    const tried = await until(async () => {
      const [row] = await of.rows('moved')
      return row?.error_code ? row : undefined
    })
    assert.deepEqual([tried.status, tried.error_code], ['waiting', 'notSupported'])
    of.moveTo(new Date(noon.getTime() + 3_600_000))
    await of.settled('moved', 1)
  })

  it('holds up neither another binding nor another case', async () => {
    const hangs = Promise.withResolvers<object>()
    let first: string | undefined
    const of = await opened({
      hanging: () => hangs.promise,
      slow: async (caseId) => {
        first ??= caseId
        return caseId === first ? hangs.promise : {}
      },
      well: async () => ({}),
    })
    for (let count = 0; count < 12; count++) await of.open()
    await of.settled('well', 12)
    await of.settled('slow', 11)
    assert.ok((await of.rows('hanging')).every(({ status }) => status !== 'delivered'))
    hangs.resolve({})
    await of.settled('slow', 12)
    await of.settled('hanging', 12)
  })

  it('sends what a case owes in its order, whatever fails in between', async () => {
    const told: string[] = []
    const keys = new Set<string>()
    let failures = 3
    const of = await opened({
      main: async (caseId, { key }, call) => {
        if (failures-- > 0) throw new PortError('conflict', 'Not now.')
        // Time flies here: a lease may be over before its call is written down, and the same key is the same work.
        if (keys.has(key)) return {}
        keys.add(key)
        told.push(`${call} ${caseId}`)
        return {}
      },
    })
    const opened1 = await of.open()
    await owe(of, ['obl_a', 'obl_b', 'obl_c'])
    for (let minutes = 1; (await of.rows('main')).some(({ status }) => status !== 'delivered'); minutes++) {
      assert.ok(minutes < 300)
      of.moveTo(new Date(noon.getTime() + minutes * 60_000))
      await new Promise((later) => setTimeout(later, 10))
    }
    assert.deepEqual(told, [
      `announceCreated ${opened1}`,
      ...Array.from({ length: 3 }, () => `announceTransition ${opened1}`),
    ])
  })

  it('has nobody wait for what goes to another recipient or by another channel, failing or put off', async () => {
    const morning = new Date(noon.getTime() + 8 * 3_600_000)
    let time = noon
    const input = async ({ caseId, recipient, channel }: { caseId: string } & Record<string, unknown>) =>
      recipient === 'sleeper' && channel === 'text' && time < morning ? putOff(morning) : { caseId }
    const served = servePort(caseStatus, {
      input: { announceCreated: input, announceTransition: input, announceClosure: input } as never,
      heard: {} as never,
    })
    const sent: string[] = []
    const of = await opened(
      {
        main: async (_, { key }) => {
          if (key === 'broken' && time < morning)
            throw new PortError('conflict', 'Their browser is not there.', { isOfRecipient: true })
          sent.push(key)
          return {}
        },
      },
      served,
    )
    await of.open()
    await of.settled('main', 1)
    sent.length = 0
    // Held until all are there.
    await of.db.transaction(async (tx) => {
      await tx.rows(`lock table obligations in share row exclusive mode`)
      const told = [
        ['broken', 'unreachable', 'push'],
        ['night', 'sleeper', 'text'],
        ['afterNight', 'sleeper', 'text'],
        ['other', 'reader', 'text'],
        ['mail', 'sleeper', 'email'],
        ['afterBroken', 'unreachable', 'push'],
        ['nobody', null, null],
      ]
      for (const [id, recipient, channel] of told)
        await tx.rows(
          `insert into obligations (id, port, binding, call, case_id, event_id, event_type, sequence, subject, recipient,
             channel, status, due_at, created_at)
           select $1, port, binding, 'announceTransition', case_id, event_id, event_type, sequence, subject, $3, $4,
             'waiting', $2, $2 from obligations order by number limit 1`,
          [id, noon, recipient, channel],
        )
    })
    of.moveTo(noon)
    const waiting = await until(async () => {
      const rows = (await of.rows('main')).filter(({ status }) => status !== 'delivered')
      return rows.length === 5 && rows.every(({ status }) => status === 'waiting') && rows
    }, 5)
    assert.deepEqual(sent.toSorted(), ['mail', 'other'])
    assert.deepEqual(
      waiting.map(({ id, attempts }) => [id, attempts]),
      [
        ['broken', 1],
        ['night', 0],
        ['afterNight', 0],
        ['afterBroken', 0],
        ['nobody', 0],
      ],
    )
    // What goes to nobody in particular is behind the one that fails, and behind no one that is put off.
    await of.db.rows(`update obligations set status = 'cancelled' where id in ('broken', 'afterBroken')`)
    of.moveTo(noon)
    // Not before its answer is noted: by morning an attempt without one is made again.
    await until(
      async () => (await of.rows('main')).some(({ id, status }) => id === 'nobody' && status === 'delivered'),
      5,
    )
    time = morning
    of.moveTo(morning)
    await of.settled('main', 6)
    assert.deepEqual(sent.slice(3), ['night', 'afterNight'])
  })

  it('gives up what waits behind the first of its case in the same three days', async () => {
    const tried: string[] = []
    const of = await opened({
      main: async (_, { key }) => {
        tried.push(key)
        throw new PortError('conflict', 'Not now.')
      },
    })
    await of.open()
    await until(async () => (await of.rows('main'))[0]?.status === 'waiting' && tried.length === 1, 5)
    await owe(of, ['obl_behind'])
    // The head fails once more, and what waits behind it begins to run out of time.
    of.moveTo(new Date(noon.getTime() + 5000))
    await until(async () => {
      const [row] = await of.db.rows<{ failing_since: Date | null }>(
        `select failing_since from obligations where id = 'obl_behind'`,
      )
      return row?.failing_since
    }, 5)
    of.moveTo(new Date(noon.getTime() + giveUpAfterMs + 5000))
    await until(async () => (await of.rows('main')).every(({ status }) => status === 'failed'), 5)
    assert.equal(tried.at(-1), 'obl_behind', 'it had its own attempt')
    const failed = await of.db.rows(`select from events where type = 'delivery.failed'`)
    assert.equal(failed.length, 2)
  })

  it('gives up in time what it never tried, where nobody is there, and not what came later', async () => {
    const cases = 20
    let calls = 0
    const of = await opened({
      dead: async () => {
        calls += 1
        throw new PortError('unavailable', 'Nobody is there.')
      },
    })
    for (let count = 0; count < cases; count++) await of.open()
    const failing = async () =>
      (
        await of.db.rows<{ count: number }>(
          `select count(*)::int as count from obligations where failing_since is not null`,
        )
      )[0]?.count
    let minutes = 0
    // It is tried now and then, until the breaker is open and everything is known to wait for nobody.
    while ((await failing()) !== cases) {
      minutes += 11
      assert.ok(minutes < 24 * 60)
      of.moveTo(new Date(noon.getTime() + minutes * 60_000))
      await until(async () => (await of.rows('dead')).every(({ status }) => status !== 'sending'), 5)
    }
    // One attempt opens the breaker again: while it is, nobody is called.
    const later = new Date(of.now().getTime() + giveUpAfterMs)
    const before = calls
    of.moveTo(later)
    await until(async () => (await of.rows('dead')).every(({ status }) => status === 'failed'), 5)
    assert.ok(calls - before < cases, `${calls - before} calls`)
    await of.open()
    const rows = await until(async () => {
      const all = await of.rows('dead')
      return all.length === cases + 1 && all
    }, 5)
    assert.notEqual(rows.at(-1)?.status, 'failed')
  })

  it('counts the three days anew once the other side has taken what was first', async () => {
    let isThere = false
    const of = await opened({
      main: async (_, __, call) => {
        if (isThere && call === 'announceCreated') return {}
        throw new PortError('conflict', 'Not now.')
      },
    })
    await of.open()
    await until(async () => {
      const [head] = await of.rows('main')
      return head?.attempts === 1 && head.status === 'waiting'
    }, 5)
    await owe(of, ['obl_behind'])
    of.moveTo(new Date(noon.getTime() + 5000))
    await until(async () => {
      const [head] = await of.rows('main')
      return head?.attempts === 2 && head.status === 'waiting'
    }, 5)
    isThere = true
    of.moveTo(new Date(noon.getTime() + giveUpAfterMs + 60_000))
    const behind = await until(async () => {
      const [head, next] = await of.rows('main')
      return head?.status === 'delivered' && next?.attempts === 1 && next.status !== 'sending' && next
    }, 5)
    assert.equal(behind.status, 'waiting')
  })

  it('begins its waits anew, and keeps its attempts, when a dead letter is sent again', async () => {
    let isRefused = true
    const attempts: number[] = []
    const of = await opened({
      main: async (_, { attempt }) => {
        attempts.push(attempt)
        if (isRefused) throw new PortError('refused', 'No.')
        throw new PortError('conflict', 'Not now.')
      },
    })
    await of.open()
    const dead = await until(async () => (await of.rows('main')).find(({ status }) => status === 'failed'), 5)
    isRefused = false
    await of.ledger.redrive(requestBy(), dead.id, 'They say it works now.')
    const again = await until(async () => {
      const [row] = await of.rows('main')
      return row?.attempts === 2 && row.status === 'waiting' && row
    }, 5)
    assert.deepEqual(attempts, [1, 2])
    assert.equal(again.due_at.getTime() - of.now().getTime(), 5000)
  })

  it('is no cost where nothing is bound', () => {
    const none = owedBy({ all: [], ports: [], find: () => undefined }, openCapabilities())
    assert.deepEqual(none([{ type: 'case.opened' } as never]), [])
  })
})
